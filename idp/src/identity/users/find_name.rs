//! Finds an account's display name, for pages that ask which account to use.

use foundation::Failure;

use super::store;
use crate::app::App;

/// Returns the display name of a user's account.
pub(crate) async fn find_name(app: &App, user_id: &str) -> Result<String, Failure> {
    let mut reader = app.database.reader().await?;
    let user = store::find(&mut reader.connection(), user_id).await?;
    Ok(user.map_or_else(|| user_id.to_owned(), |user| user.shown_name().to_owned()))
}
