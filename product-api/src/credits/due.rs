//! What falls due by itself on an account: lots and holds that come to their end, each at its instant.
//!
//! What is due is booked strictly in the order of the instants, also where a hold lets go of a lot meanwhile: the books do
//! not depend on how late it is settled.

use std::collections::BTreeSet;

use foundation::Timestamp;

use super::book::SystemAccount;
use super::hold::Hold;
use super::keys::Keys;
use super::ledger::{AccountState, Draft, legs};
use super::lot::Lot;
use super::posting::{About, EventKind, Side, Slip, TxnKind};
use super::reach::Reach;

/// What falls due; at one instant lots before holds, so that a hold lets go of what is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DueItem {
    Lot,
    Hold,
}

/// When something falls due, what it is, and its key: the order in which it is settled.
pub(super) type DueKey = (Timestamp, DueItem, i64);

/// When something falls due, what it is, its key and its place.
type Due = (Timestamp, DueItem, i64, usize);

/// The item falls due before a place in the order of settling.
fn is_before(due: &Due, end: Option<DueKey>) -> bool {
    let (at, item, id, _) = *due;
    end.is_none_or(|end| (at, item, id) < end)
}

impl AccountState {
    /// Books what fell due up to an instant, each at the instant it fell due; of a large wallet only up to the first that was
    /// not read, so that the order stays the same.
    pub(crate) fn settle(&mut self, now: Timestamp, keys: &Keys) {
        if !self.is_due(now) {
            return;
        }
        let end = self.unread_from();
        let mut due = self.due_by(now);
        while let Some((due_at, what, _, place)) = due.pop_first() {
            let before = self.standing();
            match what {
                DueItem::Lot => self.expire(due_at, place, keys),
                DueItem::Hold => {
                    let let_go = self.expire_hold(due_at, place, keys);
                    // What is left of it falls due in its turn, if that has come.
                    let later = self.expire_let_go(&let_go, due_at, keys);
                    let is_next = |due: &Due| due.0 <= now && is_before(due, end);
                    due.extend(later.into_iter().filter(is_next));
                }
            }
            self.tell_crossings(before, due_at.max(self.account.last_booked_at), keys);
        }
        self.reckon_due();
    }

    /// Lets what an operation has let go expire where its time is over: nobody could have used it in between.
    pub(super) fn expire_ended(&mut self, at: Timestamp, keys: &Keys) {
        if !self.is_due(at) {
            return;
        }
        for (due_at, what, _, place) in self.due_by(at) {
            if what == DueItem::Lot {
                self.expire(due_at, place, keys);
            }
        }
        self.reckon_due();
    }

    /// Reckons anew when something falls due by itself.
    pub(super) fn reckon_due(&mut self) {
        let lots = self.lots.iter().filter_map(Lot::due_at);
        let holds = self.holds.iter().filter_map(Hold::due_at);
        let unread = self.unread_from().map(|(at, ..)| at);
        self.account.next_due_at = lots.chain(holds).chain(unread).min();
    }

    /// Notes that something falls due at an instant. In memory the earliest that is noted may be too early, never too late.
    pub(super) fn falls_due(&mut self, at: Option<Timestamp>) {
        let noted = [self.account.next_due_at, at];
        self.account.next_due_at = noted.into_iter().flatten().min();
    }

    /// Whether anything can be due.
    fn is_due(&self, at: Timestamp) -> bool {
        self.account.next_due_at.is_some_and(|due_at| due_at <= at)
    }

    fn due_by(&self, now: Timestamp) -> BTreeSet<Due> {
        let lots = self.lots.iter().enumerate();
        let of_lot = |(place, lot): (usize, &Lot)| {
            let due_at = lot.due_at()?;
            Some((due_at, DueItem::Lot, lot.id, place))
        };
        let holds = self.holds.iter().enumerate();
        let of_hold = |(place, hold): (usize, &Hold)| {
            let due_at = hold.due_at()?;
            Some((due_at, DueItem::Hold, hold.id, place))
        };
        let end = self.unread_from();
        let all = lots.filter_map(of_lot).chain(holds.filter_map(of_hold));
        all.filter(|due| due.0 <= now && is_before(due, end))
            .collect()
    }

    /// The first place in the order of settling that was not read; none of a wallet that was read whole.
    fn unread_from(&self) -> Option<DueKey> {
        self.reach.as_ref().and_then(Reach::unread_due)
    }

    /// Lets those of the lots in some places expire that are over at an instant; when the others fall due.
    fn expire_let_go(&mut self, places: &[usize], at: Timestamp, keys: &Keys) -> BTreeSet<Due> {
        let lots = places.iter().filter_map(|place| {
            let lot = self.lots.get(*place)?;
            Some((lot.due_at()?, DueItem::Lot, lot.id, *place))
        });
        let mut ended: BTreeSet<Due> = lots.collect();
        let later = ended.split_off(&(at, DueItem::Hold, i64::MIN, 0));
        for (due_at, _, _, place) in ended {
            self.expire(due_at, place, keys);
        }
        later
    }

    /// Books what no hold has pinned of a lot out of the wallet.
    fn expire(&mut self, due_at: Timestamp, place: usize, keys: &Keys) {
        let Some(lot) = self.lots.get(place).filter(|lot| lot.unpinned() > 0) else {
            return;
        };
        let (amount, rest) = (lot.unpinned(), lot.held);
        // A part that a hold had pinned expires later, under a key of its own.
        let op_key = match rest {
            0 => format!("expire:{}", lot.id),
            _ => format!("expire:{}:{rest}", lot.id),
        };
        let slip = Slip {
            op_key,
            actor: "system".to_owned(),
            description: None,
            metadata: "{}".to_owned(),
            about: About::default(),
        };
        let to = Side::System(SystemAccount::Expired);
        let draft = Draft {
            kind: TxnKind::Expiry,
            slip,
            at: due_at.max(self.account.last_booked_at),
            posting: legs(&[(Side::Wallet, -amount), (to, amount)]),
            takes: vec![(place, amount)],
            event: Some(EventKind::Expired),
        };
        self.book(draft, keys);
    }
}
