//! Tests subscriptions of customers that were linked: allowances start with the first invoice that is paid after the link.

use std::time::Duration;

use foundation::{Timestamp, on_both_engines};

use super::test_plans::{TestPlans, invoice, subscription};
use super::{day, days};
use crate::billing::marks::Applied;
use crate::billing::subscriptions::invoice_facts::{InvoiceFacts, InvoiceStatus};
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;
use crate::credits::verify;

/// Links the customer on the twentieth of January at midnight.
const LINK: &str = "UPDATE stripe_customer SET linked_at = 1831939200000000";
const SUBSCRIBED: &str = "SELECT COUNT(*) FROM customers WHERE id = 'cus_1' AND subscribed";
const PAID_THROUGH: &str = "SELECT paid_through FROM subscription";
const BOOKED: &str = "SELECT CAST((SELECT COUNT(*) FROM payment) + (SELECT COUNT(*) FROM allowance) \
    + (SELECT COUNT(*) FROM money_txn) AS BIGINT)";

async fn linked(plans: &TestPlans) {
    assert_eq!(day("2028-01-20").micros(), 1_831_939_200_000_000);
    plans.at("2028-01-20");
    plans.sql(LINK).await;
}

fn paid(facts: InvoiceFacts, at: Timestamp) -> InvoiceFacts {
    InvoiceFacts {
        paid_at: Some(at),
        ..facts
    }
}

