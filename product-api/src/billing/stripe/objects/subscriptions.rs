//! Subscriptions, in the shape of each version of the API.

use serde::Deserialize;

use super::expandable::Expandable;
use super::members::{Metadata, or_default};
use super::pages::StripePage;
use super::prices::StripePrice;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A subscription.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeSubscription {
    /// The id.
    pub(crate) id: String,
    /// A word such as `active`, `past_due` or `canceled`.
    pub(crate) status: Option<String>,
    /// The customer.
    pub(crate) customer: Option<Expandable<serde_json::Value>>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// The items; ours have one.
    pub(crate) items: Option<StripePage<SubscriptionItem>>,
    /// Begin of the period; before 2025-03-31.
    pub(crate) current_period_start: Option<i64>,
    /// End of the period; before 2025-03-31.
    pub(crate) current_period_end: Option<i64>,
    /// The instant from which periods are counted.
    pub(crate) billing_cycle_anchor: Option<i64>,
    /// The time at which it is to end.
    pub(crate) cancel_at: Option<i64>,
    /// True if it is to end with the period.
    pub(crate) cancel_at_period_end: Option<bool>,
    /// The time at which it ended.
    pub(crate) ended_at: Option<i64>,
    /// The end of the trial.
    pub(crate) trial_end: Option<i64>,
    /// The pause of the collection of invoices.
    pub(crate) pause_collection: Option<PausedCollection>,
    /// A change that waits for its payment.
    pub(crate) pending_update: Option<PendingUpdate>,
    /// The schedule of a later change.
    pub(crate) schedule: Option<Expandable<serde_json::Value>>,
    /// The newest invoice.
    pub(crate) latest_invoice: Option<Expandable<serde_json::Value>>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
}

/// An item of a subscription.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct SubscriptionItem {
    /// The id.
    pub(crate) id: String,
    /// The price.
    pub(crate) price: Option<StripePrice>,
    /// The number of pieces.
    pub(crate) quantity: Option<i64>,
    /// Begin of the period; since 2025-03-31.
    pub(crate) current_period_start: Option<i64>,
    /// End of the period; since 2025-03-31.
    pub(crate) current_period_end: Option<i64>,
}

/// A pause of the collection of invoices.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PausedCollection {
    /// `void`, `keep_as_draft` or `mark_uncollectible`.
    pub(crate) behavior: Option<String>,
}

/// A change that waits for its payment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PendingUpdate {
    /// The time at which Stripe gives it up.
    pub(crate) expires_at: Option<i64>,
}

impl StripeAccount<'_> {
    /// Returns a subscription.
    pub(crate) async fn get_subscription(
        &self,
        id: &str,
    ) -> Result<StripeSubscription, StripeError> {
        self.get(&["subscriptions", id], &Form::default()).await
    }
}
