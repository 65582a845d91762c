//! Parts of large wallets: the open lots and holds in memory, and those that must be read for an operation.
//!
//! A wallet with few open lots and holds is read whole. The lots of a larger one are read in pages, each scope in burn order,
//! until an operation has what it needs; of its holds only named or due ones are read. A rule that meets the end of the rows
//! that were read stops with [`Refusal::NotRead`] before it changes anything.

use std::collections::HashMap;

use foundation::Timestamp;

use super::account::Account;
use super::due::{DueItem, DueKey};
use super::hold::Hold;
use super::ledger::AccountState;
use super::lot::{Lot, burn_order};
use super::lots::{Lots, shares};
use super::operation::Refusal;
use super::posting::Writes;

/// Limit of the open lots, and of the open holds, of a wallet that is read whole; also the first page of a larger one.
pub(crate) const PAGE: i64 = 64;
/// Limit of the lots of one page.
const MAX_PAGE: i64 = 2048;

/// Use of lots: one feature, by its key, or any use.
pub(crate) type Scope = Option<i64>;

/// Rows of a large wallet that an operation needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The next lots of a scope.
    Lots(Scope),
    /// Lots and holds that are due at a time.
    Due(Timestamp),
}

/// Rows that are not in memory, and their wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotRead {
    /// The wallet's key.
    pub(crate) account_id: i64,
    /// The rows.
    pub(crate) need: Need,
}

/// A page of the lots of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
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
struct Front {
    count: i64,
    last: Option<Lot>,
    is_whole: bool,
}

/// Part of a large wallet that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    fronts: HashMap<Scope, Front>,
    /// First unread point in the order of settling.
    unread_due: Option<DueKey>,
    /// True after due rows were read. A second query would return the same rows until the first ones are saved.
    is_due_read: bool,
}

impl Reach {
    fn first_due(at: Option<Timestamp>) -> Option<DueKey> {
        at.map(|at| (at, DueItem::Lot, i64::MIN))
    }

    /// Returns true if all lots were read that come before this one in its scope.
    fn covers(&self, lot: &Lot) -> bool {
        self.fronts.get(&lot.scope).is_some_and(|front| {
            let is_before = |last: &Lot| burn_order(lot, last).is_le();
            front.is_whole || front.last.as_ref().is_some_and(is_before)
        })
    }

    fn has_all(&self, scope: Scope) -> bool {
        self.fronts.get(&scope).is_some_and(|front| front.is_whole)
    }

    fn add(&mut self, scope: Scope, page: &[Lot], length: i64) {
        let front = self.fronts.entry(scope).or_default();
        let count = i64::try_from(page.len()).unwrap_or(i64::MAX);
        front.count += count;
        front.is_whole = count < length;
        let last = page.iter().max_by(|left, right| burn_order(left, right));
        front.last = last.cloned().or(front.last.take());
    }

    /// Returns the first unread point in the order of settling; none if all was read.
    pub(super) const fn unread_due(&self) -> Option<DueKey> {
        self.unread_due
    }

    /// Returns the first time at which an unread row may fall due.
    pub(super) fn unread_due_at(&self) -> Option<Timestamp> {
        self.unread_due.map(|(at, ..)| at)
    }

    /// Returns true if due rows were read since the wallet was locked.
    pub(super) const fn is_due_read(&self) -> bool {
        self.is_due_read
    }
}

impl DueRows {
    /// Returns the point behind the last row of a kind that may have more rows.
    fn end(&self, most: i64) -> Option<DueKey> {
        let is_full = |count: usize| i64::try_from(count).is_ok_and(|count| count >= most);
        let lot = self.lots.last().filter(|_| is_full(self.lots.len()));
        let lot = lot.and_then(|lot| Some((lot.expires_at?, DueItem::Lot, lot.id + 1)));
        let hold = self.holds.last().filter(|_| is_full(self.holds.len()));
        let hold = hold.and_then(|hold| Some((hold.expires_at?, DueItem::Hold, hold.id + 1)));
        lot.into_iter().chain(hold).min()
    }
}

impl AccountState {
    /// Builds the state of a large wallet of which only some holds were read.
    pub(crate) fn of_part(account: Account, holds: Vec<Hold>) -> Self {
        let reach = Reach {
            unread_due: Reach::first_due(account.next_due_at),
            ..Reach::default()
        };
        Self {
            read: account.clone(),
            account,
            lots: Lots::default(),
            holds,
            originals: Vec::new(),
            reach: Some(reach),
            writes: Writes::default(),
        }
    }

