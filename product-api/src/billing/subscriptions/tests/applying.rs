//! Tests what subscriptions and invoices at Stripe do to our rows, on both engines.

use std::time::Duration;

use foundation::on_both_engines;
use foundation::testing::{RowLocks, TestDatabase, TestEngine, execute, open};

use super::test_plans::{TestPlans, invoice, subscription};
use super::{day, days};
use crate::MIGRATIONS;
use crate::billing::marks::Applied;
use crate::billing::subscriptions::invoice_facts::{InvoiceAmounts, InvoiceFacts, InvoiceStatus};
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;
use crate::credits::verify;

const SUBSCRIBED: &str = "SELECT COUNT(*) FROM customers WHERE id = 'cus_1' AND subscribed";

on_both_engines! {
    async fn paid_invoice_grants_its_allowance_once(plans: TestPlans) {
        plans.at("2028-01-31");
        let january = days("2028-01-31", "2028-02-29");
        assert_eq!(plans.follow(&subscription("plain", january)).await, Applied::Done);
        assert_eq!(plans.count(SUBSCRIBED).await, 1);
        assert_eq!(plans.credits().await, 0, "only the invoice grants an allowance");
        let marked = "SELECT COUNT(*) FROM stripe_object WHERE kind = 'invoice' AND object_id = 'in_1' AND state = 'waiting'";
        assert_eq!(plans.count(marked).await, 1, "its invoice is looked at");
        for _ in 0..3 {
            assert_eq!(plans.bill(&invoice(1, "plain", 900, january)).await, Applied::Done);
        }
        assert_eq!(plans.credits().await, 1_000);
        let end = day("2028-02-29").plus(Duration::from_hours(24)).micros();
        assert_eq!(plans.count("SELECT expires_at FROM lot WHERE kind = 'subscription'").await, end);
        assert_eq!(plans.count("SELECT paid_through FROM subscription").await, day("2028-02-29").micros());
        let payment = "SELECT COUNT(*) FROM payment p JOIN subscription s ON p.source_id = s.id || ':in_1' \
             WHERE p.source = 'subscription' AND p.state = 'paid' AND p.granted = 1000 AND p.amount_minor = 900 AND p.stripe_invoice = 'in_1'";
        assert_eq!(plans.count(payment).await, 1);
        assert_eq!(plans.count("SELECT cost_minor FROM recognition").await, 900);
        assert_eq!(plans.count("SELECT COUNT(*) FROM allowance WHERE kind = 'paid' AND state = 'granted'").await, 1);
        let renewed = "SELECT COUNT(*) FROM outbox WHERE type IN ('subscription.renewed', 'payment.succeeded', 'customer.subscribed')";
        assert_eq!(plans.count(renewed).await, 3);
        let intent = "SELECT COUNT(*) FROM stripe_object WHERE kind = 'payment' AND object_id = 'pi_1'";
        assert_eq!(plans.count(intent).await, 1, "its charge and its fee are fetched");
    }
}

on_both_engines! {
    async fn invoice_applied_by_many_at_once_is_granted_once(plans: TestPlans) {
        plans.at("2028-01-10");
        let period = days("2028-01-10", "2028-02-10");
        let facts = subscription("plain", period);
        let all = (0..20).map(|_| plans.follow(&facts));
        futures_util::future::join_all(all).await;
        assert_eq!(plans.count("SELECT COUNT(*) FROM subscription").await, 1);
        let paid = invoice(1, "plain", 900, period);
        let all = (0..20).map(|_| plans.bill(&paid));
        futures_util::future::join_all(all).await;
        assert_eq!(plans.credits().await, 1_000);
        assert_eq!(plans.count("SELECT COUNT(*) FROM payment").await, 1);
    }
}

