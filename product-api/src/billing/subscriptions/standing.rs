//! The standing of a subscription: what its status means for its owner.

use std::time::Duration;

use foundation::Timestamp;

/// A status of a subscription at Stripe that this version knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SubscriptionStatus {
    /// The trial runs.
    Trialing,
    /// The current period was paid, or is about to be.
    Active,
    /// A renewal was not paid; Stripe tries again.
    PastDue,
    /// The trial ended without a card.
    Paused,
    /// The first payment is not there yet.
    Incomplete,
    /// The first payment did not come in time.
    IncompleteExpired,
    /// Stripe has stopped to collect renewals.
    Unpaid,
    /// The subscription has ended.
    Canceled,
}

impl SubscriptionStatus {
    /// All statuses.
    pub(crate) const ALL: [Self; 8] = [
        Self::Trialing,
        Self::Active,
        Self::PastDue,
        Self::Paused,
        Self::Incomplete,
        Self::IncompleteExpired,
        Self::Unpaid,
        Self::Canceled,
    ];

    /// Returns Stripe's word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Trialing => "trialing",
            Self::Active => "active",
            Self::PastDue => "past_due",
            Self::Paused => "paused",
            Self::Incomplete => "incomplete",
            Self::IncompleteExpired => "incomplete_expired",
            Self::Unpaid => "unpaid",
            Self::Canceled => "canceled",
        }
    }

    /// Returns the status with a word; `None` for a word that this version does not know.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }

    /// Returns true if the subscription has ended for good.
    pub(crate) const fn is_over(self) -> bool {
        matches!(self, Self::Canceled | Self::IncompleteExpired)
    }
}

/// The collection of a subscription's invoices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Collection {
    /// Stripe collects them.
    On,
    /// Stripe voids them: the subscription is paused.
    Void,
    /// Stripe keeps them as drafts, or marks them as uncollectible.
    Other,
}

impl Collection {
    /// All values.
    const ALL: [Self; 3] = [Self::On, Self::Void, Self::Other];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Void => "void",
            Self::Other => "other",
        }
    }

    /// Returns the value with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|value| value.word() == word)
    }

    /// Returns the value for Stripe's behaviour of a paused collection; none while it is not paused.
    pub(crate) fn from_behavior(behavior: Option<&str>) -> Self {
        match behavior {
            None => Self::On,
            Some("void") => Self::Void,
            Some(_) => Self::Other,
        }
    }
}

/// The facts that decide about a subscription's standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StandingFacts {
    /// The status; none if this version does not know Stripe's word.
    pub(crate) status: Option<SubscriptionStatus>,
    /// The collection of invoices.
    pub(crate) collection: Collection,
    /// The time since which a renewal is not paid.
    pub(crate) past_due_since: Option<Timestamp>,
    /// The time for which an owner stays subscribed although a renewal is not paid.
    pub(crate) grace: Duration,
}

/// The standing of a subscription at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// True if the owner is subscribed.
    pub(crate) is_subscribed: bool,
    /// True if the months of a longer paid period get their allowances.
    pub(crate) has_allowances: bool,
    /// The instant at which the owner is no longer subscribed, if nothing else changes.
    pub(crate) ends_at: Option<Timestamp>,
}

impl StandingFacts {
    /// Returns the standing at an instant.
    pub(crate) fn at(&self, now: Timestamp) -> Standing {
        use SubscriptionStatus::{Active, PastDue, Trialing};
        let paused = self.collection == Collection::Void;
        let (is_subscribed, has_allowances, ends_at) = match self.status {
            Some(Trialing) => (true, false, None),
            Some(Active) => (!paused, !paused, None),
            Some(PastDue) => {
                let grace_end = self.past_due_since.unwrap_or(now).plus(self.grace);
                let is_within = now < grace_end;
                (is_within, false, is_within.then_some(grace_end))
            }
            Some(
                SubscriptionStatus::Paused
                | SubscriptionStatus::Incomplete
                | SubscriptionStatus::IncompleteExpired
                | SubscriptionStatus::Unpaid
                | SubscriptionStatus::Canceled,
            )
            | None => (false, false, None),
        };
        Standing {
            is_subscribed,
            has_allowances,
            ends_at,
        }
    }
}
