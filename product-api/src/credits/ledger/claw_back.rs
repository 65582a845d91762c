//! Rules of claw-backs: credits of a purchase that are taken back after a refund or a dispute, and later given back.
//!
//! One transaction takes what is left in lots, and counts credits that were used before: as debt, or as written off. A reversal
//! undoes it in reverse order: first what was written off, then the debt, then the lots, the last one first.

use std::collections::HashMap;

use foundation::Timestamp;

use super::amount::sum_in_range;
use super::book::SystemAccount;
use super::booking::{DraftTransaction, legs};
use super::lot::Lot;
use super::operation::{BookedTransaction, LedgerRefusal};
use super::original::OriginalTransaction;
use super::posting::{EventKind, Side, TransactionDetails};
use super::reversal::{AmountRange, RestoringTransaction};
use super::row_ids::RowIds;
use super::state::AccountState;
use super::txn_kind::TxnKind;

/// The treatment of credits that were spent before their payment was refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortfall {
    /// The owner of the wallet owes them.
    Debt,
    /// They are written off.
    WriteOff,
}

impl Shortfall {
    /// Both treatments.
    pub(crate) const ALL: [Self; 2] = [Self::Debt, Self::WriteOff];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Debt => "debt",
            Self::WriteOff => "write_off",
        }
    }
}

/// Keys of the lots with credits of a purchase, each with the lot of the purchase whose credits it has.
pub(crate) type PurchaseLots = HashMap<i64, i64>;

/// Credits to be taken back from one wallet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClawBack {
    /// Credits that are taken from lots, by their indexes.
    pub(crate) takes: Vec<(usize, i64)>,
    /// Used credits that the owner owes from now on.
    pub(crate) owed: i64,
    /// Used credits that are written off.
    pub(crate) written_off: i64,
}

impl ClawBack {
    /// Returns true if nothing is taken back.
    pub(crate) fn is_empty(&self) -> bool {
        self.takes.is_empty() && self.owed == 0 && self.written_off == 0
    }
}

/// A booked claw-back, of which credits are given back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookedClawBack {
    /// The transaction: its lots and its debt, without what it wrote off.
    pub(crate) original: OriginalTransaction,
    /// Credits that it wrote off.
    pub(crate) written_off: i64,
    /// Credits that earlier reversals gave back.
    pub(crate) given_back: i64,
}

impl BookedClawBack {
    /// Returns the credits that were not given back yet.
    pub(crate) const fn left(&self) -> i64 {
        self.original.amount + self.written_off - self.given_back
    }
}

/// A part of a claw-back that is given back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClawBackReturn {
    /// The claw-back.
    pub(crate) claw: BookedClawBack,
    /// Number of credits, at most those that are [left](BookedClawBack::left) of it.
    pub(crate) amount: i64,
}

impl AccountState {
    /// Adds up the credits of some lots that no hold has pinned.
    pub(crate) fn unpinned_in(&self, lots: &PurchaseLots) -> i64 {
        let of_purchase = self.lots.iter().filter(|lot| lots.contains_key(&lot.id));
        of_purchase.map(Lot::unpinned).sum()
    }

    /// Chooses credits of some lots that no hold has pinned, in burn order and up to an amount. Returns them by index.
    pub(crate) fn unpinned_shares(&self, lots: &PurchaseLots, amount: i64) -> Vec<(usize, i64)> {
        let mut left = amount;
        let in_order = self.lots.in_order();
        let of_purchase = in_order.filter(|(_, lot)| lots.contains_key(&lot.id));
        let share = |(index, lot): (usize, &Lot)| {
            let part = lot.unpinned().min(left);
            left -= part;
            (part > 0).then_some((index, part))
        };
        of_purchase.filter_map(share).collect()
    }

    /// Takes credits of a purchase back. A debt may exceed the overdraft limit by it, so that no spend uses the limit until
    /// the debt is repaid.
    pub(crate) fn claw_back(
        &mut self,
        claw: ClawBack,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> Result<BookedTransaction, LedgerRefusal> {
        let taken: i64 = claw.takes.iter().map(|(_, amount)| amount).sum();
        let (owed, written_off) = (claw.owed, claw.written_off);
        if sum_in_range(self.account.debt.posted, owed).is_none() {
            return Err(LedgerRefusal::OutOfRange);
        }
        let is_felt = taken + owed > 0;
        let draft = DraftTransaction {
            kind: if is_felt {
                TxnKind::ClawBack
            } else {
                TxnKind::WriteOff
            },
            details,
            at,
            posting: legs(&[
                (Side::Wallet, -taken),
                (Side::Debt, -owed),
                (Side::System(SystemAccount::WrittenOff), -written_off),
                (
                    Side::System(SystemAccount::ClawedBack),
                    taken + owed + written_off,
                ),
            ]),
            takes: claw.takes,
            event: is_felt.then_some(EventKind::ClawedBack),
        };
        Ok(self.book(draft, keys))
    }

    /// Gives credits of a claw-back back. Credits of a lot that has expired, or that another wallet has, come into a new lot, as
    /// those of a reversed spend do.
    pub(crate) fn undo_claw_back(
        &mut self,
        back: &ClawBackReturn,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> Result<BookedTransaction, LedgerRefusal> {
        let ClawBackReturn { claw, amount } = back;
        let mut window = AmountRange {
            skip: claw.given_back,
            left: *amount,
        };
        let written_off = window.part(claw.written_off);
        let plan = self.plan_reversal(&claw.original, window.skip, window.left, at);
        let to_wallet = window.left - plan.repaid;
        if sum_in_range(self.account.posted, to_wallet).is_none() {
            return Err(LedgerRefusal::OutOfRange);
        }
        let txn_id = keys.next();
        let source = RestoringTransaction {
            op_key: &details.op_key,
            txn_id,
        };
        self.restore(&plan.restored, source, at, keys);
        let draft = DraftTransaction {
            kind: TxnKind::Reversal,
            details,
            at,
            posting: legs(&[
                (Side::Wallet, to_wallet),
                (Side::Debt, plan.repaid),
                (Side::System(SystemAccount::WrittenOff), written_off),
                (Side::System(SystemAccount::ClawedBack), -amount),
            ]),
            takes: plan.into,
            event: (window.left > 0).then_some(EventKind::Restored),
        };
        let booked = self.book_as(txn_id, draft, keys);
        self.refer(booked, claw.original.id);
        Ok(booked)
    }
}
