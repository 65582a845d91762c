//! Facts of a subscription at Stripe, without the shapes of Stripe's versions.

use foundation::Timestamp;

use super::period::Period;
use super::standing::Collection;

/// A subscription as it is at Stripe now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SubscriptionFacts {
    /// The id at Stripe.
    pub(crate) id: String,
    /// The customer at Stripe.
    pub(crate) customer: Option<String>,
    /// True if real money moves.
    pub(crate) is_live: bool,
    /// The checkout that the metadata name.
    pub(crate) named_checkout: Option<String>,
    /// Stripe's word of the status.
    pub(crate) status: String,
    /// The collection of invoices.
    pub(crate) collection: Collection,
    /// The time at which it is to end.
    pub(crate) cancel_at: Option<Timestamp>,
    /// The time at which it ended.
    pub(crate) ended_at: Option<Timestamp>,
    /// The end of the trial, if there was one.
    pub(crate) trial_end: Option<Timestamp>,
    /// The instant from which periods are counted.
    pub(crate) anchor: Timestamp,
    /// The current period.
    pub(crate) period: Period,
    /// The price.
    pub(crate) price_id: Option<String>,
    /// The number of pieces.
    pub(crate) quantity: i64,
    /// The newest invoice.
    pub(crate) latest_invoice: Option<String>,
    /// The time until which a change waits for its payment.
    pub(crate) pending_until: Option<Timestamp>,
    /// The schedule that manages it.
    pub(crate) schedule: Option<ScheduleFacts>,
    /// The fingerprint of the card with which it is paid.
    pub(crate) card: Option<String>,
}

/// A schedule at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScheduleFacts {
    /// The id at Stripe.
    pub(crate) id: String,
    /// The price from the next period on; none if the schedule changes nothing any more.
    pub(crate) next_price_id: Option<String>,
    /// The number of pieces from then on.
    pub(crate) next_quantity: Option<i64>,
}
