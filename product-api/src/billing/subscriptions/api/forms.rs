//! Wire types of subscriptions.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::billing::subscriptions::list::SubscriptionPage;
use crate::billing::subscriptions::store::SubscriptionView;
use crate::caller::Mode;
use crate::schema::{Instant, Nullable};

/// A subscription: a plan that a customer pays again and again.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Subscription", example)]
pub(crate) struct SubscriptionDto {
    /// The id, `sbs_…`.
    id: String,
    /// The website that sells it; null for the platform.
    website_id: Nullable<String>,
    /// The website's name; null for the platform.
    website_name: Nullable<String>,
    /// The mode of the credits.
    mode: Mode,
    /// The customer; null for a subscription of the platform.
    customer_id: Nullable<String>,
    /// The checkout that began it; null for one that was made at Stripe.
    checkout_id: Nullable<String>,
    /// The code of the plan; null if the price at Stripe belongs to no plan here.
    plan: Nullable<String>,
    /// The name of the plan; null likewise.
    plan_name: Nullable<String>,
    /// The version of the plan, which it keeps; null likewise.
    version: Nullable<i64>,
    /// The number of pieces.
    quantity: i64,
    /// Stripe's word of the status, such as `trialing`, `active`, `past_due` or `canceled`.
    status: String,
    /// True if the customer is subscribed by it.
    subscribed: bool,
    /// The end of the trial; null without one.
    trial_end: Nullable<Instant>,
    /// The start of the current period.
    period_start: Instant,
    /// The end of the current period.
    period_end: Instant,
    /// The end of the last paid period; null before the first payment.
    paid_through: Nullable<Instant>,
    /// The time at which it is to end; null if it has no end.
    cancel_at: Nullable<Instant>,
    /// The time at which it ended; null before.
    ended_at: Nullable<Instant>,
    /// The time since which a renewal is not paid; null if all are.
    past_due_since: Nullable<Instant>,
    /// The page on which the renewal can be paid; null if all are paid.
    payment_url: Nullable<String>,
    /// The time until which a change waits for its payment; null if none does.
    pending_until: Nullable<Instant>,
    /// The code of the plan from the end of the period on; null if it stays.
    next_plan: Nullable<String>,
    /// The number of pieces from then on; null if nothing changes.
    next_quantity: Nullable<i64>,
    /// The time of creation.
    created_at: Instant,
}

impl From<SubscriptionView> for SubscriptionDto {
    fn from(view: SubscriptionView) -> Self {
        let (one, plan) = (view.subscription, view.plan);
        let version = one.plan.map(|plan| plan.version);
        Self {
            website_id: view.website_id.into(),
            website_name: view.website_name.into(),
            mode: view.mode,
            customer_id: one.owner.customer_id().map(ToOwned::to_owned).into(),
            checkout_id: one.checkout_id.into(),
            plan: plan.as_ref().map(|plan| plan.code.clone()).into(),
            plan_name: plan.map(|plan| plan.name).into(),
            version: version.into(),
            quantity: one.quantity,
            status: one.status,
            subscribed: one.is_subscribed,
            trial_end: one.trial_end.map(Instant).into(),
            period_start: Instant(one.period.start),
            period_end: Instant(one.period.end),
            paid_through: one.paid_through.map(Instant).into(),
            cancel_at: one.cancel_at.map(Instant).into(),
            ended_at: one.ended_at.map(Instant).into(),
            past_due_since: one.past_due_since.map(Instant).into(),
            payment_url: one.payment_url.into(),
            pending_until: one.pending_until.map(Instant).into(),
            next_plan: view.next_plan.into(),
            next_quantity: one.scheduled.quantity.into(),
            created_at: Instant(one.created_at),
            id: one.id,
        }
    }
}

impl Example for SubscriptionDto {
    fn example() -> Self {
        let at = |seconds: i64| Instant(Timestamp::from_seconds(seconds));
        Self {
            id: "sbs_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            website_id: Some("web_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            website_name: Some("Pictures".to_owned()).into(),
            mode: Mode::Live,
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            checkout_id: Some("chk_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            plan: Some("pro".to_owned()).into(),
            plan_name: Some("Pro".to_owned()).into(),
            version: Some(1).into(),
            quantity: 1,
            status: "active".to_owned(),
            subscribed: true,
            trial_end: None.into(),
            period_start: at(1_767_225_600),
            period_end: at(1_769_904_000),
            paid_through: Some(at(1_769_904_000)).into(),
            cancel_at: None.into(),
            ended_at: None.into(),
            past_due_since: None.into(),
            payment_url: None.into(),
            pending_until: None.into(),
            next_plan: None.into(),
            next_quantity: None.into(),
            created_at: at(1_767_225_600),
        }
    }
}

/// One page of subscriptions, newest first.
#[derive(Object)]
#[oai(rename = "SubscriptionPage")]
pub(super) struct PageDto {
    /// The subscriptions.
    items: Vec<SubscriptionDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<SubscriptionPage> for PageDto {
    fn from(page: SubscriptionPage) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}
