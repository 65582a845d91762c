//! Facts of a subscription at Stripe, without the shapes of Stripe's versions.

use foundation::Timestamp;

use super::period::Period;
use super::standing::Collection;

/// A subscription as it is at Stripe now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SubscriptionFacts {
    /// The id at Stripe.
    pub(super) id: String,
    /// The customer at Stripe.
    pub(super) customer: Option<String>,
    /// True if real money moves.
    pub(super) is_live: bool,
    /// The checkout that the metadata name.
    pub(super) named_checkout: Option<String>,
    /// Stripe's word of the status.
    pub(super) status: String,
    /// The collection of invoices.
    pub(super) collection: Collection,
    /// The time at which it is to end.
    pub(super) cancel_at: Option<Timestamp>,
    /// The time at which it ended.
    pub(super) ended_at: Option<Timestamp>,
    /// The end of the trial, if there was one.
    pub(super) trial_end: Option<Timestamp>,
    /// The instant from which periods are counted.
    pub(super) anchor: Timestamp,
    /// The current period.
    pub(super) period: Period,
    /// The price.
    pub(super) price_id: Option<String>,
    /// The number of pieces.
    pub(super) quantity: i64,
    /// The newest invoice.
    pub(super) latest_invoice: Option<String>,
    /// The time until which a change waits for its payment.
    pub(super) pending_until: Option<Timestamp>,
    /// The schedule that manages it.
    pub(super) schedule: Option<ScheduleFacts>,
    /// The fingerprint of the card with which it is paid.
    pub(super) card: Option<String>,
}

/// A schedule at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScheduleFacts {
    /// The id at Stripe.
    pub(super) id: String,
    /// The price from the next period on; none if the schedule changes nothing any more.
    pub(super) next_price_id: Option<String>,
    /// The number of pieces from then on.
    pub(super) next_quantity: Option<i64>,
}
