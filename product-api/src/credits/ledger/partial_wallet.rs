//! Rules for large wallets of which only a part was read.
//!
//! A rule that meets the end of the rows that were read stops with [`LedgerRefusal::MissingRows`] before it changes anything.

use foundation::Timestamp;

use super::account::Account;
use super::hold::Hold;
use super::loaded_part::{
    DueRows, LoadedPart, LotPage, LotScope, MAX_PAGE, MissingRows, NeededRows, PAGE,
};
use super::lot::Lot;
use super::lots::{Lots, RequiredCredits, shares};
use super::operation::LedgerRefusal;
use super::posting::PendingRows;
use super::state::AccountState;

impl AccountState {
    /// Builds the state of a large wallet of which only some holds were read.
    pub(crate) fn from_part(account: Account, holds: Vec<Hold>) -> Self {
        let reach = LoadedPart {
            unread_due: LoadedPart::first_due(account.next_due_at),
            ..LoadedPart::default()
        };
        Self {
            read: account.clone(),
            account,
            lots: Lots::default(),
            holds,
            originals: Vec::new(),
            reach: Some(reach),
            writes: PendingRows::default(),
        }
    }

    /// Returns true if all open lots and holds are in memory.
    pub(crate) const fn is_complete(&self) -> bool {
        self.reach.is_none()
    }

    /// Counts the lots that have credits; after a merge there may be more than [`MAX_OPEN`](super::lot::MAX_OPEN).
    pub(crate) fn open_lots(&self) -> usize {
        if self.is_complete() {
            self.lots.iter().filter(|lot| lot.remaining > 0).count()
        } else {
            usize::try_from(self.account.open.lots).unwrap_or_default()
        }
    }

    /// Counts the open holds.
    pub(crate) fn open_holds(&self) -> usize {
        if self.is_complete() {
            self.holds.iter().filter(|hold| hold.is_open()).count()
        } else {
            usize::try_from(self.account.open.holds).unwrap_or_default()
        }
    }

    /// Chooses the lots for an amount of a feature, in burn order, and adds up their shares.
    pub(crate) fn shares(
        &self,
        required: RequiredCredits,
        at: Timestamp,
    ) -> Result<(Vec<(usize, i64)>, i64), LedgerRefusal> {
        let Some(reach) = &self.reach else {
            return Ok(shares(self.lots.in_order(), required, at));
        };
        let (mut all, mut taken) = (Vec::new(), 0);
        for scope in required.feature.map(Some).into_iter().chain([None]) {
            let of_scope = self.lots.in_order().filter(|(_, lot)| lot.scope == scope);
            let read = of_scope.filter(|(_, lot)| reach.covers(lot));
            let rest = RequiredCredits {
                amount: required.amount - taken,
                ..required
            };
            let (some, given) = shares(read, rest, at);
            all.extend(some);
            taken += given;
            if taken < required.amount && !reach.has_all(scope) {
                return Err(self.not_read(NeededRows::Lots(scope)));
            }
        }
        Ok((all, taken))
    }

    /// Names the unread rows that are due at a time: the rules settle them first.
    pub(crate) fn unread_due(&self, at: Timestamp) -> Option<MissingRows> {
        let first = self.reach.as_ref()?.unread_due_at()?;
        (first <= at).then_some(MissingRows {
            account_id: self.account.id,
            need: NeededRows::Due(at),
        })
    }

    /// Refuses an operation while a due row is unread.
    pub(crate) fn check_due(&self, at: Timestamp) -> Result<(), LedgerRefusal> {
        let unread = self.unread_due(at);
        unread.map_or(Ok(()), |unread| Err(LedgerRefusal::NotRead(unread)))
    }

    fn not_read(&self, need: NeededRows) -> LedgerRefusal {
        LedgerRefusal::NotRead(MissingRows {
            account_id: self.account.id,
            need,
        })
    }

    /// Returns the next page of a scope. It is as long as all pages before it, so that many lots need few pages.
    pub(crate) fn next_page(&self, scope: LotScope) -> LotPage {
        let front = self
            .reach
            .as_ref()
            .and_then(|reach| reach.fronts.get(&scope));
        let offset = front.map_or(0, |front| front.count);
        LotPage {
            length: offset.clamp(PAGE, MAX_PAGE),
            offset,
        }
    }

    /// Adds the next page of a scope, which has `length` lots unless it is the last.
    pub(crate) fn add_page(&mut self, scope: LotScope, lots: Vec<Lot>, length: i64) {
        if let Some(reach) = &mut self.reach {
            reach.add(scope, &lots, length);
        }
        self.add_read(lots);
    }

    /// Adds due rows; a kind with `most` rows may have more.
    pub(crate) fn add_due(&mut self, due: DueRows, most: i64) {
        if let Some(reach) = &mut self.reach {
            reach.unread_due = due.end(most).or(LoadedPart::first_due(due.next));
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
    pub(crate) fn add_read(&mut self, lots: Vec<Lot>) {
        for lot in lots {
            if self.lots.index_of(lot.id).is_none() {
                self.lots.push(lot);
            }
        }
    }
}
