//! What people call an account, for the pages that ask which one it is.

use foundation::Failure;

use super::store;
use crate::app::App;

/// What people call the account of a user.
pub(crate) async fn find_name(app: &App, user_id: &str) -> Result<String, Failure> {
    let mut reader = app.database.reader().await?;
    let user = store::find(&mut reader.connection(), user_id).await?;
    Ok(user.map_or_else(|| user_id.to_owned(), |user| user.called().to_owned()))
}
