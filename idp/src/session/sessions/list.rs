//! Live sessions of a user: all of them, or one by its `sid`.

use foundation::Failure;

use super::session::Session;
use crate::app::App;

/// Returns the user's sessions that have not expired, the last seen first. After an operator has lowered `IDP_SESSION_DAYS`
/// the list may have sessions that no request can use any more.
pub(crate) async fn list_of_user(app: &App, user_id: &str) -> Result<Vec<Session>, Failure> {
    app.sessions
        .list(&app.database, user_id, app.clock.now())
        .await
}

/// Finds a session of a user by its `sid`, if requests can still use it. It has not expired, and the user's proof of identity
/// is not older than `IDP_SESSION_DAYS`.
pub(crate) async fn find_of_user(
    app: &App,
    user_id: &str,
    sid: &str,
) -> Result<Option<Session>, Failure> {
    let now = app.clock.now();
    let longest = app.config.sessions.longest;
    let mut listed = list_of_user(app, user_id).await?;
    listed.retain(|session| session.sid == sid && now < session.last_end(longest));
    Ok(listed.pop())
}
