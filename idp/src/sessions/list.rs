//! The sessions that a person has, for the person.

use foundation::Failure;

use super::session::Session;
use crate::app::App;

/// The live sessions of a user, the one that was seen last first.
pub(crate) async fn list_of_user(app: &App, user_id: &str) -> Result<Vec<Session>, Failure> {
    app.sessions
        .list(&app.database, user_id, app.clock.now())
        .await
}
