//! The names under which a client knows a user and a session (OpenID Connect Core section 8).

use foundation::Failure;

use super::client::Client;
use super::words::SubjectType;
use crate::app::App;

const PURPOSE: &str = "pairwise-subject";
const SESSIONS: &str = "pairwise-session";

/// `sub` of a user at a client. A pairwise one is a MAC over sector and user: the same for every client of the sector,
/// of no use to those of another, and the same for ever.
pub(crate) fn subject_for(app: &App, client: &Client, user_id: &str) -> Result<String, Failure> {
    name_for(app, client, PURPOSE, user_id)
}

/// `sid` of a session at a client. One that knows users by pairwise names is not told what others are: of two who
/// compare their tokens, each would learn the other's name of a user.
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
