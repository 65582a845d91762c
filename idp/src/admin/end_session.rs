//! Ending one session of a person.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::sessions;

/// A session, by whose it is and its public name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<'a> {
    /// `usr_…`.
    pub(super) user_id: &'a str,
    /// `ses_…`.
    pub(super) sid: &'a str,
}

/// Ends a session and what hangs on it; false when this person has no such session. Who asked for it is written down
/// first: a trail may tell of an end that a crash kept from happening, but none happens without it.
pub(super) async fn end_session(app: &App, actor: &str, named: Named<'_>) -> Result<bool, Failure> {
    let listed = sessions::list_of_user(app, named.user_id).await?;
    if !listed.iter().any(|session| session.sid == named.sid) {
        return Ok(false);
    }
    let event = Event {
        actor,
        action: Action::SessionsEnded,
        subject: named.user_id,
        network: None,
        client_id: Some(actor),
        details: json!({ "sid": named.sid }),
    };
    let mut transaction = app.database.begin().await?;
    audit::record(app, &mut transaction.connection(), event).await?;
    transaction.commit().await?;
    sessions::end_one_by_order(app, named.user_id, named.sid).await?;
    Ok(true)
}
