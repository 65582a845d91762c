//! Reads the lots and holds of accounts. A small wallet is read whole; of a large one the first lots are read, and more when an
//! operation needs them. Writers have locked the accounts; reads use a snapshot.

use std::collections::{BTreeSet, HashMap};

use foundation::{Connection, Failure, Timestamp};

use super::read_more::{pinned_by, read_all_due};
use crate::credits::ledger::account::{Account, WalletKey};
use crate::credits::ledger::hold::Hold;
use crate::credits::ledger::loaded_part::PAGE;
use crate::credits::ledger::lot::Lot;
use crate::credits::ledger::lots::Lots;
use crate::credits::ledger::posting::PendingRows;
use crate::credits::ledger::state::AccountState;
use crate::credits::store::{holds, lots, pages};

/// Limit of the lots that one transaction reads, unless one operation needs more. It bounds how long others wait.
pub(crate) const MAX_LOTS: i64 = 4096;

/// Accounts, by the way in which they are read.
#[derive(Default)]
pub(crate) struct AccountsBySize {
    whole: Vec<Account>,
    /// Large accounts, and all accounts after the limit was reached.
    parts: Vec<Account>,
    /// Keys of the accounts among `parts` whose first page is read.
    paged: Vec<i64>,
    frozen: Vec<Account>,
}

impl AccountsBySize {
    /// Sorts accounts by size, within the limit of lots.
    pub(crate) fn from_accounts(accounts: Vec<Account>) -> Self {
        let (mut sizes, mut lots_left) = (Self::default(), MAX_LOTS);
        for account in accounts {
            let is_small = account.open.lots <= PAGE && account.open.holds <= PAGE;
            let first = account.open.lots.clamp(0, PAGE);
            let is_read = first <= lots_left;
            if account.is_frozen {
                sizes.frozen.push(account);
            } else if is_small && is_read {
                sizes.whole.push(account);
            } else {
                sizes.paged.extend(is_read.then_some(account.id));
                sizes.parts.push(account);
            }
            if is_read {
                lots_left -= first;
            }
        }
        sizes
    }

    /// Reads all accounts whole, even large ones.
    pub(crate) fn whole(accounts: Vec<Account>) -> Self {
        let (frozen, whole) = accounts.into_iter().partition(|account| account.is_frozen);
        Self {
            whole,
            frozen,
            ..Self::default()
        }
    }

    /// Returns the account of each operation by the hold that it names.
    fn accounts_of<'h>(&self, named: &[NamedHold<'h>]) -> HashMap<&'h str, i64> {
        if named.is_empty() {
            return HashMap::new();
        }
        let accounts = self.whole.iter().chain(&self.parts);
        let ids: HashMap<&WalletKey, i64> = accounts.map(|one| (&one.of, one.id)).collect();
        let named = named.iter();
        let of_wallet = named.filter_map(|one| Some((one.public_id, *ids.get(one.wallet)?)));
        of_wallet.collect()
    }
}

/// A hold that an operation names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedHold<'a> {
    /// Public id of the hold.
    pub(crate) public_id: &'a str,
    /// Wallet of the operation.
    pub(crate) wallet: &'a WalletKey,
}

/// Accounts as they were read.
#[derive(Default)]
pub(crate) struct LoadedAccounts {
    /// The accounts by wallet.
    pub(crate) states: HashMap<WalletKey, AccountState>,
    /// Key of an account whose rows contradict it, if there is one.
    pub(crate) contradicted: Option<i64>,
}

/// Reads accounts of a snapshot, with all rows that are due on them at a time. It omits accounts whose rows contradict each
/// other.
pub(crate) async fn read_due(
    db: &mut Connection<'_>,
    accounts: Vec<Account>,
    now: Timestamp,
) -> Result<HashMap<WalletKey, AccountState>, Failure> {
    let mut states = read_all(db, AccountsBySize::from_accounts(accounts), &[])
        .await?
        .states;
    for state in states.values_mut() {
        let at = state.account.read_at(now);
        read_all_due(db, state, at).await?;
    }
    Ok(states)
}

