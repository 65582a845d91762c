//! Rules of the ledger: the effect of an operation on an account, as a pure state machine.
//!
//! The server reads an account once, applies any number of operations in memory, and saves their writes in bulk. A refused
//! operation leaves the state as it was, except that expiries are settled.

use std::collections::HashMap;

use foundation::Timestamp;

use super::account::{Account, OpenCounts};
use super::hold::Hold;
use super::loaded_part::LoadedPart;
use super::lot::Lot;
use super::lots::Lots;
use super::operation::{LedgerOperation, LedgerRefusal, OperationEffect};
use super::original::OriginalTransaction;
use super::posting::{PendingRows, TransactionDetails};
use super::row_ids::RowIds;
use super::spend_amount::spend_amount;

/// Balance before an operation, with which alerts compare the balance after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AlertBaseline {
    /// Credits that were available.
    pub(crate) available: i64,
    /// Credits without holds and debt.
    pub(crate) credits: i64,
    /// Number of the transactions that were booked in memory.
    pub(crate) txns: usize,
}

/// An account as one database transaction sees it, and the rows to be written for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccountState {
    /// Wallet and debt, as they were read.
    pub(crate) read: Account,
    /// Wallet and debt, as they are now.
    pub(crate) account: Account,
    /// Lots with credits, as far as they were read, and lots that may get some again.
    pub(crate) lots: Lots,
    /// Open holds, and the holds that operations name.
    pub(crate) holds: Vec<Hold>,
    /// Transactions to be taken back.
    pub(crate) originals: Vec<OriginalTransaction>,
    /// Part of a large wallet that was read; none for a wallet that was read whole.
    pub(crate) reach: Option<LoadedPart>,
    /// Rows to be written.
    pub(crate) writes: PendingRows,
}

/// Returns true if open holds pin exactly the held credits of each lot, and no lot of another wallet.
fn is_pinned_as_held<'h>(lots: &[Lot], open: impl Iterator<Item = &'h Hold>) -> bool {
    let mut not_pinned: HashMap<i64, i64> = lots.iter().map(|lot| (lot.id, lot.held)).collect();
    for pin in open.flat_map(|hold| &hold.pins) {
        match not_pinned.get_mut(&pin.lot_id) {
            Some(held) => *held -= pin.amount,
            None => return false,
        }
    }
    not_pinned.into_values().all(|held| held == 0)
}

impl AccountState {
    /// Builds a state from rows; `None` if the rows contradict each other (invariant 4).
    pub(crate) fn from_rows(
        mut account: Account,
        lots: Vec<Lot>,
        holds: Vec<Hold>,
    ) -> Option<Self> {
        let remaining: i64 = lots.iter().map(|lot| lot.remaining).sum();
        let held: i64 = lots.iter().map(|lot| lot.held).sum();
        let open = || holds.iter().filter(|hold| hold.is_open());
        let in_holds: i64 = open().map(Hold::remaining).sum();
        let pinned = |hold: &Hold| hold.pins.iter().map(|pin| pin.amount).sum::<i64>();
        let is_sound = account.posted == remaining
            && account.held == held
            && account.held == in_holds
            && open().all(|hold| pinned(hold) == hold.remaining())
            && (held == 0 || is_pinned_as_held(&lots, open()));
        account.open = OpenCounts {
            lots: i64::try_from(lots.len()).unwrap_or(i64::MAX),
            holds: i64::try_from(open().count()).unwrap_or(i64::MAX),
        };
        let mut state = is_sound.then(|| Self {
            read: account.clone(),
            account,
            lots: Lots::new(lots),
            holds,
            originals: Vec::new(),
            reach: None,
            writes: PendingRows::default(),
        })?;
        state.recompute_due();
        Some(state)
    }

    /// Applies one operation at a time, after settling what is due by then.
    pub(crate) fn apply(
        &mut self,
        operation: &LedgerOperation,
        details: TransactionDetails,
        now: Timestamp,
        keys: &RowIds,
    ) -> Result<OperationEffect, LedgerRefusal> {
        let at = now.max(self.account.last_booked_at);
        self.check_due(at)?;
        self.settle(at, keys);
        let before = self.alert_baseline();
        let counted = self.counted(operation);
        self.account.allows(counted, at)?;
        let applied = match operation {
            LedgerOperation::Grant(grant) => self.grant(grant, details, at, keys)?.into(),
            LedgerOperation::Spend(spend) => self.spend(spend, details, at, keys)?.into(),
            LedgerOperation::OpenHold(open) => self.open_hold(open, details, at, keys)?,
            LedgerOperation::Capture(capture) => self.capture(capture, details, at, keys)?,
            LedgerOperation::Void(hold) => self.void(hold, &details, at)?,
            LedgerOperation::Extend(hold, ttl) => self.extend(hold, *ttl, &details, at)?,
            LedgerOperation::Reverse(reverse) => self.reverse(reverse, details, at, keys)?.into(),
            LedgerOperation::VoidGrant(grant) => self.void_grant(grant, details, at, keys)?.into(),
            LedgerOperation::Nothing => OperationEffect::default(),
        };
        self.account.count(counted, at);
        // Released credits may belong to lots that have expired: no client could have used them in between.
        self.expire_ended(at, keys);
        self.emit_alerts(before, at, keys);
        Ok(applied)
    }

    /// Returns the credits that count against the owner's spend limit; they are counted as for the cap of an API key.
    pub(crate) fn counted(&self, operation: &LedgerOperation) -> i64 {
        if self.account.spend_limit.is_some() {
            spend_amount(operation, &self.holds).counted
        } else {
            0
        }
    }

    /// Returns true if there is nothing to write. A large wallet's row may name a time at which nothing is due any more.
    pub(crate) fn is_unchanged(&self) -> bool {
        let is_due_as_read = self.read.next_due_at == self.account.next_due_at;
        self.writes.is_empty()
            && self.read.spend_limit == self.account.spend_limit
            && (self.is_complete() || is_due_as_read)
    }

    /// Returns the credits and the number of booked transactions, which alerts compare.
    pub(crate) fn alert_baseline(&self) -> AlertBaseline {
        AlertBaseline {
            available: self.account.available(),
            credits: self.account.credits(),
            txns: self.writes.txns.len(),
        }
    }

    /// Adds a lot to the wallet.
    pub(crate) fn add_lot(&mut self, lot: Lot) {
        self.note_due(lot.due_at());
        self.account.open.lots += i64::from(lot.remaining > 0);
        self.lots.push(lot);
    }
}
