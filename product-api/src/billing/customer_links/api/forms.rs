//! Wire types of links to customers at Stripe.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::customer_links::found_subscription::FoundSubscription;
use crate::billing::customer_links::link_customer::{LinkOutcome, LinkedCustomer};
use crate::customers::CustomerRefBody;
use crate::schema::{Instant, Nullable};

/// The customer of the website to which a customer at Stripe is linked.
#[derive(Object)]
#[oai(
    rename = "StripeCustomerRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct StripeCustomerBody {
    /// The customer.
    pub(super) customer: CustomerRefBody,
    /// True to write nothing; false if absent.
    pub(super) dry_run: Option<bool>,
}

impl Example for StripeCustomerBody {
    fn example() -> Self {
        Self {
            customer: CustomerRefBody::example(),
            dry_run: Some(false),
        }
    }
}

/// The effect of a link.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "StripeCustomerOutcome", rename_all = "lowercase")]
enum OutcomeName {
    /// The customers were linked.
    Linked,
    /// The customers belonged together before, and nothing was changed.
    Unchanged,
    /// The customers can be linked: the request was a dry run.
    Possible,
}

impl From<LinkOutcome> for OutcomeName {
    fn from(outcome: LinkOutcome) -> Self {
        match outcome {
            LinkOutcome::Linked => Self::Linked,
            LinkOutcome::Unchanged => Self::Unchanged,
            LinkOutcome::Possible => Self::Possible,
        }
    }
}

/// A subscription of a customer at Stripe.
#[derive(Object)]
#[oai(rename = "StripeCustomerSubscription")]
struct FoundDto {
    /// Stripe's id of the subscription.
    stripe_subscription_id: String,
    /// Stripe's word of the status, such as `trialing`, `active` or `past_due`.
    status: String,
    /// Stripe's id of the price; null for a subscription without one.
    stripe_price_id: Nullable<String>,
    /// The number of pieces.
    quantity: i64,
    /// The code of the plan to which the price belongs; null for a price of no plan here, which has to be mapped first.
    plan: Nullable<String>,
    /// The version of the plan; null likewise.
    version: Nullable<i64>,
    /// The time of the next renewal; null if the subscription ends before or is not renewed.
    renews_at: Nullable<Instant>,
    /// The start of the first period whose payment brings credits: the next renewal, for a subscription that runs when its customer is
    /// linked. Null without a plan, and if no such period follows.
    allowances_start_at: Nullable<Instant>,
}

impl From<FoundSubscription> for FoundDto {
    fn from(found: FoundSubscription) -> Self {
        Self {
            stripe_subscription_id: found.stripe_id,
            status: found.status,
            stripe_price_id: found.stripe_price_id.into(),
            quantity: found.quantity,
            plan: found.plan.into(),
            version: found.version.into(),
            renews_at: found.renews_at.map(Instant).into(),
            allowances_start_at: found.allowances_start_at.map(Instant).into(),
        }
    }
}

/// A customer of the website, the customer at Stripe that belongs to it, and the subscriptions there.
#[derive(Object)]
#[oai(rename = "StripeCustomer", example)]
pub(super) struct StripeCustomerDto {
    /// The customer; null in a dry run whose link would create it.
    customer_id: Nullable<String>,
    /// Stripe's id of the customer.
    stripe_customer_id: String,
    /// The email address of the customer at Stripe; null without one.
    email: Nullable<String>,
    /// The effect of the request.
    outcome: OutcomeName,
    /// The subscriptions at Stripe that have not ended, newest first.
    subscriptions: Vec<FoundDto>,
}

impl From<LinkedCustomer> for StripeCustomerDto {
    fn from(linked: LinkedCustomer) -> Self {
        Self {
            customer_id: linked.customer_id.into(),
            stripe_customer_id: linked.stripe_customer_id,
            email: linked.email.into(),
            outcome: linked.outcome.into(),
            subscriptions: linked.subscriptions.into_iter().map(Into::into).collect(),
        }
    }
}

impl Example for StripeCustomerDto {
    fn example() -> Self {
        let renewal = Instant(Timestamp::from_seconds(1_769_904_000));
        Self {
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            stripe_customer_id: "cus_SxYzA2eZvKYlo2".to_owned(),
            email: Some("ada@example.com".to_owned()).into(),
            outcome: OutcomeName::Linked,
            subscriptions: vec![FoundDto {
                stripe_subscription_id: "sub_1SxYzA2eZvKYlo2C".to_owned(),
                status: "active".to_owned(),
                stripe_price_id: Some("price_1SxYzA2eZvKYlo2C".to_owned()).into(),
                quantity: 1,
                plan: Some("pro".to_owned()).into(),
                version: Some(1).into(),
                renews_at: Some(renewal).into(),
                allowances_start_at: Some(renewal).into(),
            }],
        }
    }
}
