//! The sessions that a person has: all of them, or the one of a name.

use foundation::Failure;

use super::session::Session;
use crate::app::App;

/// The live sessions of a user, the one that was seen last first.
pub(crate) async fn list_of_user(app: &App, user_id: &str) -> Result<Vec<Session>, Failure> {
    app.sessions
        .list(&app.database, user_id, app.clock.now())
        .await
}

/// The live session of a user that has a name, wherever sessions live.
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
