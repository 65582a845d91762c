//! Listing a person's ways to sign in.

use foundation::{Connection, Failure};

use crate::app::App;
use crate::upstream::name_of;
use crate::users::{self, Account, User};
use crate::{passkeys, passwords};

/// An account at a provider, under the name that people know the provider by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linked {
    /// The name.
    pub(crate) name: String,
    /// The account.
    pub(crate) account: Account,
}

/// What a person can sign in with besides the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ways {
    /// The accounts at providers, the oldest first.
    pub(crate) accounts: Vec<Linked>,
    /// Whether there is a password.
    pub(crate) has_password: bool,
}

/// Reads a person's ways in.
pub(crate) async fn ways_of(app: &App, user_id: &str) -> Result<Ways, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let accounts = users::store::accounts::of_user(&mut db, user_id).await?;
    let named = |account: Account| Linked {
        name: name_of(app, &account.provider).to_owned(),
        account,
    };
    Ok(Ways {
        accounts: accounts.into_iter().map(named).collect(),
        has_password: passwords::store::hashes::has(&mut db, user_id).await?,
    })
}

/// How many ways in a person has who is held in this transaction. A password is none of its own: it goes with the address.
pub(crate) async fn count_ways(db: &mut Connection<'_>, user: &User) -> Result<usize, Failure> {
    let accounts = users::store::accounts::of_user(db, &user.id).await?;
    let passkeys = passkeys::store::of_user(db, &user.id).await?;
    Ok(accounts.len() + passkeys.len() + usize::from(user.email.is_some()))
}
