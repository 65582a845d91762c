//! Rules of taking back: a spend or a capture gives back what it took, a grant loses what is left of it.
//!
//! A reversal undoes its original in reverse order: first the debt, then the lots, the last one first. A further reversal
//! begins where the one before it ended.

use std::collections::BTreeMap;

use foundation::Timestamp;

use super::amount::{Amount, sum_in_range};
use super::book::SystemAccount;
use super::booking::{DraftTransaction, legs};
use super::lot::{Lot, LotKind, MAX_OPEN, RowChange};
use super::operation::{BookedTransaction, LedgerRefusal, ReversalRequest};
use super::original::{MAX_REVERSALS, OriginalTransaction, Reversal};
use super::posting::{EventKind, Side, TransactionDetails};
use super::row_ids::RowIds;
use super::state::AccountState;
use super::txn_kind::TxnKind;

/// Feature and end of a lot, if it has them.
pub(super) type LotTerms = (Option<i64>, Option<Timestamp>);

/// Destinations of the credits of a reversal.
pub(super) struct ReversalPlan {
    /// Credits that repay the debt.
    pub(super) repaid: i64,
    /// Credits for existing lots, by index; below zero, because credits that a transaction takes are above zero.
    pub(super) into: Vec<(usize, i64)>,
    /// Credits for new lots.
    pub(super) restored: BTreeMap<LotTerms, i64>,
}

/// Transaction that restores credits in new lots.
#[derive(Clone, Copy)]
pub(super) struct RestoringTransaction<'a> {
    pub(super) op_key: &'a str,
    pub(super) txn_id: i64,
}

/// A range in a sequence of amounts.
pub(super) struct AmountRange {
    pub(super) skip: i64,
    pub(super) left: i64,
}

impl AmountRange {
    /// Returns the part of the next amount that is in the range.
    pub(super) fn part(&mut self, amount: i64) -> i64 {
        let skipped = self.skip.min(amount);
        self.skip -= skipped;
        let part = (amount - skipped).min(self.left);
        self.left -= part;
        part
    }
}

