//! A checkout: the purchase of a pack or a plan on a page of Stripe, or the agreement to an automatic top-up, with the price and the
//! terms that were fixed at its start.

use std::time::Duration;

use foundation::Timestamp;

use super::checkout_kind::CheckoutKind;
use super::checkout_terms::CheckoutTerms;
use crate::billing::currency::Currency;
use crate::caller::Mode;
use crate::credits::Owner;

/// Time for which a buyer can pay.
pub(super) const LIFETIME: Duration = Duration::from_hours(1);
/// Time after which another request or the sweep may repeat the call of a new checkout.
pub(super) const CLAIM_DURATION: Duration = Duration::from_mins(1);
/// Shortest time between two looks at a checkout whose payment is not confirmed.
const MIN_DISTANCE: Duration = Duration::from_mins(10);
/// Longest time between two looks at a checkout whose payment is not confirmed.
const MAX_DISTANCE: Duration = Duration::from_hours(6);
/// Reason of a checkout whose price Stripe did not take.
pub(super) const PRICE_UNAVAILABLE: &str = "price-unavailable";

/// The state of a checkout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CheckoutState {
    /// Its page at Stripe is being made.
    New,
    /// The buyer can pay.
    Open,
    /// The buyer has chosen a method that takes days, and the payment is not confirmed.
    Processing,
    /// The buyer has paid, and the credits were granted; or the buyer's card was saved.
    Completed,
    /// Stripe refused it, or the payment failed.
    Failed,
    /// The buyer did not pay in time, or the checkout was ended.
    Expired,
    /// The buyer has paid, and the payment differs from the terms: the owner of the account decides.
    Review,
}

impl CheckoutState {
    /// All states.
    pub(crate) const ALL: [Self; 7] = [
        Self::New,
        Self::Open,
        Self::Processing,
        Self::Completed,
        Self::Failed,
        Self::Expired,
        Self::Review,
    ];

    /// Returns the word in the table and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Open => "open",
            Self::Processing => "processing",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Expired => "expired",
            Self::Review => "review",
        }
    }

    /// Returns the state with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Returns true if Stripe's answer decides nothing more, unless money arrives after all.
    pub(crate) const fn is_closed(self) -> bool {
        match self {
            Self::New | Self::Open | Self::Processing => false,
            Self::Completed | Self::Failed | Self::Expired | Self::Review => true,
        }
    }
}

/// A checkout. The amount, the credits and the bonus are those of one pack, or of one period of a plan; they are zero if a card is
/// saved for an automatic top-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checkout {
    /// The id, `chk_…`.
    pub(crate) id: String,
    /// The book of the credits.
    pub(crate) book_id: i64,
    /// The owner of the credits. If the owner is merged later, the credits go to the merge target.
    pub(crate) owner: Owner,
    /// The kind.
    pub(crate) kind: CheckoutKind,
    /// The pack or the plan.
    pub(crate) item_id: String,
    /// Its version.
    pub(crate) version: i64,
    /// The price of that version.
    pub(crate) price_id: i64,
    /// The number of packs, or of pieces of the plan.
    pub(crate) quantity: i64,
    /// The currency of the price.
    pub(crate) currency: Currency,
    /// The price of one pack in minor units.
    pub(crate) amount_minor: i64,
    /// The credits of one pack.
    pub(crate) credits: i64,
    /// The free credits of one pack.
    pub(crate) bonus: i64,
    /// The other terms.
    pub(crate) terms: CheckoutTerms,
    /// The website's own data, as JSON.
    pub(crate) metadata: String,
    /// The connection through which it is paid.
    pub(crate) connection_id: String,
    /// The owner's Stripe customer, once it is known.
    pub(crate) stripe_customer_id: Option<String>,
    /// The session at Stripe, once it is known.
    pub(crate) stripe_session_id: Option<String>,
    /// The number of the idempotency key at Stripe.
    pub(crate) attempt: i16,
    /// The state.
    pub(crate) state: CheckoutState,
    /// The reason of a failure or a review, or of a completed one that turned no automatic top-up on.
    pub(crate) reason: Option<String>,
    /// The page on which the buyer pays, while the checkout is open.
    pub(crate) url: Option<String>,
    /// The address to which Stripe sends the buyer after the payment.
    pub(crate) success_url: String,
    /// The address to which Stripe sends the buyer who leaves.
    pub(crate) cancel_url: String,
    /// The API key or the user that started it.
    pub(crate) actor: String,
    /// The time until which the buyer can pay.
    pub(crate) expires_at: Timestamp,
    /// The time at which its state became final.
    pub(crate) closed_at: Option<Timestamp>,
    /// The time of its creation.
    pub(crate) created_at: Timestamp,
}

/// The seller of a checkout, and the display of its credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CheckoutSeller {
    /// The mode of the credits.
    pub(super) mode: Mode,
    /// Decimal places in which the credits are displayed.
    pub(super) scale: i16,
    /// The website that sells; none for the platform.
    pub(super) website_id: Option<String>,
    /// The website's name.
    pub(super) website_name: Option<String>,
}

impl Checkout {
    /// Returns the price of all packs in minor units.
    pub(crate) const fn total_minor(&self) -> i64 {
        self.amount_minor.saturating_mul(self.quantity)
    }

    /// Returns the credits of all packs, without the bonus.
    pub(crate) const fn total_credits(&self) -> i64 {
        self.credits.saturating_mul(self.quantity)
    }

    /// Returns the free credits of all packs.
    pub(crate) const fn total_bonus(&self) -> i64 {
        self.bonus.saturating_mul(self.quantity)
    }
}

/// Returns the time of the next poll of Stripe while the payment is not confirmed. The distance is a quarter of the checkout's
/// age, and between ten minutes and six hours.
pub(super) fn next_poll(created_at: Timestamp, now: Timestamp) -> Timestamp {
    let age = now.micros().saturating_sub(created_at.micros());
    let distance = Duration::from_micros(u64::try_from(age.div_euclid(4)).unwrap_or_default());
    now.plus(distance.clamp(MIN_DISTANCE, MAX_DISTANCE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_have_a_growing_distance_that_ends_at_six_hours() {
        let created_at = Timestamp::from_seconds(1_000);
        for (age, distance) in [
            (-5, 600),
            (0, 600),
            (2_400, 600),
            (3_600, 900),
            (86_400, 21_600),
            (2_000_000, 21_600),
        ] {
            let now = Timestamp::from_seconds(1_000 + age);
            let next = next_poll(created_at, now);
            assert_eq!(next.seconds() - now.seconds(), distance, "{age}");
        }
    }

    #[test]
    fn each_word_names_one_state() {
        for state in CheckoutState::ALL {
            assert_eq!(CheckoutState::from_word(state.word()), Some(state));
        }
        assert_eq!(CheckoutState::from_word("paid"), None);
    }
}
