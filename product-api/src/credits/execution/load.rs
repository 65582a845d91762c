//! Loads accounts for writing: locks their rows for the rest of the transaction, then reads their lots and holds.

use std::collections::HashMap;

use foundation::{Connection, Failure};

use crate::app::App;
use crate::credits::ledger::account::{Account, WalletKey};
use crate::credits::ledger::state::AccountState;
use crate::credits::queries::read_accounts::{AccountsBySize, LoadedAccounts, NamedHold, read_all};
use crate::credits::store::accounts;
use crate::credits::store::accounts::NewAccount;

/// Locks and reads wallets, and creates those that are absent. `wallets` must be sorted, without duplicates. The result
/// contains the named holds, in any state.
pub(crate) async fn load_all(
    app: &App,
    db: &mut Connection<'_>,
    wallets: &[WalletKey],
    named: &[NamedHold<'_>],
) -> Result<HashMap<WalletKey, AccountState>, Failure> {
    let accounts = lock_accounts(app, db, wallets).await?;
    checked(read_all(db, AccountsBySize::from_accounts(accounts), named).await?)
}

/// Locks and reads one owner's wallet.
pub(crate) async fn load(
    app: &App,
    db: &mut Connection<'_>,
    of: &WalletKey,
) -> Result<AccountState, Failure> {
    let mut states = load_all(app, db, std::slice::from_ref(of), &[]).await?;
    states.remove(of).ok_or_else(missing)
}

/// Locks one owner's wallet and reads it whole, even a large one.
pub(crate) async fn load_whole(
    app: &App,
    db: &mut Connection<'_>,
    of: &WalletKey,
) -> Result<AccountState, Failure> {
    let accounts = lock_accounts(app, db, std::slice::from_ref(of)).await?;
    let mut states = checked(read_all(db, AccountsBySize::whole(accounts), &[]).await?)?;
    states.remove(of).ok_or_else(missing)
}

/// Returns the accounts, unless the rows of one contradict it.
fn checked(loaded: LoadedAccounts) -> Result<HashMap<WalletKey, AccountState>, Failure> {
    match loaded.contradicted {
        None => Ok(loaded.states),
        Some(id) => Err(Failure::defect(format!(
            "the lots or holds of account {id} contradict it"
        ))),
    }
}

async fn lock_accounts(
    app: &App,
    db: &mut Connection<'_>,
    wallets: &[WalletKey],
) -> Result<Vec<Account>, Failure> {
    let rows = wallets.iter().map(|of| NewAccount {
        id: app.ledger.keys.next(),
        of,
        kind: "wallet",
    });
    let rows: Vec<NewAccount<'_>> = rows.collect();
    let accounts = accounts::lock(db, &rows, app.clock.now()).await?;
    if accounts.len() == wallets.len() {
        Ok(accounts)
    } else {
        Err(missing())
    }
}

fn missing() -> Failure {
    Failure::defect("an account was opened and is not there")
}
