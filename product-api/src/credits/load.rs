//! Loading accounts for writing: their rows are locked for the rest of the transaction, then their lots are read.

use std::collections::HashMap;

use foundation::{Connection, Failure};

use super::account::{Account, WalletOf};
use super::hold::Hold;
use super::ledger::AccountState;
use super::lot::Lot;
use super::lots::Lots;
use super::posting::Writes;
use super::store::accounts::NewAccount;
use super::store::{accounts, holds, lots};
use crate::app::App;

/// Accounts of owners, locked; wallets are made where there are none. `wallets` are sorted and differ. With their open
/// holds come those that are asked for by their ids outside, whatever became of them.
pub(super) async fn load_all(
    app: &App,
    db: &mut Connection<'_>,
    wallets: &[WalletOf],
    asked: &[&str],
) -> Result<HashMap<WalletOf, AccountState>, Failure> {
    let accounts = locked(app, db, wallets).await?;
    let ids: Vec<i64> = accounts.iter().map(|account| account.id).collect();
    let mut holds_of = holds_of(db, &accounts, asked).await?;
    let mut lots_of: HashMap<i64, Vec<Lot>> = HashMap::new();
    for (account_id, lot) in lots::open(db, &ids).await? {
        lots_of.entry(account_id).or_default().push(lot);
    }
    accounts
        .into_iter()
        .map(|account| {
            let lots = lots_of.remove(&account.id).unwrap_or_default();
            let holds = holds_of.remove(&account.id).unwrap_or_default();
            let (id, of) = (account.id, account.of.clone());
            if account.is_frozen {
                return Ok((of, untouchable(account)));
            }
            let state = AccountState::of_rows(account, lots, holds).ok_or_else(|| {
                Failure::defect(format!("the lots or holds of account {id} contradict it"))
            })?;
            Ok((of, state))
        })
        .collect()
}

/// A frozen account, of which only that is known: nothing may be done to it, and its rows may contradict it.
fn untouchable(account: Account) -> AccountState {
    AccountState {
        read: account.clone(),
        account,
        lots: Lots::default(),
        holds: Vec::new(),
        writes: Writes::default(),
        originals: Vec::new(),
    }
}

/// The holds of accounts: a wallet that holds nothing has no open one, and is not asked for any.
async fn holds_of(
    db: &mut Connection<'_>,
    accounts: &[Account],
    asked: &[&str],
) -> Result<HashMap<i64, Vec<Hold>>, Failure> {
    let holding = accounts.iter().filter(|account| account.held > 0);
    let holding: Vec<i64> = holding.map(|account| account.id).collect();
    let mut holds_of: HashMap<i64, Vec<Hold>> = HashMap::new();
    let open = holds::open(db, &holding).await?;
    for (account_id, hold) in open.into_iter().chain(holds::closed(db, asked).await?) {
        holds_of.entry(account_id).or_default().push(hold);
    }
    Ok(holds_of)
}

/// One owner's account, locked.
pub(super) async fn load(
    app: &App,
    db: &mut Connection<'_>,
    of: &WalletOf,
) -> Result<AccountState, Failure> {
    load_all(app, db, std::slice::from_ref(of), &[])
        .await?
        .remove(of)
        .ok_or_else(not_there)
}

async fn locked(
    app: &App,
    db: &mut Connection<'_>,
    wallets: &[WalletOf],
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
        Err(not_there())
    }
}

fn not_there() -> Failure {
    Failure::defect("an account was opened and is not there")
}
