//! Lists a user's sessions.

use foundation::Failure;

use crate::app::App;
use crate::identity::users::store;
use crate::session::sessions::{self, Session};

/// Returns the live sessions of a user, the most recently seen first; `None` if the user does not exist.
pub(super) async fn find_sessions(
    app: &App,
    user_id: &str,
) -> Result<Option<Vec<Session>>, Failure> {
    let mut reader = app.database.reader().await?;
    let user = store::find(&mut reader.connection(), user_id).await?;
    drop(reader);
    match user {
        Some(user) => sessions::list_of_user(app, &user.id).await.map(Some),
        None => Ok(None),
    }
}