on_both_engines! {
    async fn renewal_is_no_outage_and_what_does_not_roll_over_expires_with_it(plans: TestPlans) {
        plans.at("2028-01-10");
        let (january, february) = (days("2028-01-10", "2028-02-10"), days("2028-02-10", "2028-03-10"));
        plans.follow(&subscription("plain", january)).await;
        plans.bill(&invoice(1, "plain", 900, january)).await;
        plans.at("2028-02-10");
        plans.clock.advance(Duration::from_hours(1));
        plans.follow(&subscription("plain", february)).await;
        assert_eq!(plans.credits().await, 1_000, "Stripe keeps the invoice of the renewal for an hour");
        plans.bill(&invoice(2, "plain", 900, february)).await;
        assert_eq!(plans.credits().await, 1_000, "the new allowance alone");
        let expiry = "SELECT COUNT(*) FROM txn WHERE kind = 'expiry' AND op_key LIKE 'rollover:sbs_%'";
        assert_eq!(plans.count(expiry).await, 1);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn capped_credits_roll_over_up_to_the_cap(plans: TestPlans) {
        let months = [
            days("2028-01-10", "2028-02-10"), days("2028-02-10", "2028-03-10"), days("2028-03-10", "2028-04-10"),
        ];
        let left = [1_000, 1_500, 1_500];
        for (number, (month, expected)) in months.into_iter().zip(left).enumerate() {
            plans.clock.set(month.start);
            plans.follow(&subscription("capped", month)).await;
            plans.bill(&invoice(number + 1, "capped", 900, month)).await;
            assert_eq!(plans.credits().await, expected, "{month:?}");
        }
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn cap_counts_for_each_piece_that_was_paid(plans: TestPlans) {
        let (january, february) = (days("2028-01-10", "2028-02-10"), days("2028-02-10", "2028-03-10"));
        let two = |number, period| {
            let mut paid = invoice(number, "capped", 1_800, period);
            paid.lines[0].quantity = 2;
            paid
        };
        plans.at("2028-01-10");
        plans.follow(&SubscriptionFacts { quantity: 2, ..subscription("capped", january) }).await;
        plans.bill(&two(1, january)).await;
        plans.at("2028-02-10");
        // A later look knows of fewer pieces than the invoice of the period has.
        plans.follow(&subscription("capped", february)).await;
        plans.bill(&two(2, february)).await;
        assert_eq!(plans.credits().await, 2_000 + 2 * 500);
        assert_eq!(plans.count("SELECT COUNT(*) FROM allowance WHERE quantity = 2").await, 2);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn credits_of_a_change_roll_over_as_those_of_its_allowance(engine: TestEngine) {
        // The plan, and the credits of an allowance and a change that are left after the next renewal.
        for (price, left) in [("plain", 0), ("capped", 500)] {
            let plans: TestPlans = open(engine).await;
            let (january, february) = (days("2028-01-10", "2028-02-10"), days("2028-02-10", "2028-03-10"));
            plans.at("2028-01-10");
            plans.follow(&subscription(price, january)).await;
            plans.bill(&invoice(1, price, 900, january)).await;
            plans.at("2028-01-25");
            let mut change = invoice(2, price, 464, days("2028-01-25", "2028-02-10"));
            change.is_renewal = false;
            change.lines[0].is_proration = true;
            plans.bill(&change).await;
            assert_eq!(plans.credits().await, 1_516, "{price}: 16 of 31 days are left");
            plans.at("2028-02-10");
            plans.follow(&subscription(price, february)).await;
            plans.bill(&invoice(3, price, 900, february)).await;
            assert_eq!(plans.credits().await, 1_000 + left, "{price}");
            assert!(verify(&plans.app.database).await.unwrap().is_empty());
        }
    }
}

on_both_engines! {
    async fn year_gets_its_months_one_by_one_with_their_share_of_the_money(plans: TestPlans) {
        plans.at("2027-10-31");
        let year = days("2027-10-31", "2028-10-31");
        plans.follow(&subscription("yearly", year)).await;
        plans.bill(&invoice(1, "yearly", 10_000, year)).await;
        assert_eq!(plans.count("SELECT undivided_minor FROM payment").await, 10_000 - 833);
        assert_eq!(plans.sweep().await, 0, "nothing is due");
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
        for (number, start) in [(2, "2027-11-30"), (3, "2027-12-31"), (4, "2028-01-31"), (5, "2028-02-29")] {
            plans.at(start);
            assert_eq!(plans.sweep().await, 1, "{start}");
            assert_eq!(plans.sweep().await, 0, "{start}");
            assert_eq!(plans.count("SELECT COUNT(*) FROM allowance WHERE state = 'granted'").await, number);
            assert_eq!(plans.credits().await, 1_000, "{start}: the month before has expired");
        }
        // An outage of seventy days: a month that has ended is skipped, and its money is divided among the later ones.
        plans.at("2028-05-10");
        while plans.sweep().await > 0 {}
        let states = "SELECT COUNT(*) FROM allowance WHERE state = 'skipped'";
        assert_eq!(plans.count(states).await, 1);
        for start in ["2028-05-31", "2028-06-30", "2028-07-31", "2028-08-31", "2028-09-30"] {
            plans.at(start);
            assert_eq!(plans.sweep().await, 1, "{start}");
        }
        plans.at("2028-10-31");
        assert_eq!(plans.sweep().await, 0, "the year is over");
        assert_eq!(plans.count("SELECT COUNT(*) FROM allowance").await, 12);
        assert_eq!(plans.count("SELECT undivided_minor FROM payment").await, 0);
        assert_eq!(plans.count("SELECT CAST(SUM(cost_minor) AS BIGINT) FROM recognition").await, 10_000);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn owner_of_a_past_due_subscription_stays_subscribed_for_its_grace(plans: TestPlans) {
        plans.at("2028-02-10");
        let february = days("2028-02-10", "2028-03-10");
        let past_due = SubscriptionFacts { status: "past_due".to_owned(), ..subscription("plain", february) };
        plans.follow(&past_due).await;
        let open = InvoiceFacts { status: InvoiceStatus::Open, ..invoice(1, "plain", 900, february) };
        for attempts in [1, 1, 2] {
            plans.bill(&InvoiceFacts { attempts, ..open.clone() }).await;
        }
        assert_eq!(plans.count("SELECT COUNT(*) FROM outbox WHERE type = 'subscription.payment_failed'").await, 2);
        assert_eq!(plans.count(SUBSCRIBED).await, 1);
        plans.clock.advance(Duration::from_hours(7 * 24) - Duration::from_micros(1));
        assert_eq!((plans.sweep().await, plans.count(SUBSCRIBED).await), (0, 1));
        plans.clock.advance(Duration::from_micros(1));
        assert_eq!((plans.sweep().await, plans.count(SUBSCRIBED).await), (1, 0));
        assert_eq!(plans.count("SELECT COUNT(*) FROM outbox WHERE type = 'customer.unsubscribed'").await, 1);
        plans.follow(&subscription("plain", february)).await;
        assert_eq!(plans.count(SUBSCRIBED).await, 1, "it is paid after all");
    }
}

on_both_engines! {
    async fn trial_has_its_own_credits_and_no_payment(plans: TestPlans) {
        plans.at("2028-01-10");
        let trial = days("2028-01-10", "2028-01-24");
        let facts = SubscriptionFacts {
            status: "trialing".to_owned(), trial_end: Some(trial.end), anchor: trial.end, ..subscription("plain", trial)
        };
        plans.follow(&facts).await;
        for _ in 0..2 {
            plans.bill(&InvoiceFacts { payment_intent: None, ..invoice(1, "plain", 0, trial) }).await;
        }
        assert_eq!(plans.count(SUBSCRIBED).await, 1);
        assert_eq!(plans.count("SELECT COUNT(*) FROM txn WHERE op_key LIKE 'trial:sbs_%'").await, 1);
        assert_eq!(plans.credits().await, 100);
        assert_eq!(plans.count("SELECT expires_at FROM lot WHERE kind = 'promo'").await, trial.end.micros());
        assert_eq!(plans.count("SELECT COUNT(*) FROM payment").await, 0);
        assert_eq!(plans.count("SELECT COUNT(*) FROM trial_use WHERE kind = 'customer'").await, 1);
        // Its owner extends it, and Stripe makes a second invoice of a trial.
        plans.at("2028-01-20");
        let longer = days("2028-01-20", "2028-02-03");
        plans.follow(&SubscriptionFacts { trial_end: Some(longer.end), anchor: longer.end, period: longer, ..facts }).await;
        let second = InvoiceFacts { payment_intent: None, ..invoice(2, "plain", 0, longer) };
        assert_eq!(plans.bill(&second).await, Applied::Done);
        assert_eq!(plans.credits().await, 100, "a trial has its credits once");
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn credits_of_an_ended_subscription_end_with_its_last_allowance(plans: TestPlans) {
        plans.at("2028-01-10");
        let month = days("2028-01-10", "2028-02-10");
        plans.follow(&subscription("capped", month)).await;
        plans.bill(&invoice(1, "capped", 900, month)).await;
        plans.at("2028-01-20");
        let over = SubscriptionFacts {
            status: "canceled".to_owned(), ended_at: Some(day("2028-01-20")), ..subscription("capped", month)
        };
        plans.follow(&over).await;
        assert_eq!((plans.credits().await, plans.count(SUBSCRIBED).await), (1_000, 0), "what was paid stays");
        assert_eq!(plans.sweep().await, 0);
        plans.at("2028-02-10");
        assert_eq!(plans.sweep().await, 1);
        assert_eq!(plans.credits().await, 0, "neither rollover nor grace follows");
        plans.follow(&over).await;
        assert_eq!(plans.sweep().await, 0, "once");
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn money_that_grants_nothing_waits_for_a_decision(plans: TestPlans) {
        plans.at("2028-01-10");
        let period = days("2028-01-10", "2028-02-10");
        plans.follow(&subscription("plain", period)).await;
        plans.bill(&invoice(1, "unknown", 900, period)).await;
        assert_eq!(plans.text("SELECT reason FROM payment WHERE stripe_invoice = 'in_1'").await, "unmapped-price");
        let over = SubscriptionFacts {
            status: "canceled".to_owned(), ended_at: Some(day("2028-01-09")), ..subscription("plain", period)
        };
        plans.follow(&over).await;
        plans.bill(&invoice(2, "plain", 900, period)).await;
        assert_eq!(plans.text("SELECT reason FROM payment WHERE stripe_invoice = 'in_2'").await, "paid-after-end");
        assert_eq!(plans.count("SELECT COUNT(*) FROM payment WHERE state = 'review'").await, 2);
        assert_eq!((plans.credits().await, plans.count(SUBSCRIBED).await), (0, 0));
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn accepted_year_after_the_end_has_all_of_its_credits(plans: TestPlans) {
        plans.at("2028-01-10");
        let year = days("2028-01-10", "2029-01-10");
        let over = SubscriptionFacts {
            status: "canceled".to_owned(), ended_at: Some(day("2028-01-09")), ..subscription("yearly", year)
        };
        plans.follow(&over).await;
        plans.bill(&invoice(1, "yearly", 10_000, year)).await;
        assert_eq!((plans.credits().await, plans.count("SELECT undivided_minor FROM payment").await), (0, 0));
        plans.sql("UPDATE payment SET reason = 'accepted-after-end'").await;
        for _ in 0..2 {
            plans.bill(&invoice(1, "yearly", 10_000, year)).await;
            plans.follow(&over).await;
        }
        assert_eq!(plans.credits().await, 12_000);
        assert_eq!(plans.count("SELECT cost_minor FROM recognition").await, 10_000);
        plans.at("2029-01-10");
        assert_eq!((plans.sweep().await, plans.credits().await), (1, 0), "they end with the paid year");
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    /// A balance of the customer at Stripe, or a credit note, pays a part of an invoice, or an older debt comes on top.
    async fn payment_is_what_was_paid_of_its_invoice(engine: TestEngine) {
        // What was paid of a total of 900 with taxes of 90; the taxes, and the cost of the credits.
        for (paid, tax, cost) in [(900, 90, 810), (600, 60, 540), (0, 0, 0), (1_000, 90, 910)] {
            let plans: TestPlans = open(engine).await;
            plans.at("2028-01-10");
            let period = days("2028-01-10", "2028-02-10");
            plans.follow(&subscription("plain", period)).await;
            let amounts = InvoiceAmounts { total: 900, tax: 90, discount: 0, due: paid, paid };
            plans.bill(&InvoiceFacts { amounts, ..invoice(1, "plain", 900, period) }).await;
            assert_eq!(plans.credits().await, 1_000, "{paid}");
            let found = [
                plans.count("SELECT amount_minor FROM payment WHERE state = 'paid'").await,
                plans.count("SELECT tax_minor FROM payment").await,
                plans.count("SELECT cost_minor FROM recognition").await,
                plans.count("SELECT COALESCE(CAST(SUM(amount) AS BIGINT), 0) FROM money_entry WHERE account = 'stripe'").await,
            ];
            assert_eq!(found, [paid, tax, cost, paid]);
            assert!(verify(&plans.app.database).await.unwrap().is_empty());
        }
    }
}

on_both_engines! {
    async fn subscription_of_others_is_left_alone(plans: TestPlans) {
        plans.at("2028-01-10");
        let own = subscription("plain", days("2028-01-10", "2028-02-10"));
        let foreign = SubscriptionFacts { customer: Some("cus_other".to_owned()), ..own.clone() };
        assert_eq!(plans.follow(&foreign).await, Applied::Foreign);
        let unmapped = SubscriptionFacts { price_id: Some("unknown".to_owned()), ..own.clone() };
        assert_eq!(plans.follow(&unmapped).await, Applied::Foreign);
        let lost = SubscriptionFacts { named_checkout: Some("chk_none".to_owned()), ..own.clone() };
        assert!(matches!(plans.follow(&lost).await, Applied::Dead(_)));
        let test = SubscriptionFacts { is_live: false, ..own };
        assert!(matches!(plans.follow(&test).await, Applied::Dead(_)));
        assert_eq!(plans.count("SELECT COUNT(*) FROM subscription").await, 0);
        assert_eq!(plans.bill(&invoice(1, "plain", 900, days("2028-01-10", "2028-02-10"))).await, Applied::Foreign);
        plans.sql("UPDATE customers SET subscribed = FALSE").await;
    }
}

on_both_engines! {
    async fn late_invoice_of_an_earlier_period_leaves_the_later_one(plans: TestPlans) {
        plans.at("2028-02-12");
        let (january, february) = (days("2028-01-10", "2028-02-10"), days("2028-02-10", "2028-03-10"));
        plans.follow(&subscription("plain", february)).await;
        plans.bill(&invoice(2, "plain", 900, february)).await;
        plans.bill(&invoice(1, "plain", 900, january)).await;
        let newest = "SELECT COUNT(*) FROM subscription s JOIN payment p ON p.id = s.payment_id WHERE p.stripe_invoice = 'in_2'";
        assert_eq!(plans.count(newest).await, 1, "a refund of this payment ends the period");
        assert_eq!(plans.count("SELECT paid_through FROM subscription").await, day("2028-03-10").micros());
        assert_eq!(plans.count("SELECT COUNT(*) FROM allowance WHERE state = 'granted'").await, 2);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn facts_that_were_fetched_before_a_change_are_not_applied(plans: TestPlans) {
        plans.at("2028-01-10");
        let active = subscription("plain", days("2028-01-10", "2028-02-10"));
        assert_eq!(plans.follow_fetched(&active, None).await, Some(Applied::Done));
        let fetched = plans.changed_at("sub_1").await;
        plans.at("2028-01-11");
        let canceled = SubscriptionFacts { status: "canceled".to_owned(), ..active.clone() };
        plans.follow(&canceled).await;
        for stale in [None, fetched] {
            assert_eq!(plans.follow_fetched(&active, stale).await, None, "{stale:?}");
        }
        assert_eq!(plans.text("SELECT status FROM subscription").await, "canceled");
    }
}

/// A merge, or its undo, that ends while a subscription waits for a wallet does not see the subscription.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn customer_that_is_merged_or_separated_meanwhile_is_shown_on_postgres() {
    let separate = "UPDATE customers SET merged_into = NULL WHERE id = 'cus_1'";
    let merge = "UPDATE customers SET merged_into = 'cus_2' WHERE id = 'cus_1'";
    let target = "SELECT COUNT(*) FROM customers WHERE id = 'cus_2' AND subscribed";
    for (before, meanwhile, shown) in [(separate, merge, target), (merge, separate, SUBSCRIBED)] {
        let plans = TestPlans::on(TestDatabase::postgres(&MIGRATIONS).await).await;
        plans.at("2028-01-10");
        let other = "INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at, listed_as) \
             VALUES ('cus_2', 'web_1', 'live', 'eve', 0, 0, 'eve')";
        execute(&plans.app.database, other, &[]).await;
        let wallets = "INSERT INTO account (id, book_id, kind, owner_kind, owner_id, created_at) \
             SELECT ROW_NUMBER() OVER (ORDER BY c.id), b.id, 'wallet', 'customer', c.id, 0 FROM customers c \
             JOIN book b ON b.website_id = c.website_id AND b.mode = c.mode";
        execute(&plans.app.database, wallets, &[]).await;
        execute(&plans.app.database, before, &[]).await;
        let lock = "UPDATE account SET seq = seq + 0 WHERE kind = 'wallet'";
        let changing = RowLocks::take(&plans.app.database, &[lock, meanwhile]).await;
        let active = subscription("plain", days("2028-01-10", "2028-02-10"));
        let (applied, ()) = tokio::join!(plans.follow(&active), changing.commit_when_awaited());
        assert_eq!(applied, Applied::Done);
        assert_eq!(plans.count(shown).await, 1, "{meanwhile}");
    }
}
