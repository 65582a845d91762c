//! Parts of large wallets that were read: the lots of each scope in burn order, and the rows that are due.
//!
//! A wallet with few open lots and holds is read whole. The lots of a larger one are read in pages, each scope in burn order,
//! until an operation has what it needs; of its holds only named or due ones are read.

use std::collections::HashMap;

use foundation::Timestamp;

use super::hold::Hold;
use super::lot::{Lot, burn_order};

/// Limit of the open lots, and of the open holds, of a wallet that is read whole; also the first page of a larger one.
pub(crate) const PAGE: i64 = 64;

/// Limit of the lots of one page.
pub(super) const MAX_PAGE: i64 = 2048;

/// Kind of an expiry. At one time lots expire before holds, so that a hold releases credits that have expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DueItem {
    Lot,
    Hold,
}

/// Order of settling: due time, kind and key.
pub(crate) type DueKey = (Timestamp, DueItem, i64);

/// Use of lots: one feature, by its key, or any use.
pub(crate) type LotScope = Option<i64>;

/// Rows of a large wallet that an operation needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NeededRows {
    /// The next lots of a scope.
    Lots(LotScope),
    /// Lots and holds that are due at a time.
    Due(Timestamp),
}

/// Rows that are not in memory, and their wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MissingRows {
    /// The wallet's key.
    pub(crate) account_id: i64,
    /// The rows.
    pub(crate) need: NeededRows,
}

/// A page of the lots of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LotPage {
    /// Limit of the lots in the page.
    pub(crate) length: i64,
    /// Number of the lots before the page.
    pub(crate) offset: i64,
}

/// Due rows, each kind in the order in which it falls due.
#[derive(Debug, Default)]
pub(crate) struct DueRows {
    /// Lots, by due time and key.
    pub(crate) lots: Vec<Lot>,
    /// Holds, by due time and key.
    pub(crate) holds: Vec<Hold>,
    /// Lots that these holds have pinned.
    pub(crate) pinned: Vec<Lot>,
    /// Time of the first expiry after these.
    pub(crate) next: Option<Timestamp>,
}

/// First lots of a scope, in burn order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ScopePrefix {
    pub(super) count: i64,
    last: Option<Lot>,
    is_complete: bool,
}

/// Part of a large wallet that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LoadedPart {
    pub(super) fronts: HashMap<LotScope, ScopePrefix>,
    /// First unread point in the order of settling.
    pub(super) unread_due: Option<DueKey>,
    /// True after due rows were read. A second query would return the same rows until the first ones are saved.
    pub(super) is_due_read: bool,
}

impl LoadedPart {
    pub(super) fn first_due(at: Option<Timestamp>) -> Option<DueKey> {
        at.map(|at| (at, DueItem::Lot, i64::MIN))
    }

    /// Returns true if all lots were read that come before this one in its scope.
    pub(super) fn covers(&self, lot: &Lot) -> bool {
        self.fronts.get(&lot.scope).is_some_and(|front| {
            let is_before = |last: &Lot| burn_order(lot, last).is_le();
            front.is_complete || front.last.as_ref().is_some_and(is_before)
        })
    }

    pub(super) fn has_all(&self, scope: LotScope) -> bool {
        self.fronts
            .get(&scope)
            .is_some_and(|front| front.is_complete)
    }

    pub(super) fn add(&mut self, scope: LotScope, page: &[Lot], length: i64) {
        let front = self.fronts.entry(scope).or_default();
        let count = i64::try_from(page.len()).unwrap_or(i64::MAX);
        front.count += count;
        front.is_complete = count < length;
        let last = page.iter().max_by(|left, right| burn_order(left, right));
        front.last = last.cloned().or(front.last.take());
    }

    /// Returns the first unread point in the order of settling; none if all was read.
    pub(crate) const fn unread_due(&self) -> Option<DueKey> {
        self.unread_due
    }

    /// Returns the first time at which an unread row may fall due.
    pub(crate) fn unread_due_at(&self) -> Option<Timestamp> {
        self.unread_due.map(|(at, ..)| at)
    }

    /// Returns true if due rows were read since the wallet was locked.
    pub(crate) const fn is_due_read(&self) -> bool {
        self.is_due_read
    }
}

impl DueRows {
    /// Returns the point behind the last row of a kind that may have more rows.
    pub(super) fn end(&self, most: i64) -> Option<DueKey> {
        let is_full = |count: usize| i64::try_from(count).is_ok_and(|count| count >= most);
        let lot = self.lots.last().filter(|_| is_full(self.lots.len()));
        let lot = lot.and_then(|lot| Some((lot.expires_at?, DueItem::Lot, lot.id + 1)));
        let hold = self.holds.last().filter(|_| is_full(self.holds.len()));
        let hold = hold.and_then(|hold| Some((hold.expires_at?, DueItem::Hold, hold.id + 1)));
        lot.into_iter().chain(hold).min()
    }
}
