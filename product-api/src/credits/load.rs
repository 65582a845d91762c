//! Loading an account for writing: its row is locked for the rest of the transaction, then its lots are read.

use foundation::{Connection, Failure};

use super::account::{Account, Owner};
use super::ledger::AccountState;
use super::store::accounts::NewAccount;
use super::store::{accounts, lots};
use crate::app::App;

/// An owner's account in a book, locked; its wallet is made when there is none.
pub(super) async fn load(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    owner: &Owner,
) -> Result<AccountState, Failure> {
    let account = locked(app, db, book_id, owner).await?;
    let lots = lots::open(db, account.id).await?;
    let id = account.id;
    AccountState::of_rows(account, lots)
        .ok_or_else(|| Failure::defect(format!("the lots of account {id} contradict it")))
}

async fn locked(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    owner: &Owner,
) -> Result<Account, Failure> {
    if let Some(account) = accounts::lock(db, book_id, owner).await? {
        return Ok(account);
    }
    // A row that is not there locks nothing, so it is made first and locked then.
    let account = NewAccount {
        id: app.ledger.keys.next(),
        book_id,
        kind: "wallet",
    };
    accounts::insert(db, account, owner, app.clock.now()).await?;
    accounts::lock(db, book_id, owner)
        .await?
        .ok_or_else(|| Failure::defect("an account was opened and is not there"))
}
