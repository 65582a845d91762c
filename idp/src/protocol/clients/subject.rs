//! Subjects and session ids of a client (OpenID Connect Core section 8).

use foundation::Failure;

use super::client::Client;
use super::words::SubjectType;
use crate::app::App;

const PURPOSE: &str = "pairwise-subject";
const SESSIONS: &str = "pairwise-session";

/// Returns the `sub` of a user at a client. A pairwise one is a MAC over sector and user: it is equal for all clients
/// of the sector, useless to other sectors, and never changes.
pub(crate) fn subject_for(app: &App, client: &Client, user_id: &str) -> Result<String, Failure> {
    name_for(app, client, PURPOSE, user_id)
}

/// Returns the `sid` of a session at a client. A client with pairwise subjects gets a pairwise `sid`: with a common
/// one, two clients could compare their tokens and link their subjects of a user.
pub(crate) fn session_for(app: &App, client: &Client, sid: &str) -> Result<String, Failure> {
    name_for(app, client, SESSIONS, sid)
}

fn name_for(app: &App, client: &Client, purpose: &str, name: &str) -> Result<String, Failure> {
    match client.subject_type {
        SubjectType::Public => Ok(name.to_owned()),
        SubjectType::Pairwise => {
            let sector = client.sector.as_deref().unwrap_or(&client.id);
            app.stable.mac(purpose, &format!("{sector} {name}"))
        }
    }
}
