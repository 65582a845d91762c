//! Wallets as reads show them: their expiries are settled in memory, by the rules of a write ([`AccountState::settle`]).
//!
//! Where nothing is due, the row of a wallet has its balance. Else the rows that are due are read, and settled.

use std::collections::HashMap;

use foundation::task::catch_panic_sync;
use foundation::{Connection, Failure, Timestamp};

use super::read_accounts::read_due;
use crate::credits::ledger::account::{Account, WalletKey};
use crate::credits::ledger::lots::Lots;
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::state::AccountState;
use crate::credits::store::wallets;

/// A wallet at a time.
#[derive(Clone, Debug)]
pub(crate) struct SettledWallet {
    /// The wallet.
    pub(crate) account: Account,
    /// Lots that were read to settle it, before and after.
    lots: Option<(Lots, Lots)>,
}

impl SettledWallet {
    /// Returns the credits that can be spent on a feature at a time. `booked` is the sum of the credits in all lots that were
    /// unusable for it before the settling.
    pub(crate) fn spendable(&self, booked: i64, feature: Option<i64>, at: Timestamp) -> i64 {
        let sum = |lots: &Lots| -> i64 { lots.iter().map(|lot| lot.unusable(at, feature)).sum() };
        let changed = self.lots.as_ref();
        let change = changed.map_or(0, |(before, after)| sum(after) - sum(before));
        self.account.spendable(booked + change)
    }

    /// Creates the wallet of a row on which nothing is settled.
    fn from_row(account: Account) -> Self {
        Self {
            account,
            lots: None,
        }
    }

    fn settle(mut state: AccountState, now: Timestamp, keys: &RowIds) -> Self {
        let before = state.lots.clone();
        state.settle(state.account.read_at(now), keys);
        Self {
            account: state.account,
            lots: Some((before, state.lots)),
        }
    }

    /// Settles a wallet, or returns it as its row says. The rules assert what the rows of a sound wallet have; the rows of a
    /// large one were not compared with each other when they were read.
    fn settle_if_sound(
        account: Account,
        state: AccountState,
        now: Timestamp,
        keys: &RowIds,
    ) -> Self {
        let id = account.id;
        let settled = catch_panic_sync("settling a wallet", || Self::settle(state, now, keys));
        settled.unwrap_or_else(|failure| {
            tracing::warn!(account = id, %failure, "the rows of a wallet contradict each other");
            Self::from_row(account)
        })
    }
}

/// Reads those of these wallets on which nothing is due: the row of each has its balance.
pub(crate) async fn read_settled_rows(
    db: &mut Connection<'_>,
    wallets: &[WalletKey],
    now: Timestamp,
) -> Result<HashMap<WalletKey, SettledWallet>, Failure> {
    let accounts = wallets::read(db, wallets).await?;
    let is_settled = |account: &Account| !account.is_due(account.read_at(now));
    let settled = accounts.into_iter().filter(is_settled);
    let settled = settled.map(|account| (account.of.clone(), SettledWallet::from_row(account)));
    Ok(settled.collect())
}

/// Reads those of these wallets that exist, in a snapshot, as they are after their expiries up to now. A frozen wallet is as
/// its row says, and so is one whose rows contradict each other: nothing is settled on them.
pub(crate) async fn settled(
    db: &mut Connection<'_>,
    wallets: &[WalletKey],
    now: Timestamp,
    keys: &RowIds,
) -> Result<HashMap<WalletKey, SettledWallet>, Failure> {
    let accounts = wallets::read(db, wallets).await?;
    let is_due = |account: &&Account| account.is_due(account.read_at(now));
    let due: Vec<Account> = accounts.iter().filter(is_due).cloned().collect();
    let mut states = read_due(db, due, now).await?;
    let settled = accounts.into_iter().map(|account| {
        let of = account.of.clone();
        let settled = match states.remove(&of) {
            Some(state) => SettledWallet::settle_if_sound(account, state, now, keys),
            None => SettledWallet::from_row(account),
        };
        (of, settled)
    });
    Ok(settled.collect())
}
