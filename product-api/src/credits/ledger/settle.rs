//! Expiries of lots and holds, each booked at the time at which it falls due.
//!
//! Expiries are booked strictly in the order of their times, also where a hold releases a lot in between: the books do not
//! depend on how late they are settled.

use std::collections::BTreeSet;

use foundation::Timestamp;

use super::book::SystemAccount;
use super::booking::{DraftTransaction, legs};
use super::hold::Hold;
use super::loaded_part::{DueItem, DueKey, LoadedPart};
use super::lot::Lot;
use super::posting::{Attribution, EventKind, Side, TransactionDetails};
use super::row_ids::RowIds;
use super::state::AccountState;
use super::txn_kind::TxnKind;

/// Due time, kind, key and index of an expiry.
type DueEntry = (Timestamp, DueItem, i64, usize);

/// Returns true if the expiry comes before a point in the order of settling.
fn is_before(due: &DueEntry, end: Option<DueKey>) -> bool {
    let (at, item, id, _) = *due;
    end.is_none_or(|end| (at, item, id) < end)
}

impl AccountState {
    /// Books the expiries up to a time, each at the time at which it fell due. For a large wallet it stops before the first row
    /// that was not read, so that the order stays the same.
    pub(crate) fn settle(&mut self, now: Timestamp, keys: &RowIds) {
        if !self.account.is_due(now) {
            return;
        }
        let end = self.unread_from();
        let mut due = self.due_by(now);
        while let Some((due_at, what, _, index)) = due.pop_first() {
            let before = self.alert_baseline();
            match what {
                DueItem::Lot => self.expire(due_at, index, keys),
                DueItem::Hold => {
                    let released_lots = self.expire_hold(due_at, index, keys);
                    // Credits that the hold released expire in their turn, if it has come.
                    let later = self.expire_released(&released_lots, due_at, keys);
                    let is_next = |due: &DueEntry| due.0 <= now && is_before(due, end);
                    due.extend(later.into_iter().filter(is_next));
                }
            }
            self.emit_alerts(before, due_at.max(self.account.last_booked_at), keys);
        }
        self.recompute_due();
    }

    /// Expires credits that an operation released after their end: no client could have used them in between.
    pub(crate) fn expire_ended(&mut self, at: Timestamp, keys: &RowIds) {
        if !self.account.is_due(at) {
            return;
        }
        for (due_at, what, _, index) in self.due_by(at) {
            if what == DueItem::Lot {
                self.expire(due_at, index, keys);
            }
        }
        self.recompute_due();
    }

    /// Recomputes the time of the next expiry.
    pub(crate) fn recompute_due(&mut self) {
        let lots = self.lots.iter().filter_map(Lot::due_at);
        let holds = self.holds.iter().filter_map(Hold::due_at);
        let unread = self.unread_from().map(|(at, ..)| at);
        self.account.next_due_at = lots.chain(holds).chain(unread).min();
    }

    /// Notes the due time of a row. The earliest that is noted in memory may be too early, never too late.
    pub(crate) fn note_due(&mut self, at: Option<Timestamp>) {
        let noted = [self.account.next_due_at, at];
        self.account.next_due_at = noted.into_iter().flatten().min();
    }

    fn due_by(&self, now: Timestamp) -> BTreeSet<DueEntry> {
        let lots = self.lots.iter().enumerate();
        let of_lot = |(index, lot): (usize, &Lot)| {
            let due_at = lot.due_at()?;
            Some((due_at, DueItem::Lot, lot.id, index))
        };
        let holds = self.holds.iter().enumerate();
        let of_hold = |(index, hold): (usize, &Hold)| {
            let due_at = hold.due_at()?;
            Some((due_at, DueItem::Hold, hold.id, index))
        };
        let end = self.unread_from();
        let all = lots.filter_map(of_lot).chain(holds.filter_map(of_hold));
        all.filter(|due| due.0 <= now && is_before(due, end))
            .collect()
    }

    /// Returns the first unread point in the order of settling; none for a wallet that was read whole.
    fn unread_from(&self) -> Option<DueKey> {
        self.reach.as_ref().and_then(LoadedPart::unread_due)
    }

    /// Expires the released lots that are due at a time, by their indexes, and returns the other ones.
    fn expire_released(
        &mut self,
        indexes: &[usize],
        at: Timestamp,
        keys: &RowIds,
    ) -> BTreeSet<DueEntry> {
        let lots = indexes.iter().filter_map(|index| {
            let lot = self.lots.get(*index)?;
            Some((lot.due_at()?, DueItem::Lot, lot.id, *index))
        });
        let mut ended: BTreeSet<DueEntry> = lots.collect();
        let later = ended.split_off(&(at, DueItem::Hold, i64::MIN, 0));
        for (due_at, _, _, index) in ended {
            self.expire(due_at, index, keys);
        }
        later
    }

    /// Expires credits of lots before their time, by the lots' indexes.
    pub(crate) fn expire_early(
        &mut self,
        takes: Vec<(usize, i64)>,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) {
        let amount: i64 = takes.iter().map(|(_, amount)| amount).sum();
        let to = Side::System(SystemAccount::Expired);
        let draft = DraftTransaction {
            kind: TxnKind::Expiry,
            details,
            at,
            posting: legs(&[(Side::Wallet, -amount), (to, amount)]),
            takes,
            event: Some(EventKind::Expired),
        };
        self.book(draft, keys);
        self.recompute_due();
    }

    /// Books the part of a lot that no hold has pinned out of the wallet.
    fn expire(&mut self, due_at: Timestamp, index: usize, keys: &RowIds) {
        let Some(lot) = self.lots.get(index).filter(|lot| lot.unpinned() > 0) else {
            return;
        };
        let (amount, rest) = (lot.unpinned(), lot.held);
        // A part that a hold had pinned expires later, under an operation key of its own.
        let op_key = match rest {
            0 => format!("expire:{}", lot.id),
            _ => format!("expire:{}:{rest}", lot.id),
        };
        let details = TransactionDetails {
            op_key,
            actor: "system".to_owned(),
            description: None,
            metadata: "{}".to_owned(),
            attribution: Attribution::default(),
        };
        let to = Side::System(SystemAccount::Expired);
        let draft = DraftTransaction {
            kind: TxnKind::Expiry,
            details,
            at: due_at.max(self.account.last_booked_at),
            posting: legs(&[(Side::Wallet, -amount), (to, amount)]),
            takes: vec![(index, amount)],
            event: Some(EventKind::Expired),
        };
        self.book(draft, keys);
    }
}
