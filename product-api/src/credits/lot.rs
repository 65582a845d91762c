//! Lots: credits that came together, and the order in which they are used up.

use std::cmp::Ordering;

use foundation::Timestamp;

/// The most open lots of one wallet.
pub(crate) const MOST_OPEN: usize = 10_000;

/// What a lot came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LotKind {
    /// Given away.
    Promo,
    /// The allowance of a subscription's period.
    Subscription,
    /// What was left of an earlier period.
    Rollover,
    /// Paid for.
    Purchase,
    /// Put right by hand.
    Adjustment,
    /// Given back where its first lot is over, or another wallet has it, or what was owed has been repaid.
    Restored,
}

impl LotKind {
    /// All of them.
    pub(crate) const ALL: [Self; 6] = [
        Self::Promo,
        Self::Subscription,
        Self::Rollover,
        Self::Purchase,
        Self::Adjustment,
        Self::Restored,
    ];

    /// The kind, as the table and the API say it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Promo => "promo",
            Self::Subscription => "subscription",
            Self::Rollover => "rollover",
            Self::Purchase => "purchase",
            Self::Adjustment => "adjustment",
            Self::Restored => "restored",
        }
    }

    /// The kind of a name.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The priority of a lot for which nobody chose one: what costs nothing is used first.
    pub(crate) const fn default_priority(self) -> i16 {
        match self {
            Self::Promo => 30,
            Self::Subscription | Self::Rollover => 40,
            Self::Purchase | Self::Adjustment | Self::Restored => 50,
        }
    }

    const fn is_paid(self) -> bool {
        matches!(self, Self::Purchase)
    }
}

/// How a row in memory differs from the one in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// As it was read.
    Kept,
    /// Read, and changed since.
    Changed,
    /// Not written yet.
    New,
}

/// Credits that came together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lot {
    /// Its key.
    pub(crate) id: i64,
    /// What it came from.
    pub(crate) kind: LotKind,
    /// How many credits it had.
    pub(crate) amount: i64,
    /// How many it still has.
    pub(crate) remaining: i64,
    /// Of these, pinned by open holds.
    pub(crate) held: i64,
    /// 0 to 100; lower is used first.
    pub(crate) priority: i16,
    /// From when it can be used.
    pub(crate) effective_at: Timestamp,
    /// From when it can no longer be used; none for a lot that stays.
    pub(crate) expires_at: Option<Timestamp>,
    /// The one feature it can be used for; none for any use.
    pub(crate) scope: Option<i64>,
    /// Where it came from, unique within its account: the kind of the source …
    pub(crate) source_kind: String,
    /// … and its name.
    pub(crate) source_ref: String,
    /// The transaction it came with.
    pub(crate) txn_id: i64,
    /// Whether its row is behind.
    pub(crate) mark: Mark,
}

/// The part of a lot that no hold has pinned, and what decides whether it can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unpinned {
    amount: i64,
    /// From when it can be used.
    pub(crate) effective_at: Timestamp,
    expires_at: Option<Timestamp>,
    scope: Option<i64>,
}

impl Unpinned {
    /// What can be taken from it at an instant for a feature.
    pub(crate) fn usable(&self, at: Timestamp, feature: Option<i64>) -> i64 {
        let in_scope = self.scope.is_none() || self.scope == feature;
        let is_over = self.expires_at.is_some_and(|expires_at| expires_at <= at);
        if in_scope && self.effective_at <= at && !is_over {
            self.amount
        } else {
            0
        }
    }
}

impl Lot {
    /// The part that no hold has pinned.
    pub(crate) fn unpinned(&self) -> i64 {
        self.remaining - self.held
    }

    /// Whether its time is over at an instant; `expires_at` is the first instant at which it is.
    pub(crate) fn is_expired(&self, at: Timestamp) -> bool {
        self.expires_at.is_some_and(|expires_at| expires_at <= at)
    }

    /// The part that no hold has pinned, if there is one.
    pub(crate) fn unpinned_part(&self) -> Option<Unpinned> {
        let part = Unpinned {
            amount: self.unpinned(),
            effective_at: self.effective_at,
            expires_at: self.expires_at,
            scope: self.scope,
        };
        (part.amount > 0).then_some(part)
    }

    /// What can be taken from it at an instant for a feature.
    pub(crate) fn usable(&self, at: Timestamp, feature: Option<i64>) -> i64 {
        let part = self.unpinned_part();
        part.map_or(0, |part| part.usable(at, feature))
    }

    /// When its unpinned part falls due.
    pub(crate) fn due_at(&self) -> Option<Timestamp> {
        self.expires_at.filter(|_| self.unpinned() > 0)
    }

    /// Sets credits aside for a hold (or, below zero, no longer).
    pub(super) fn pin(&mut self, amount: i64) {
        self.held += amount;
        assert!(
            0 <= self.held && self.held <= self.remaining,
            "more was set aside of a lot than it had"
        );
        if self.mark == Mark::Kept {
            self.mark = Mark::Changed;
        }
    }

    /// Takes credits out (or, below zero, puts them back).
    pub(super) fn take(&mut self, amount: i64) {
        self.remaining -= amount;
        assert!(
            self.held <= self.remaining && self.remaining <= self.amount,
            "more was taken from a lot than it had"
        );
        if self.mark == Mark::Kept {
            self.mark = Mark::Changed;
        }
    }
}

/// The order in which lots are used up; total, so that every server takes the same credits first.
pub(crate) fn burn_order(left: &Lot, right: &Lot) -> Ordering {
    let rank = |lot: &Lot| {
        (
            lot.scope.is_none(),
            lot.priority,
            lot.expires_at.is_none(),
            lot.expires_at,
            lot.kind.is_paid(),
            lot.effective_at,
            lot.id,
        )
    };
    rank(left).cmp(&rank(right))
}