impl AccountState {
    /// Reverses a spend or a capture, in whole or in part.
    pub(crate) fn reverse(
        &mut self,
        reverse: &ReversalRequest,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> Result<BookedTransaction, LedgerRefusal> {
        let original = self.original(&reverse.original);
        let original = original.ok_or(LedgerRefusal::NoSuchTransaction)?;
        let (amount, reversed) = self.reversible(original, reverse.amount)?;
        let (id, way) = (
            original.id,
            self.plan_reversal(original, reversed, amount, at),
        );
        let to_wallet = amount - way.repaid;
        if sum_in_range(self.account.posted, to_wallet).is_none() {
            return Err(LedgerRefusal::OutOfRange);
        }
        let opened = self.opened_by(&way);
        if opened > 0 && self.open_lots() + opened > MAX_OPEN {
            return Err(LedgerRefusal::TooManyLots);
        }
        let txn_id = keys.next();
        let source = RestoringTransaction {
            op_key: &details.op_key,
            txn_id,
        };
        self.restore(&way.restored, source, at, keys);
        let draft = DraftTransaction {
            kind: TxnKind::Reversal,
            details,
            at,
            posting: legs(&[
                (Side::Wallet, to_wallet),
                (Side::Debt, way.repaid),
                (Side::System(SystemAccount::Spent), -amount),
            ]),
            takes: way.into,
            event: Some(EventKind::Restored),
        };
        let booked = self.book_as(txn_id, draft, keys);
        self.refer(booked, id);
        Ok(booked)
    }

    /// Takes back what is left of a grant, except credits that holds reserve.
    pub(crate) fn void_grant(
        &mut self,
        grant: &str,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> Result<BookedTransaction, LedgerRefusal> {
        let original = self.original(grant);
        let original = original.filter(|original| original.kind == TxnKind::Grant);
        let original = original.ok_or(LedgerRefusal::NoSuchGrant)?;
        let is_of_grant = |lot: &Lot| original.shares.iter().any(|share| share.lot.id == lot.id);
        let lots = self.lots.iter().enumerate();
        let left: Vec<(usize, &Lot)> = lots
            .filter(|(_, lot)| lot.unpinned() > 0 && is_of_grant(lot))
            .collect();
        let Some((_, lot)) = left.first() else {
            return Err(LedgerRefusal::NothingLeft);
        };
        let (id, to) = (original.id, SystemAccount::issuing(lot.kind));
        let takes: Vec<(usize, i64)> = left
            .iter()
            .map(|(index, lot)| (*index, lot.unpinned()))
            .collect();
        let amount: i64 = takes.iter().map(|(_, amount)| amount).sum();
        let draft = DraftTransaction {
            kind: TxnKind::Void,
            details,
            at,
            posting: legs(&[(Side::Wallet, -amount), (Side::System(to), amount)]),
            takes,
            event: None,
        };
        let booked = self.book(draft, keys);
        self.refer(booked, id);
        Ok(booked)
    }

    /// Returns a transaction to be taken back, by its public id.
    pub(crate) fn original(&self, public_id: &str) -> Option<&OriginalTransaction> {
        let mut originals = self.originals.iter();
        originals.find(|original| original.public_id == public_id)
    }

    /// Returns the credits to be given back now, and those that were given back before.
    fn reversible(
        &self,
        original: &OriginalTransaction,
        amount: Option<Amount>,
    ) -> Result<(i64, i64), LedgerRefusal> {
        if !matches!(original.kind, TxnKind::Spend | TxnKind::Capture) {
            let kind = original.kind;
            return Err(LedgerRefusal::NotReversible { kind });
        }
        let reversals = self.reversals_of(original);
        let reversed: i64 = reversals.iter().map(|reversal| reversal.amount).sum();
        let remaining = original.amount - reversed;
        if remaining == 0 {
            return Err(LedgerRefusal::AlreadyReversed { reversals });
        }
        let amount = amount.map_or(remaining, Amount::get);
        if amount > remaining {
            return Err(LedgerRefusal::ReversalExceedsOriginal { remaining });
        }
        if reversals.len() >= MAX_REVERSALS {
            return Err(LedgerRefusal::TooManyReversals { remaining });
        }
        Ok((amount, reversed))
    }

    /// Returns all reversals of a transaction: those before it was read, and those since.
    fn reversals_of(&self, original: &OriginalTransaction) -> Vec<Reversal> {
        let since = self.writes.txns.iter();
        let since = since.filter(|txn| txn.reverses == Some(original.id));
        let since = since.map(|txn| Reversal {
            public_id: txn.public_id.clone(),
            amount: txn.amount,
        });
        original.reversals.iter().cloned().chain(since).collect()
    }

    /// Returns the destinations of an amount that follows the credits given back before. Credits of a lot that has expired, or
    /// that another wallet has since a merge, go into a new lot: with the same end, or with the grace period of the book's
    /// terms if the lot has expired. Debt that has been repaid since comes back as a lot without an end: none of its lots has
    /// expired, and the credits that repaid it may have been bought.
    pub(super) fn plan_reversal(
        &self,
        original: &OriginalTransaction,
        reversed: i64,
        amount: i64,
        at: Timestamp,
    ) -> ReversalPlan {
        let grace = Some(self.account.terms.end_of_restored(at));
        let mut window = AmountRange {
            skip: reversed,
            left: amount,
        };
        let owed = window.part(original.owed);
        let repaid = owed.min(self.account.debt.posted);
        let mut way = ReversalPlan {
            repaid,
            into: Vec::new(),
            restored: BTreeMap::from([((None, None), owed - repaid)]),
        };
        for share in original.shares.iter().rev() {
            let (lot, part) = (&share.lot, window.part(share.amount));
            let is_expired = lot.is_expired(at);
            let end = if is_expired { grace } else { lot.expires_at };
            if let Some(index) = self.lots.index_of(lot.id).filter(|_| !is_expired) {
                way.into.push((index, -part));
            } else {
                *way.restored.entry((lot.scope, end)).or_default() += part;
            }
        }
        way.into.retain(|(_, part)| *part != 0);
        way.restored.retain(|_, part| *part != 0);
        way
    }

    /// Counts the lots that a reversal opens: empty ones that it fills, and new ones.
    fn opened_by(&self, way: &ReversalPlan) -> usize {
        let indexes = way
            .into
            .iter()
            .filter_map(|(index, _)| self.lots.get(*index));
        indexes.filter(|lot| lot.remaining == 0).count() + way.restored.len()
    }

    pub(super) fn restore(
        &mut self,
        restored: &BTreeMap<LotTerms, i64>,
        source: RestoringTransaction<'_>,
        at: Timestamp,
        keys: &RowIds,
    ) {
        for ((scope, expires_at), amount) in restored {
            let id = keys.next();
            self.add_lot(Lot {
                id,
                kind: LotKind::Restored,
                amount: *amount,
                remaining: *amount,
                held: 0,
                priority: LotKind::Restored.default_priority(),
                effective_at: at,
                expires_at: *expires_at,
                scope: *scope,
                source_kind: "reversal".to_owned(),
                source_ref: format!("{}:{id}", source.op_key),
                txn_id: source.txn_id,
                mark: RowChange::New,
            });
        }
    }

    /// Records the transaction that was taken back.
    pub(super) fn refer(&mut self, booked: BookedTransaction, original: i64) {
        if let Some(txn) = self.writes.txns.get_mut(booked.txn) {
            txn.reverses = Some(original);
        }
    }
}
