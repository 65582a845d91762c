//! Reading where a person is signed in.

use foundation::Failure;

use crate::app::App;
use crate::sessions::{self, Session};
use crate::users::store;

/// The live sessions of a person, the one that was seen last first; `None` when there is no such person.
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
