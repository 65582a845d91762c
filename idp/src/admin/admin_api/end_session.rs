//! Ends one session of a user.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions;

/// A session of a user, by the public ids.
#[derive(Clone, Copy, Debug)]
pub(super) struct UserSession<'a> {
    /// `usr_…`.
    pub(super) user_id: &'a str,
    /// `ses_…`.
    pub(super) sid: &'a str,
}

/// Ends a session and its grants; false if the user has no such session. Records the request first: after a crash the
/// audit log may have an event without an end, but never an end without an event.
pub(super) async fn end_session(
    app: &App,
    actor: &str,
    session: UserSession<'_>,
) -> Result<bool, Failure> {
    let listed = sessions::list_of_user(app, session.user_id).await?;
    if !listed.iter().any(|known| known.sid == session.sid) {
        return Ok(false);
    }
    let event = AuditEvent {
        actor,
        action: Action::SessionsEnded,
        subject: session.user_id,
        network: None,
        client_id: Some(actor),
        details: json!({ "sid": session.sid }),
    };
    let mut transaction = app.database.begin().await?;
    audit::record(app, &mut transaction.connection(), event).await?;
    transaction.commit().await?;
    sessions::end_one_for_admin(app, session.user_id, session.sid).await?;
    Ok(true)
}
