//! The name under which a client knows a user (OpenID Connect Core section 8).

use foundation::Failure;

use super::client::Client;
use super::words::SubjectType;
use crate::app::App;

const PURPOSE: &str = "pairwise-subject";

/// `sub` of a user at a client. A pairwise one is a MAC over sector and user: the same for every client of the sector,
/// of no use to those of another, and the same for ever.
pub(crate) fn subject_for(app: &App, client: &Client, user_id: &str) -> Result<String, Failure> {
    match client.subject_type {
        SubjectType::Public => Ok(user_id.to_owned()),
        SubjectType::Pairwise => {
            let sector = client.sector.as_deref().unwrap_or(&client.id);
            app.stable.mac(PURPOSE, &format!("{sector} {user_id}"))
        }
    }
}
