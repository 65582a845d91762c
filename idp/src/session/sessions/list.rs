//! Usable sessions of a user: all of them, or one by its `sid`.

use foundation::Failure;

use super::session::Session;
use crate::app::App;

/// Returns the user's sessions that requests can use, the last seen first. They have not expired, and the user's proof of
/// identity is not older than `IDP_SESSION_DAYS`, which an operator may have lowered since.
pub(crate) async fn list_of_user(app: &App, user_id: &str) -> Result<Vec<Session>, Failure> {
    let now = app.clock.now();
    let longest = app.config.sessions.longest;
    let mut listed = app.sessions.list(&app.database, user_id, now).await?;
    listed.retain(|session| session.is_usable(longest, now));
    Ok(listed)
}

/// Finds a session of a user by its `sid`, if requests can use it.
pub(crate) async fn find_of_user(
    app: &App,
    user_id: &str,
    sid: &str,
) -> Result<Option<Session>, Failure> {
    let listed = list_of_user(app, user_id).await?;
    Ok(listed.into_iter().find(|session| session.sid == sid))
}
