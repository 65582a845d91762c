//! A subscription of a customer at Stripe, as the response to a link shows it.

use foundation::Timestamp;

use crate::billing::catalog::SoldPlan;
use crate::billing::stripe_customers::is_before_link;
use crate::billing::subscriptions::{SubscriptionFacts, SubscriptionStatus};

/// A subscription at Stripe, the plan of its price, and the time from which it brings credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundSubscription {
    /// The id at Stripe.
    pub(super) stripe_id: String,
    /// Stripe's word of the status.
    pub(super) status: String,
    /// The price at Stripe.
    pub(super) stripe_price_id: Option<String>,
    /// The number of pieces.
    pub(super) quantity: i64,
    /// The code of the plan; none for a price that belongs to no plan of the website.
    pub(super) plan: Option<String>,
    /// The version of the plan.
    pub(super) version: Option<i64>,
    /// The time of the next renewal; none if it ends before.
    pub(super) renews_at: Option<Timestamp>,
    /// The start of the first period that brings credits; none if there is none.
    pub(super) allowances_start_at: Option<Timestamp>,
}

impl FoundSubscription {
    /// Describes a subscription; `linked_at` is the time from which the link of its customer counts, if there is one.
    pub(super) fn new(
        facts: &SubscriptionFacts,
        plan: Option<&SoldPlan>,
        linked_at: Option<Timestamp>,
    ) -> Self {
        let (start, end) = (facts.period.start, facts.period.end);
        let is_running = is_running(&facts.status);
        let renews_at =
            (is_running && facts.cancel_at.is_none_or(|cancel_at| cancel_at > end)).then_some(end);
        let grants_from = if is_before_link(linked_at, Some(start)) {
            renews_at
        } else {
            is_running.then_some(start)
        };
        Self {
            stripe_id: facts.id.clone(),
            status: facts.status.clone(),
            stripe_price_id: facts.price_id.clone(),
            quantity: facts.quantity,
            plan: plan.map(|plan| plan.code.clone()),
            version: plan.map(|plan| plan.version),
            renews_at,
            allowances_start_at: plan.and(grants_from),
        }
    }
}

/// Returns true for a status in which Stripe renews a subscription.
fn is_running(status: &str) -> bool {
    matches!(
        SubscriptionStatus::from_word(status),
        Some(
            SubscriptionStatus::Trialing | SubscriptionStatus::Active | SubscriptionStatus::PastDue
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::catalog::{GrantEvery, Interval, PlanTerms, Rollover};
    use crate::billing::stripe::StripeSubscription;
    use crate::billing::subscriptions::subscription_facts;

    /// Returns a subscription of the period from 100 to 200.
    fn facts(status: &str, cancel_at: Option<i64>) -> SubscriptionFacts {
        let subscription = serde_json::json!({
            "id": "sub_1", "status": status, "current_period_start": 100, "current_period_end": 200, "cancel_at": cancel_at,
            "items": {"data": [{"id": "si_1", "quantity": 2, "price": {"id": "price_1"}}]},
        });
        let text = subscription.to_string();
        let subscription: StripeSubscription =
            foundation::text::strict_json::from_slice(text.as_bytes()).unwrap();
        subscription_facts(&subscription)
    }

    fn plan() -> SoldPlan {
        SoldPlan {
            book_id: 1,
            plan_id: "pln_1".to_owned(),
            code: "pro".to_owned(),
            name: "Pro".to_owned(),
            family: "default".to_owned(),
            version: 3,
            price_id: None,
            terms: PlanTerms {
                interval: Interval::Month,
                interval_count: 1,
                grant_every: GrantEvery::Interval,
                credits: 1_000,
                rollover: Rollover::None,
                rollover_cap: None,
                rollover_periods: 0,
                trial: None,
                max_quantity: 10,
            },
            features: Vec::new(),
        }
    }

    #[test]
    fn allowances_start_with_the_first_period_after_the_link() {
        let rows = [
            ("active", None, Some(150), Some(200), Some(200)),
            ("trialing", None, Some(150), Some(200), Some(200)),
            ("past_due", None, Some(150), Some(200), Some(200)),
            ("active", Some(200), Some(150), None, None),
            ("active", Some(201), Some(150), Some(200), Some(200)),
            ("active", None, Some(100), Some(200), Some(100)),
            ("active", Some(200), Some(100), None, Some(100)),
            ("active", None, None, Some(200), Some(100)),
            ("unpaid", None, Some(150), None, None),
            ("incomplete", None, None, None, None),
            ("some_new_word", None, None, None, None),
        ];
        for (status, cancel_at, linked_at, renews_at, starts_at) in rows {
            let time = |seconds: Option<i64>| seconds.map(Timestamp::from_seconds);
            let facts = facts(status, cancel_at);
            let found = FoundSubscription::new(&facts, Some(&plan()), time(linked_at));
            let expected = FoundSubscription {
                stripe_id: "sub_1".to_owned(),
                status: status.to_owned(),
                stripe_price_id: Some("price_1".to_owned()),
                quantity: 2,
                plan: Some("pro".to_owned()),
                version: Some(3),
                renews_at: time(renews_at),
                allowances_start_at: time(starts_at),
            };
            assert_eq!(found, expected, "{status} {cancel_at:?} {linked_at:?}");
            let unmapped = FoundSubscription::new(&facts, None, time(linked_at));
            assert_eq!((unmapped.plan, unmapped.allowances_start_at), (None, None));
        }
    }
}