/// Reads the lots and holds of accounts, and the named holds in any state.
pub(crate) async fn read_all(
    db: &mut Connection<'_>,
    sizes: AccountsBySize,
    named: &[NamedHold<'_>],
) -> Result<LoadedAccounts, Failure> {
    let mut holds_of = holds_of(db, &sizes, named).await?;
    let ids: Vec<i64> = sizes.whole.iter().map(|account| account.id).collect();
    let mut lots_of = by_account(lots::open(db, &ids).await?);
    let mut loaded = LoadedAccounts::default();
    for account in sizes.whole {
        let lots = lots_of.remove(&account.id).unwrap_or_default();
        let holds = holds_of.remove(&account.id).unwrap_or_default();
        let (id, of) = (account.id, account.of.clone());
        match AccountState::from_rows(account, lots, holds) {
            Some(state) => drop(loaded.states.insert(of, state)),
            None => loaded.contradicted = Some(id),
        }
    }
    let states = &mut loaded.states;
    for account in sizes.frozen {
        states.insert(account.of.clone(), frozen_state(account));
    }
    for state in parts(db, sizes.parts, &sizes.paged, holds_of).await? {
        states.insert(state.account.of.clone(), state);
    }
    Ok(loaded)
}

/// Reads large accounts: the named holds, and the first page of lots for some of them.
async fn parts(
    db: &mut Connection<'_>,
    accounts: Vec<Account>,
    paged: &[i64],
    mut holds_of: HashMap<i64, Vec<Hold>>,
) -> Result<Vec<AccountState>, Failure> {
    let mut first = by_account(pages::first(db, paged).await?);
    let of_parts = |account: &Account| holds_of.get(&account.id);
    let holds = accounts.iter().filter_map(of_parts).flatten();
    let pinned = pinned_by(holds);
    let mut pinned = by_account(pages::by_key(db, &pinned).await?);
    let states = accounts.into_iter().map(|account| {
        let id = account.id;
        let holds = holds_of.remove(&id).unwrap_or_default();
        let mut state = AccountState::from_part(account, holds);
        if paged.contains(&id) {
            state.add_page(None, first.remove(&id).unwrap_or_default(), PAGE);
        }
        state.add_read(pinned.remove(&id).unwrap_or_default());
        state
    });
    Ok(states.collect())
}

fn by_account(lots: Vec<(i64, Lot)>) -> HashMap<i64, Vec<Lot>> {
    let mut lots_of: HashMap<i64, Vec<Lot>> = HashMap::new();
    for (account_id, lot) in lots {
        lots_of.entry(account_id).or_default().push(lot);
    }
    lots_of
}

/// Returns the state of a frozen account. It contains no other rows: they may contradict it, and no operation uses them.
fn frozen_state(account: Account) -> AccountState {
    AccountState {
        read: account.clone(),
        account,
        lots: Lots::default(),
        holds: Vec::new(),
        originals: Vec::new(),
        reach: None,
        writes: PendingRows::default(),
    }
}

/// Reads the open holds of accounts that are read whole, and the named holds. A wallet without held credits has no open hold
/// and is skipped.
async fn holds_of(
    db: &mut Connection<'_>,
    sizes: &AccountsBySize,
    named: &[NamedHold<'_>],
) -> Result<HashMap<i64, Vec<Hold>>, Failure> {
    let holding = sizes.whole.iter().filter(|account| account.held > 0);
    let holding: Vec<i64> = holding.map(|account| account.id).collect();
    let public_ids: BTreeSet<&str> = named.iter().map(|one| one.public_id).collect();
    let public_ids: Vec<&str> = public_ids.into_iter().collect();
    let accounts_of = sizes.accounts_of(named);
    let mut holds_of: HashMap<i64, Vec<Hold>> = HashMap::new();
    for (account_id, hold) in holds::read(db, &holding, &public_ids).await? {
        // Only open holds move with their customer. An operation on an ended one changes the hold's row, and its own wallet.
        let account_id = match accounts_of.get(hold.public_id.as_str()) {
            Some(of_operation) if !hold.is_open() => *of_operation,
            Some(_) | None => account_id,
        };
        holds_of.entry(account_id).or_default().push(hold);
    }
    Ok(holds_of)
}
