//! Tests what the rules of a book, refunds, disputes and schedules do to subscriptions, on both engines.

use std::time::Duration;

use foundation::on_both_engines;

use super::test_plans::{TestPlans, invoice, subscription};
use super::{day, days};
use crate::billing::subscriptions::invoice_facts::InvoiceFacts;
use crate::billing::subscriptions::subscription_facts::{ScheduleFacts, SubscriptionFacts};

on_both_engines! {
    async fn trial_with_a_known_card_has_no_credits(plans: TestPlans) {
        plans.at("2028-01-10");
        let trial = days("2028-01-10", "2028-01-24");
        let facts = |id: &str| SubscriptionFacts {
            id: id.to_owned(), status: "trialing".to_owned(), trial_end: Some(trial.end), anchor: trial.end,
            card: Some("fingerprint".to_owned()), ..subscription("plain", trial)
        };
        let bill = |number, id: &str| InvoiceFacts {
            subscription: Some(id.to_owned()), payment_intent: None, ..invoice(number, "plain", 0, trial)
        };
        for _ in 0..2 {
            plans.follow(&facts("sub_1")).await;
            plans.bill(&bill(1, "sub_1")).await;
        }
        assert_eq!(plans.count("SELECT COUNT(*) FROM trial_use WHERE kind = 'card'").await, 1);
        assert_eq!(plans.credits().await, 100);
        plans.follow(&facts("sub_2")).await;
        plans.bill(&bill(2, "sub_2")).await;
        assert_eq!(plans.credits().await, 100, "the card had a trial before");
        let repeated = "SELECT COUNT(*) FROM subscription WHERE stripe_id = 'sub_2' AND trial_repeat = 'no_credits' AND end_reason IS NULL";
        assert_eq!(plans.count(repeated).await, 1);
        plans.sql(RULES).await;
        plans.follow(&facts("sub_3")).await;
        let refused = "SELECT COUNT(*) FROM subscription WHERE stripe_id = 'sub_3' AND end_reason = 'trial-used'";
        assert_eq!(plans.count(refused).await, 1, "the rules refuse it");
        let over = SubscriptionFacts { status: "canceled".to_owned(), ..facts("sub_3") };
        plans.follow(&over).await;
        assert_eq!(plans.count("SELECT COUNT(*) FROM subscription WHERE end_reason IS NOT NULL").await, 0);
    }
}

/// Settings that refuse a second trial, and keep subscriptions after a lost dispute.
pub(super) const RULES: &str = "\
    INSERT INTO book_billing (book_id, currency, tax, tax_behavior, documents, promotion_codes, adaptive_pricing, shortfall, \
        inquiry_freezes, created_at, updated_at, repeat_trial, dispute_cancels) \
    SELECT id, 'eur', 'off', 'inclusive', 'receipt', FALSE, FALSE, 'debt', FALSE, 0, 0, 'refuse', FALSE \
    FROM book WHERE website_id = 'web_1' AND mode = 'live' AND unit = 'credit'";

on_both_engines! {
    async fn owner_is_notified_three_days_before_a_trial_ends(plans: TestPlans) {
        plans.at("2028-01-10");
        let trial = days("2028-01-10", "2028-01-24");
        let facts = SubscriptionFacts {
            status: "trialing".to_owned(), trial_end: Some(trial.end), anchor: trial.end, ..subscription("plain", trial)
        };
        plans.follow(&facts).await;
        plans.clock.set(day("2028-01-21").minus(Duration::from_micros(1)));
        assert_eq!(plans.sweep().await, 0);
        let announced = "SELECT COUNT(*) FROM outbox WHERE type = 'subscription.trial_ending'";
        plans.at("2028-01-21");
        assert_eq!((plans.sweep().await, plans.count(announced).await), (1, 1));
        plans.follow(&facts).await;
        assert_eq!((plans.sweep().await, plans.count(announced).await), (0, 1), "once");
        assert_eq!(plans.count("SELECT COUNT(*) FROM owner_mail").await, 0, "the customer has no account here");
    }
}

on_both_engines! {
    async fn refund_and_lost_dispute_end_what_was_paid(plans: TestPlans) {
        plans.at("2028-01-10");
        let year = days("2028-01-10", "2029-01-10");
        let facts = subscription("yearly", year);
        plans.follow(&facts).await;
        plans.bill(&invoice(1, "yearly", 10_000, year)).await;
        let paid_through = "SELECT paid_through FROM subscription";
        assert_eq!(plans.count(paid_through).await, year.end.micros());
        plans.sql("UPDATE payment SET refunded_minor = 9999").await;
        plans.follow(&facts).await;
        assert_eq!(plans.count(paid_through).await, year.end.micros(), "a part was refunded");
        plans.sql("UPDATE payment SET refunded_minor = 10000").await;
        plans.follow(&facts).await;
        assert_eq!(plans.count(paid_through).await, year.start.micros());
        assert_eq!(plans.count("SELECT COUNT(*) FROM subscription WHERE next_at IS NULL").await, 1, "no month follows");
        plans.sql(LOST).await;
        plans.follow(&facts).await;
        assert_eq!(plans.text("SELECT end_reason FROM subscription").await, "dispute-lost");
    }
}

/// A lost dispute of each payment.
const LOST: &str = "\
    INSERT INTO dispute (id, payment_id, book_id, connection_id, stripe_id, amount_minor, withdrawn_minor, status, state, opened_at, \
        closed_at, created_at, updated_at) \
    SELECT 'dsp_' || p.id, p.id, p.book_id, p.connection_id, 'du_' || p.id, p.amount_minor, 0, 'lost', 'lost', 0, 0, 0, 0 FROM payment p";

on_both_engines! {
    async fn schedule_shows_the_plan_of_the_next_period(plans: TestPlans) {
        plans.at("2028-01-10");
        let month = days("2028-01-10", "2028-02-10");
        let scheduled = |price: Option<&str>| SubscriptionFacts {
            schedule: Some(ScheduleFacts {
                id: "sub_sched_1".to_owned(),
                next_price_id: price.map(ToOwned::to_owned),
                next_quantity: price.map(|_| 2),
            }),
            pending_until: Some(day("2028-01-11")),
            ..subscription("capped", month)
        };
        plans.follow(&scheduled(Some("plain"))).await;
        let next = "SELECT COUNT(*) FROM subscription WHERE next_plan_id = 'pln_plain' AND next_plan_version = 1 AND next_quantity = 2 \
            AND stripe_schedule_id = 'sub_sched_1' AND pending_until IS NOT NULL";
        assert_eq!(plans.count(next).await, 1);
        plans.follow(&scheduled(Some("unknown"))).await;
        assert_eq!(plans.count("SELECT COUNT(*) FROM subscription WHERE next_plan_id IS NULL AND next_quantity = 2").await, 1);
        plans.follow(&subscription("capped", month)).await;
        let none = "SELECT COUNT(*) FROM subscription WHERE stripe_schedule_id IS NULL AND next_quantity IS NULL AND pending_until IS NULL";
        assert_eq!(plans.count(none).await, 1);
    }
}
