//! States of a price at Stripe, and the reasons why it cannot be sold.

use std::time::Duration;

use foundation::Timestamp;

/// The state of a price at Stripe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PriceState {
    /// The price is being made.
    Pending,
    /// The price is at Stripe and can be sold.
    Synced,
    /// The price was archived or deleted at Stripe.
    Drifted,
    /// Stripe refused the price.
    Failed,
}

impl PriceState {
    /// All states.
    const ALL: [Self; 4] = [Self::Pending, Self::Synced, Self::Drifted, Self::Failed];

    /// Returns the word in the table and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Synced => "synced",
            Self::Drifted => "drifted",
            Self::Failed => "failed",
        }
    }

    /// Returns the state with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// The reason why a price cannot be sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PriceReason {
    /// The price was archived at Stripe.
    PriceArchived,
    /// Stripe has no such price any more.
    PriceMissing,
    /// The product was archived at Stripe.
    ProductArchived,
    /// Stripe has no such product any more.
    ProductMissing,
    /// Stripe refused the product or the price.
    Refused,
    /// The key of the connection lacks a permission.
    PermissionMissing,
    /// Stripe refused the key of the connection.
    KeyRefused,
    /// Stripe was not reached or could not answer.
    Unavailable,
    /// The connection is disconnected.
    Disconnected,
}

impl PriceReason {
    /// All reasons.
    const ALL: [Self; 9] = [
        Self::PriceArchived,
        Self::PriceMissing,
        Self::ProductArchived,
        Self::ProductMissing,
        Self::Refused,
        Self::PermissionMissing,
        Self::KeyRefused,
        Self::Unavailable,
        Self::Disconnected,
    ];

    /// Returns the word in the table and in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::PriceArchived => "price-archived",
            Self::PriceMissing => "price-missing",
            Self::ProductArchived => "product-archived",
            Self::ProductMissing => "product-missing",
            Self::Refused => "refused",
            Self::PermissionMissing => "permission-missing",
            Self::KeyRefused => "key-refused",
            Self::Unavailable => "unavailable",
            Self::Disconnected => "disconnected",
        }
    }

    /// Returns the reason with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.word() == word)
    }
}

/// A price of ours at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PriceAtStripe {
    /// Our key of the price.
    pub(super) id: i64,
    /// Stripe's id of the price, once it was made.
    pub(super) stripe_price_id: Option<String>,
    /// The state.
    pub(super) state: PriceState,
    /// The reason why the price is not synced.
    pub(super) reason: Option<PriceReason>,
    /// Stripe's own words about the reason.
    pub(super) detail: Option<String>,
}

/// Duration of a claim: longer than all calls for one claim take.
pub(super) const LEASE: Duration = Duration::from_mins(2);
/// The pauses after the first failed attempts; each further one has the maximum.
const FIRST_PAUSES: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(10),
    Duration::from_hours(1),
    Duration::from_hours(3),
];
const MAX_PAUSE: Duration = Duration::from_hours(6);
/// Number of failed attempts after which no further one is made; with these pauses it is reached in three days.
const MAX_FAILURES: usize = 18;

/// Returns the time of the next attempt after this many failed ones; `None` after three days.
pub(super) fn next_attempt(attempts: i64, now: Timestamp) -> Option<Timestamp> {
    let index = usize::try_from(attempts).ok()?.checked_sub(1)?;
    let pause = FIRST_PAUSES.get(index).copied();
    (index + 1 < MAX_FAILURES).then(|| now.plus(pause.unwrap_or(MAX_PAUSE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_names_one_state_or_reason() {
        for state in PriceState::ALL {
            assert_eq!(PriceState::from_word(state.word()), Some(state));
        }
        for reason in PriceReason::ALL {
            assert_eq!(PriceReason::from_word(reason.word()), Some(reason));
        }
        assert_eq!(PriceState::from_word("made"), None);
        assert_eq!(PriceReason::from_word("made"), None);
    }

    #[test]
    fn attempts_are_repeated_for_three_days() {
        let now = Timestamp::from_seconds(1_000);
        let after = |attempts| next_attempt(attempts, now).map(|at| at.seconds() - 1_000);
        let rows = [
            (0, None),
            (1, Some(5)),
            (2, Some(30)),
            (3, Some(120)),
            (4, Some(600)),
            (5, Some(3_600)),
            (6, Some(10_800)),
            (7, Some(21_600)),
            (17, Some(21_600)),
            (18, None),
            (-1, None),
        ];
        for (attempts, expected) in rows {
            assert_eq!(after(attempts), expected, "{attempts}");
        }
    }
}
