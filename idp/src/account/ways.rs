//! Listing a person's ways to sign in.

use foundation::Failure;

use crate::app::App;
use crate::passwords;
use crate::users::{self, Account};

/// What a person can sign in with besides the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ways {
    /// The accounts at providers, the oldest first.
    pub(super) accounts: Vec<Account>,
    /// Whether there is a password.
    pub(super) has_password: bool,
}

/// Reads a person's ways in.
pub(super) async fn ways_of(app: &App, user_id: &str) -> Result<Ways, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    Ok(Ways {
        accounts: users::store::accounts::of_user(&mut db, user_id).await?,
        has_password: passwords::store::hashes::has(&mut db, user_id).await?,
    })
}