on_both_engines! {
    async fn period_that_was_paid_before_the_link_grants_nothing(plans: TestPlans) {
        linked(&plans).await;
        let (january, february) = (days("2028-01-10", "2028-02-10"), days("2028-02-10", "2028-03-10"));
        assert_eq!(plans.follow(&subscription("plain", january)).await, Applied::Done);
        let marked = "SELECT COUNT(*) FROM stripe_object WHERE kind = 'invoice' AND object_id = 'in_1' AND state = 'waiting'";
        assert_eq!((plans.count(SUBSCRIBED).await, plans.count(marked).await), (1, 1));
        for _ in 0..2 {
            assert_eq!(plans.bill(&invoice(1, "plain", 900, january)).await, Applied::Done);
        }
        assert_eq!((plans.credits().await, plans.count(BOOKED).await), (0, 0));
        assert_eq!(plans.count(PAID_THROUGH).await, january.end.micros());
        plans.at("2028-02-10");
        plans.follow(&subscription("plain", february)).await;
        for _ in 0..2 {
            plans.bill(&invoice(2, "plain", 900, february)).await;
        }
        assert_eq!(plans.credits().await, 1_000, "the next renewal");
        assert_eq!(plans.count(PAID_THROUGH).await, february.end.micros());
        // An invoice that was paid long before may be applied later.
        plans.bill(&invoice(1, "plain", 900, january)).await;
        plans.bill(&invoice(3, "plain", 900, days("2027-12-10", "2028-01-10"))).await;
        assert_eq!((plans.credits().await, plans.count("SELECT COUNT(*) FROM payment").await), (1_000, 1));
        assert_eq!(plans.count(PAID_THROUGH).await, february.end.micros());
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn second_of_the_payment_decides_about_an_invoice(plans: TestPlans) {
        linked(&plans).await;
        let january = days("2028-01-10", "2028-02-10");
        plans.follow(&subscription("plain", january)).await;
        let link = day("2028-01-20");
        let before = Timestamp::from_seconds(link.seconds() - 1);
        plans.bill(&paid(invoice(1, "plain", 900, january), before)).await;
        assert_eq!(plans.credits().await, 0);
        // A renewal that failed was paid in the second of the link.
        plans.bill(&paid(invoice(2, "plain", 900, january), link)).await;
        assert_eq!(plans.credits().await, 1_000);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn year_that_was_paid_before_the_link_grants_no_month(plans: TestPlans) {
        linked(&plans).await;
        let (year, next) = (days("2027-03-01", "2028-03-01"), days("2028-03-01", "2029-03-01"));
        plans.follow(&subscription("yearly", year)).await;
        plans.bill(&invoice(1, "yearly", 10_000, year)).await;
        plans.at("2028-02-02");
        assert_eq!(plans.sweep().await, 0);
        assert_eq!((plans.credits().await, plans.count(BOOKED).await), (0, 0));
        plans.at("2028-03-01");
        plans.follow(&subscription("yearly", next)).await;
        plans.bill(&invoice(2, "yearly", 10_000, next)).await;
        plans.at("2028-04-01");
        assert_eq!(plans.sweep().await, 1, "its months follow");
        assert_eq!(plans.count("SELECT COUNT(*) FROM allowance WHERE state = 'granted'").await, 2);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn trial_that_began_before_the_link_continues_without_credits(plans: TestPlans) {
        linked(&plans).await;
        let (trial, first) = (days("2028-01-10", "2028-01-24"), days("2028-01-24", "2028-02-24"));
        let facts = SubscriptionFacts {
            status: "trialing".to_owned(), trial_end: Some(trial.end), anchor: trial.end, card: Some("card_1".to_owned()),
            ..subscription("plain", trial)
        };
        for id in ["sub_1", "sub_2"] {
            plans.follow(&SubscriptionFacts { id: id.to_owned(), ..facts.clone() }).await;
        }
        let judged = "SELECT COUNT(*) FROM subscription WHERE trial_repeat IS NOT NULL OR end_reason IS NOT NULL";
        assert_eq!(plans.count(judged).await, 0, "a card that two of them have ends none");
        plans.bill(&InvoiceFacts { payment_intent: None, ..invoice(1, "plain", 0, trial) }).await;
        assert_eq!((plans.count(SUBSCRIBED).await, plans.credits().await, plans.count(BOOKED).await), (1, 0, 0));
        plans.at("2028-01-24");
        plans.follow(&SubscriptionFacts { status: "active".to_owned(), period: first, ..facts }).await;
        plans.bill(&invoice(2, "plain", 900, first)).await;
        assert_eq!(plans.credits().await, 1_000);
        // The trial counts as used: the next one with the card is judged.
        let later = SubscriptionFacts {
            id: "sub_3".to_owned(), status: "trialing".to_owned(), trial_end: Some(day("2028-02-24")), card: Some("card_1".to_owned()),
            ..subscription("plain", first)
        };
        plans.follow(&later).await;
        assert_eq!(plans.count(judged).await, 1);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn failed_renewal_and_checkout_are_no_history(plans: TestPlans) {
        linked(&plans).await;
        let january = days("2028-01-10", "2028-02-10");
        let past_due = SubscriptionFacts { status: "past_due".to_owned(), ..subscription("plain", january) };
        plans.follow(&past_due).await;
        let open = InvoiceFacts { status: InvoiceStatus::Open, paid_at: None, ..invoice(1, "plain", 900, january) };
        plans.bill(&open).await;
        assert_eq!(plans.count("SELECT COUNT(*) FROM outbox WHERE type = 'subscription.payment_failed'").await, 1);
        plans.clock.advance(Duration::from_hours(1));
        plans.bill(&paid(invoice(1, "plain", 900, january), plans.clock.now())).await;
        assert_eq!(plans.credits().await, 1_000, "it was paid after the link");
        // A checkout of ours begins after the link, although Stripe's clock says otherwise.
        plans.sql("UPDATE subscription SET checkout_id = 'chk_1'").await;
        let february = days("2028-02-10", "2028-03-10");
        plans.bill(&paid(invoice(2, "plain", 900, february), day("2028-01-19"))).await;
        assert_eq!(plans.count("SELECT COUNT(*) FROM allowance WHERE state = 'granted'").await, 2);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn customer_of_one_website_has_no_subscription_in_the_book_of_another(plans: TestPlans) {
        plans.at("2028-01-20");
        let january = days("2028-01-10", "2028-02-10");
        plans.sql("UPDATE customers SET mode = 'test' WHERE id = 'cus_1'").await;
        assert_eq!(plans.follow(&subscription("plain", january)).await, Applied::Foreign);
        plans.sql("UPDATE customers SET mode = 'live' WHERE id = 'cus_1'").await;
        assert_eq!(plans.follow(&subscription("plain", january)).await, Applied::Done, "the control");
        assert_eq!(plans.count("SELECT COUNT(*) FROM subscription").await, 1);
    }
}
