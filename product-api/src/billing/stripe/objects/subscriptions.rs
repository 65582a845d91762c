//! Subscriptions, in the shape of each version of the API.

use serde::Deserialize;

use super::expandable::Expandable;
use super::members::{Metadata, or_default};
use super::pages::{PageQuery, StripePage};
use super::payment_methods::SavedPaymentMethod;
use super::prices::StripePrice;
use super::subscription_schedules::StripeSchedule;
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
    pub(crate) schedule: Option<Expandable<StripeSchedule>>,
    /// The payment method of its invoices; none if the customer's is used.
    pub(crate) default_payment_method: Option<Expandable<SavedPaymentMethod>>,
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

impl StripeSubscription {
    /// Returns its item; ours have one.
    pub(crate) fn item(&self) -> Option<&SubscriptionItem> {
        self.items.as_ref()?.data.first()
    }
}

impl StripeAccount<'_> {
    /// Returns a subscription with its payment method and its schedule.
    pub(crate) async fn get_subscription(
        &self,
        id: &str,
    ) -> Result<StripeSubscription, StripeError> {
        let expansion = Form::default().expanding(&["default_payment_method", "schedule"]);
        self.get(&["subscriptions", id], &expansion).await
    }

    /// Returns a page of all subscriptions that are not canceled.
    pub(crate) async fn list_subscriptions(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeSubscription>, StripeError> {
        self.get(&["subscriptions"], &query.form()).await
    }

    /// Returns a page of a customer's subscriptions that are not canceled.
    pub(crate) async fn list_subscriptions_of_customer(
        &self,
        customer: &str,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeSubscription>, StripeError> {
        let form = query.form().with("customer", customer);
        self.get(&["subscriptions"], &form).await
    }
}
