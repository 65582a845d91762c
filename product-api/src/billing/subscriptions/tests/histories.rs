//! Property test of renewals: looks at subscriptions and invoices in any order, repeated, stale or lost, leave the rows that they leave
//! in order.

use std::time::Duration;

use foundation::on_both_engines;
use foundation::testing::SeededRng;

use super::days;
use super::test_plans::{TestPlans, invoice, subscription};
use crate::billing::subscriptions::invoice_facts::InvoiceFacts;
use crate::billing::subscriptions::period::Period;
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;
use crate::credits::verify;

/// Subscriptions of a test, which live at the same time.
const SUBSCRIPTIONS: usize = 60;
/// Looks between two renewals, most of which are lost.
const LOOKS: usize = 3;

/// Subscriptions whose newest payment is that of the last invoice, and whose last period is paid.
const SETTLED: &str = "\
    SELECT COUNT(*) FROM subscription s JOIN payment p ON p.id = s.payment_id \
    WHERE p.stripe_invoice LIKE 'in_%3' AND s.paid_through = s.period_end AND s.is_subscribed";
/// Allowances that belong to the payment of their own subscription.
const GRANTED: &str = "\
    SELECT COUNT(*) FROM allowance a JOIN payment p ON p.id = a.payment_id AND p.source_id LIKE a.subscription_id || ':in_%' \
    WHERE a.kind = 'paid' AND a.state = 'granted' AND a.credits = 1000 AND p.state = 'paid' AND p.granted = 1000";
const PAID: &str = "SELECT CAST(SUM(amount_minor) AS BIGINT) FROM payment";
const COST: &str = "SELECT CAST(SUM(cost_minor) AS BIGINT) FROM recognition";

fn periods() -> [Period; 3] {
    [
        days("2028-01-10", "2028-02-10"),
        days("2028-02-10", "2028-03-10"),
        days("2028-03-10", "2028-04-10"),
    ]
}

/// Returns a subscription as it is at Stripe in a period.
fn facts(number: usize, period: Period) -> SubscriptionFacts {
    SubscriptionFacts {
        id: format!("sub_{number}"),
        ..subscription("plain", period)
    }
}

/// Returns the paid invoice of a period, counted from 0.
fn bill(number: usize, index: usize) -> InvoiceFacts {
    InvoiceFacts {
        id: format!("in_{number}_{}", index + 1),
        subscription: Some(format!("sub_{number}")),
        payment_intent: Some(format!("pi_{number}_{}", index + 1)),
        ..invoice(index, "plain", 900, periods()[index])
    }
}

/// Looks at a subscription or at one of its invoices, as they are after a number of renewals.
async fn look(plans: &TestPlans, number: usize, renewals: usize, rng: &mut SeededRng) {
    if rng.one_in(3) {
        plans.follow(&facts(number, periods()[renewals])).await;
    } else {
        plans.bill(&bill(number, rng.below(renewals + 1))).await;
    }
}

on_both_engines! {
    async fn object_states_in_any_order_leave_the_same_rows(plans: TestPlans) {
        let mut rng = SeededRng::new(20_271_127);
        for (renewals, period) in periods().into_iter().enumerate() {
            plans.clock.set(period.start.plus(Duration::from_hours(1)));
            for _ in 0..SUBSCRIPTIONS * LOOKS {
                let number = rng.below(SUBSCRIPTIONS);
                if rng.one_in(2) {
                    look(&plans, number, renewals, &mut rng).await;
                }
            }
        }
        // A comparison looks at everything, in an order of its own.
        for number in 0..SUBSCRIPTIONS {
            plans.follow(&facts(number, periods()[2])).await;
            let first = rng.below(3);
            for index in [first, (first + 1) % 3, (first + 2) % 3] {
                plans.bill(&bill(number, index)).await;
            }
        }
        let all = i64::try_from(SUBSCRIPTIONS).unwrap();
        assert_eq!(plans.count("SELECT COUNT(*) FROM subscription").await, all);
        assert_eq!(plans.count(SETTLED).await, all);
        assert_eq!(plans.count(GRANTED).await, all * 3);
        assert_eq!(plans.count("SELECT COUNT(*) FROM allowance").await, all * 3);
        assert_eq!((plans.count(PAID).await, plans.count(COST).await), (all * 2_700, all * 2_700));
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}
