//! Live sessions of a user: all of them, or one by its `sid`.

use foundation::Failure;

use super::session::Session;
use crate::app::App;

/// Returns the user's live sessions, the last seen first.
pub(crate) async fn list_of_user(app: &App, user_id: &str) -> Result<Vec<Session>, Failure> {
    app.sessions
        .list(&app.database, user_id, app.clock.now())
        .await
}

/// Finds a live session of a user by its `sid`, in any session store.
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