    /// Returns true if all open lots and holds are in memory.
    pub(crate) const fn is_whole(&self) -> bool {
        self.reach.is_none()
    }

    /// Counts the lots that have credits; after a merge there may be more than [`MAX_OPEN`](super::lot::MAX_OPEN).
    pub(super) fn open_lots(&self) -> usize {
        if self.is_whole() {
            self.lots.iter().filter(|lot| lot.remaining > 0).count()
        } else {
            usize::try_from(self.account.open.lots).unwrap_or_default()
        }
    }

    /// Counts the open holds.
    pub(super) fn open_holds(&self) -> usize {
        if self.is_whole() {
            self.holds.iter().filter(|hold| hold.is_open()).count()
        } else {
            usize::try_from(self.account.open.holds).unwrap_or_default()
        }
    }

    /// Chooses the lots for an amount of a feature, in burn order, and adds up their shares.
    pub(super) fn shares(
        &self,
        (required, feature): (i64, Option<i64>),
        at: Timestamp,
    ) -> Result<(Vec<(usize, i64)>, i64), Refusal> {
        let Some(reach) = &self.reach else {
            return Ok(shares(self.lots.in_order(), (required, feature), at));
        };
        let (mut all, mut taken) = (Vec::new(), 0);
        for scope in feature.map(Some).into_iter().chain([None]) {
            let of_scope = self.lots.in_order().filter(|(_, lot)| lot.scope == scope);
            let read = of_scope.filter(|(_, lot)| reach.covers(lot));
            let (some, given) = shares(read, (required - taken, feature), at);
            all.extend(some);
            taken += given;
            if taken < required && !reach.has_all(scope) {
                return Err(self.not_read(Need::Lots(scope)));
            }
        }
        Ok((all, taken))
    }

    /// Names the unread rows that are due at a time: the rules settle them first.
    pub(super) fn unread_due(&self, at: Timestamp) -> Option<NotRead> {
        let first = self.reach.as_ref()?.unread_due_at()?;
        (first <= at).then_some(NotRead {
            account_id: self.account.id,
            need: Need::Due(at),
        })
    }

    /// Refuses an operation while a due row is unread.
    pub(super) fn check_due(&self, at: Timestamp) -> Result<(), Refusal> {
        let unread = self.unread_due(at);
        unread.map_or(Ok(()), |unread| Err(Refusal::NotRead(unread)))
    }

    fn not_read(&self, need: Need) -> Refusal {
        Refusal::NotRead(NotRead {
            account_id: self.account.id,
            need,
        })
    }

    /// Returns the next page of a scope. It is as long as all pages before it, so that many lots need few pages.
    pub(super) fn next_page(&self, scope: Scope) -> Page {
        let front = self
            .reach
            .as_ref()
            .and_then(|reach| reach.fronts.get(&scope));
        let offset = front.map_or(0, |front| front.count);
        Page {
            length: offset.clamp(PAGE, MAX_PAGE),
            offset,
        }
    }

    /// Adds the next page of a scope, which has `length` lots unless it is the last.
    pub(super) fn add_page(&mut self, scope: Scope, lots: Vec<Lot>, length: i64) {
        if let Some(reach) = &mut self.reach {
            reach.add(scope, &lots, length);
        }
        self.add_read(lots);
    }

    /// Adds due rows; a kind with `most` rows may have more.
    pub(super) fn add_due(&mut self, due: DueRows, most: i64) {
        if let Some(reach) = &mut self.reach {
            reach.unread_due = due.end(most).or(Reach::first_due(due.next));
            reach.is_due_read = true;
        }
        for hold in due.holds {
            if self.holds.iter().all(|known| known.id != hold.id) {
                self.holds.push(hold);
            }
        }
        self.add_read(due.lots);
        self.add_read(due.pinned);
    }

    /// Adds lots as they were read, except those in memory, which may have changed since.
    pub(super) fn add_read(&mut self, lots: Vec<Lot>) {
        for lot in lots {
            if self.lots.place_of(lot.id).is_none() {
                self.lots.push(lot);
            }
        }
    }
}
