//! Listing a person's ways to sign in.

use foundation::Failure;

use crate::app::App;
use crate::users::{self, Account};

/// The accounts at providers that a person can sign in with, the oldest first.
pub(super) async fn accounts_of(app: &App, user_id: &str) -> Result<Vec<Account>, Failure> {
    let mut reader = app.database.reader().await?;
    users::store::accounts::of_user(&mut reader.connection(), user_id).await
}
