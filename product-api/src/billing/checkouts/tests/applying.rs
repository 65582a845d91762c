//! Tests what sessions do to their checkouts, row by row and under races.

use std::time::Duration;

use foundation::on_both_engines;

use super::test_shop::{START, TestShop, session};
use crate::billing::checkouts::checkout::CheckoutState;
use crate::billing::checkouts::session_facts::{PaymentStatus, SessionFacts, SessionStatus};
use crate::billing::marks::Applied;
use crate::credits::verify;

const ENTRIES: &str = "\
    SELECT COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) FROM money_entry e JOIN money_txn t ON t.id = e.txn_id WHERE e.account = 'stripe'";

fn paid(number: usize) -> SessionFacts {
    session(number, SessionStatus::Complete, PaymentStatus::Paid)
}

on_both_engines! {
    async fn paid_checkout_is_granted_with_its_money_and_events(shop: TestShop) {
        shop.open(1).await;
        shop.clock.advance(Duration::from_mins(5));
        assert_eq!(shop.apply(&paid(1)).await, Applied::Done);
        let checkout = shop.find("chk_1").await;
        assert_eq!((checkout.state, checkout.closed_at), (CheckoutState::Completed, Some(shop.clock.now())));
        let granted = shop.clock.now().seconds();
        let lots = "SELECT COUNT(*) FROM lot l JOIN payment_lot p ON p.lot_id = l.id WHERE l.remaining = p.credits AND \
             (l.kind = 'purchase' AND p.credits = 100 OR l.kind = 'promo' AND p.credits = 10)";
        assert_eq!(shop.count(lots).await, 2);
        let expiry = |kind: &'static str| match kind {
            "purchase" => "SELECT expires_at FROM lot WHERE kind = 'purchase'",
            _ => "SELECT expires_at FROM lot WHERE kind = 'promo'",
        };
        for (kind, days) in [("purchase", 90), ("promo", 30)] {
            let expected = (granted + days * 86_400) * 1_000_000;
            assert_eq!(shop.count(expiry(kind)).await, expected, "{kind}");
        }
        let keys = "SELECT COUNT(*) FROM txn WHERE op_key IN ('checkout:chk_1', 'checkout:chk_1:bonus')";
        assert_eq!(shop.count(keys).await, 2);
        let payment = "SELECT COUNT(*) FROM payment WHERE state = 'paid' AND granted = 110 AND amount_minor = 1190 AND tax_minor = 190 \
             AND stripe_payment_intent = 'pi_1' AND stripe_charge = 'ch_1' AND stripe_balance_transaction = 'txn_1'";
        assert_eq!(shop.count(payment).await, 1);
        assert_eq!(shop.count(ENTRIES).await, 1_190 - 43, "the gross amount without the fee");
        let costs = "SELECT COUNT(*) FROM recognition r JOIN lot l ON l.id = r.lot_id \
             WHERE l.kind = 'purchase' AND r.cost_minor = 909 OR l.kind = 'promo' AND r.cost_minor = 91";
        assert_eq!(shop.count(costs).await, 2, "the bonus has its share of 1000");
        let events = "SELECT COUNT(*) FROM outbox WHERE type IN ('checkout.completed', 'payment.succeeded')";
        assert_eq!(shop.count(events).await, 2);
        assert!(verify(&shop.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn session_applied_by_many_at_once_is_granted_once(shop: TestShop) {
        shop.open(1).await;
        let facts = paid(1);
        let all = (0..50).map(|_| shop.apply(&facts));
        futures_util::future::join_all(all).await;
        assert_eq!(shop.count("SELECT COUNT(*) FROM lot").await, 2);
        assert_eq!(shop.count("SELECT COUNT(*) FROM payment WHERE granted = 110").await, 1);
        assert_eq!(shop.count(ENTRIES).await, 1_190 - 43);
        assert_eq!(shop.count("SELECT COUNT(*) FROM outbox WHERE type = 'checkout.completed'").await, 1);
    }
}

on_both_engines! {
    async fn delayed_payment_is_on_its_way_and_ends_as_the_bank_says(shop: TestShop) {
        for (number, end) in [(1, PaymentStatus::Paid), (2, PaymentStatus::Failed)] {
            shop.open(number).await;
            shop.apply(&session(number, SessionStatus::Complete, PaymentStatus::Pending)).await;
            assert_eq!(shop.find(&format!("chk_{number}")).await.state, CheckoutState::Processing);
            shop.apply(&session(number, SessionStatus::Complete, end)).await;
        }
        assert_eq!(shop.find("chk_1").await.state, CheckoutState::Completed);
        let failed = shop.find("chk_2").await;
        assert_eq!((failed.state, failed.reason.as_deref()), (CheckoutState::Failed, Some("bank-refused")));
        let states = "SELECT COUNT(*) FROM payment WHERE source_id = 'chk_1' AND state = 'paid' \
             OR source_id = 'chk_2' AND state = 'failed' AND reason = 'bank-refused' AND paid_at IS NULL";
        assert_eq!(shop.count(states).await, 2);
        assert_eq!(shop.count("SELECT COUNT(*) FROM outbox WHERE type = 'payment.failed'").await, 1);
        // Money wins: a payment that was taken for failed arrives after all.
        shop.apply(&paid(2)).await;
        assert_eq!(shop.find("chk_2").await.state, CheckoutState::Completed);
        assert_eq!(shop.count("SELECT COUNT(*) FROM payment WHERE state = 'paid' AND reason IS NULL").await, 2);
    }
}

on_both_engines! {
    async fn payment_that_differs_from_its_terms_waits_for_a_review(shop: TestShop) {
        shop.open(1).await;
        let mut odd = paid(1);
        odd.amounts.subtotal = 1;
        shop.apply(&odd).await;
        let checkout = shop.find("chk_1").await;
        assert_eq!((checkout.state, checkout.reason.as_deref()), (CheckoutState::Review, Some("amount-mismatch")));
        shop.apply(&paid(1)).await;
        assert_eq!(shop.find("chk_1").await.state, CheckoutState::Review, "its owner decides");
        assert_eq!(shop.count("SELECT COUNT(*) FROM lot").await, 0);
        assert_eq!(shop.count("SELECT COUNT(*) FROM money_txn").await, 0);
        let payment = "SELECT COUNT(*) FROM payment WHERE state = 'review' AND reason = 'amount-mismatch' AND paid_at IS NOT NULL";
        assert_eq!(shop.count(payment).await, 1);
        assert_eq!(shop.count("SELECT COUNT(*) FROM outbox WHERE type = 'payment.review'").await, 1);
    }
}

on_both_engines! {
    async fn session_without_a_checkout_of_its_own_changes_nothing(shop: TestShop) {
        shop.open(1).await;
        let mut foreign = paid(1);
        foreign.id = "cs_9".to_owned();
        foreign.named_checkout = None;
        assert_eq!(shop.apply(&foreign).await, Applied::Foreign);
        foreign.named_checkout = Some("chk_9".to_owned());
        assert!(matches!(shop.apply(&foreign).await, Applied::Dead(_)), "its row is missing");
        foreign.named_checkout = Some("chk_1".to_owned());
        assert!(matches!(shop.apply(&foreign).await, Applied::Dead(_)), "the row has another session");
        assert_eq!(shop.find("chk_1").await.state, CheckoutState::Open);
        // A session of another account that names this checkout does not reach it.
        shop.sql("UPDATE checkout SET connection_id = 'scn_2'").await;
        assert!(matches!(shop.apply(&paid(1)).await, Applied::Dead(_)));
        assert_eq!(shop.count("SELECT COUNT(*) FROM payment").await, 0);
    }
}

on_both_engines! {
    async fn checkout_whose_call_had_no_response_gets_its_session(shop: TestShop) {
        shop.open(1).await;
        shop.sql("UPDATE checkout SET state = 'new', stripe_session_id = NULL").await;
        shop.apply(&session(1, SessionStatus::Open, PaymentStatus::Pending)).await;
        let checkout = shop.find("chk_1").await;
        assert_eq!((checkout.state, checkout.stripe_session_id.as_deref()), (CheckoutState::Open, Some("cs_1")));
        assert_eq!(checkout.url.as_deref(), Some("https://checkout.example/1"));
        shop.sql("UPDATE checkout SET state = 'new', stripe_session_id = NULL").await;
        shop.apply(&paid(1)).await;
        assert_eq!(shop.find("chk_1").await.state, CheckoutState::Completed);
    }
}

on_both_engines! {
    async fn fee_that_is_known_later_is_recorded_once(shop: TestShop) {
        shop.open(1).await;
        let mut early = paid(1);
        early.charge.balance = None;
        shop.apply(&early).await;
        assert_eq!(shop.count(ENTRIES).await, 1_190);
        for _ in 0..3 {
            shop.apply(&paid(1)).await;
        }
        assert_eq!(shop.count(ENTRIES).await, 1_190 - 43);
        assert_eq!(shop.text("SELECT MAX(key) FROM money_txn WHERE kind = 'fee'").await, "fee:txn_1");
    }
}

on_both_engines! {
    async fn full_discount_grants_and_moves_no_money(shop: TestShop) {
        shop.open(1).await;
        shop.sql("UPDATE checkout SET terms = REPLACE(terms, '\"has_promotion_codes\":false', '\"has_promotion_codes\":true')").await;
        let mut free = session(1, SessionStatus::Complete, PaymentStatus::NotRequired);
        free.amounts.discount = 1_000;
        free.amounts.total = 0;
        free.amounts.tax = 0;
        free.charge = crate::billing::payments::ChargeFacts::default();
        shop.apply(&free).await;
        assert_eq!(shop.find("chk_1").await.state, CheckoutState::Completed);
        assert_eq!(shop.count("SELECT COUNT(*) FROM money_txn").await, 0);
        assert_eq!(shop.count("SELECT COUNT(*) FROM recognition WHERE cost_minor = 0").await, 2);
        let payment = "SELECT COUNT(*) FROM payment WHERE state = 'paid' AND amount_minor = 0 AND discount_minor = 1000 \
             AND stripe_payment_intent IS NULL";
        assert_eq!(shop.count(payment).await, 1);
    }
}

on_both_engines! {
    async fn credits_of_a_merged_customer_go_to_the_merge_target(shop: TestShop) {
        shop.open(1).await;
        shop.sql("UPDATE customers SET merged_into = 'cus_2' WHERE id = 'cus_1'").await;
        shop.apply(&paid(1)).await;
        assert_eq!(shop.count("SELECT posted FROM account WHERE owner_id = 'cus_2' AND kind = 'wallet'").await, 110);
        assert_eq!(shop.count("SELECT COUNT(*) FROM payment WHERE owner_id = 'cus_1' AND granted = 110").await, 1);
    }
}

on_both_engines! {
    async fn frozen_wallet_gets_the_credits_once_it_is_unfrozen(shop: TestShop) {
        shop.open(1).await;
        shop.apply(&session(1, SessionStatus::Open, PaymentStatus::Pending)).await;
        shop.open(2).await;
        shop.apply(&paid(2)).await;
        shop.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'").await;
        let applied = crate::billing::checkouts::apply_facts::apply_facts(&shop.app, &shop.connection, &paid(1)).await;
        assert!(applied.is_err());
        assert_eq!(shop.find("chk_1").await.state, CheckoutState::Open, "nothing of it was kept");
        assert_eq!(shop.count("SELECT COUNT(*) FROM payment").await, 1);
        shop.sql("UPDATE account SET frozen_at = NULL").await;
        shop.apply(&paid(1)).await;
        assert_eq!(shop.find("chk_1").await.state, CheckoutState::Completed);
        assert!(shop.clock.now() >= START);
    }
}
