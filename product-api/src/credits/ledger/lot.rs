//! Lots: credits that arrived together, and the order in which they are used.

use std::cmp::Ordering;

use foundation::Timestamp;

/// Limit of the open lots of one wallet.
pub(crate) const MAX_OPEN: usize = 10_000;

/// Source of a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LotKind {
    /// Free credits.
    Promo,
    /// Allowance of a subscription's period.
    Subscription,
    /// Purchased credits.
    Purchase,
    /// Correction by hand.
    Adjustment,
    /// Credits given back whose first lot has expired or is on another wallet, or whose debt has been repaid.
    Restored,
}

impl LotKind {
    /// All kinds.
    pub(crate) const ALL: [Self; 5] = [
        Self::Promo,
        Self::Subscription,
        Self::Purchase,
        Self::Adjustment,
        Self::Restored,
    ];

    /// Returns the kind's name in the table and in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Promo => "promo",
            Self::Subscription => "subscription",
            Self::Purchase => "purchase",
            Self::Adjustment => "adjustment",
            Self::Restored => "restored",
        }
    }

    /// Returns the kind with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the priority of a lot for which none was chosen: free credits are used first.
    pub(crate) const fn default_priority(self) -> i16 {
        match self {
            Self::Promo => 30,
            Self::Subscription => 40,
            Self::Purchase | Self::Adjustment | Self::Restored => 50,
        }
    }

    const fn is_paid(self) -> bool {
        matches!(self, Self::Purchase)
    }
}

/// Difference between a row in memory and in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowChange {
    /// Unchanged since it was read.
    Unchanged,
    /// Changed since it was read.
    Changed,
    /// Not written yet.
    New,
}

/// Credits that arrived together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lot {
    /// The lot's key.
    pub(crate) id: i64,
    /// Kind of the lot.
    pub(crate) kind: LotKind,
    /// Credits that it had at first.
    pub(crate) amount: i64,
    /// Credits that are left.
    pub(crate) remaining: i64,
    /// Part of `remaining` that open holds have pinned.
    pub(crate) held: i64,
    /// Priority of use, 0 to 100; lower is used first.
    pub(crate) priority: i16,
    /// Time from which it can be used.
    pub(crate) effective_at: Timestamp,
    /// Time from which it can no longer be used; none if it never expires.
    pub(crate) expires_at: Option<Timestamp>,
    /// Key of the one feature that it can be used for; none for any use.
    pub(crate) scope: Option<i64>,
    /// Source, unique within the account: its kind …
    pub(crate) source_kind: String,
    /// … and its name.
    pub(crate) source_ref: String,
    /// Key of the transaction that created the lot.
    pub(crate) txn_id: i64,
    /// Difference between the lot and its row.
    pub(crate) mark: RowChange,
}

impl Lot {
    /// Returns the credits that no hold has pinned.
    pub(crate) fn unpinned(&self) -> i64 {
        self.remaining - self.held
    }

    /// Returns true if the lot has expired at a time; `expires_at` is exclusive.
    pub(crate) fn is_expired(&self, at: Timestamp) -> bool {
        self.expires_at.is_some_and(|expires_at| expires_at <= at)
    }

    /// Returns the credits that cannot be used for a feature, because the lot is for another one, or begins after a time. The
    /// store adds them up (`unusable::sums`).
    pub(crate) fn unusable(&self, at: Timestamp, feature: Option<i64>) -> i64 {
        let in_scope = self.scope.is_none() || self.scope == feature;
        if in_scope && self.effective_at <= at {
            0
        } else {
            self.unpinned()
        }
    }

    /// Returns the credits that can be used for a feature at a time.
    pub(crate) fn usable(&self, at: Timestamp, feature: Option<i64>) -> i64 {
        if self.is_expired(at) {
            0
        } else {
            self.unpinned() - self.unusable(at, feature)
        }
    }

    /// Returns the due time of its unpinned part.
    pub(crate) fn due_at(&self) -> Option<Timestamp> {
        self.expires_at.filter(|_| self.unpinned() > 0)
    }

    /// Pins credits for a hold, or unpins them if `amount` is below zero.
    pub(crate) fn pin(&mut self, amount: i64) {
        self.held += amount;
        assert!(
            0 <= self.held && self.held <= self.remaining,
            "more was set aside of a lot than it had"
        );
        if self.mark == RowChange::Unchanged {
            self.mark = RowChange::Changed;
        }
    }

    /// Takes credits out, or puts them back if `amount` is below zero.
    pub(crate) fn take(&mut self, amount: i64) {
        self.remaining -= amount;
        assert!(
            self.held <= self.remaining && self.remaining <= self.amount,
            "more was taken from a lot than it had"
        );
        if self.mark == RowChange::Unchanged {
            self.mark = RowChange::Changed;
        }
    }
}

/// Compares lots in the order of use. The order is total, so that every server takes the same credits first.
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
