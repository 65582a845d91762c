//! Tests that a subscription gets its credits only by the completed checkout of its customer, on both engines.

use foundation::on_both_engines;
use foundation::testing::{TestEngine, open};

use super::days;
use super::test_plans::{TestPlans, invoice, subscription};
use crate::billing::marks::Applied;
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;
use crate::credits::verify;

const CHECKOUT: &str = "\
    INSERT INTO checkout (id, book_id, owner_kind, owner_id, kind, item_id, version, price_id, quantity, currency, amount_minor, \
        credits, bonus, terms, metadata, connection_id, stripe_customer_id, stripe_session_id, attempt, state, success_url, \
        cancel_url, actor, expires_at, sync_minute, sync_count, created_at, updated_at) \
    SELECT 'chk_1', id, 'customer', 'cus_1', 'plan', 'pln_plain', 1, 1, 1, 'eur', 900, 1000, 0, '{}', '{}', 'scn_1', 'cus_stripe', \
        'cs_1', 1, 'open', '', '', '', 0, 0, 0, 0, 0 FROM book WHERE website_id = 'web_1'";

const COMPLETED: &str = "UPDATE checkout SET state = 'completed', reason = NULL, closed_at = 1";
const PAYMENTS: &str = "SELECT COUNT(*) FROM payment";
const REASON: &str = "SELECT COALESCE(reason, '') FROM payment WHERE stripe_invoice = 'in_1'";
const MARKED: &str = "SELECT COUNT(*) FROM stripe_object WHERE kind = 'session' AND object_id = 'cs_1' AND state = 'waiting'";

/// Returns an active subscription that names the checkout.
fn named() -> SubscriptionFacts {
    SubscriptionFacts {
        named_checkout: Some("chk_1".to_owned()),
        ..subscription("plain", days("2028-01-10", "2028-02-10"))
    }
}

on_both_engines! {
    async fn first_invoice_waits_for_its_checkout(engine: TestEngine) {
        // The change of the checkout; payments in review, their reason, and marks of the session
        let rows = [
            ("UPDATE checkout SET state = 'open'", 0, "", 1),
            ("UPDATE checkout SET state = 'processing'", 0, "", 1),
            ("UPDATE checkout SET state = 'review', reason = 'amount-mismatch', closed_at = 1", 1, "amount-mismatch", 0),
            ("UPDATE checkout SET state = 'failed', closed_at = 1", 1, "checkout-not-completed", 1),
            ("UPDATE checkout SET state = 'expired', closed_at = 1", 1, "checkout-not-completed", 1),
        ];
        for (change, payments, reason, marks) in rows {
            let plans: TestPlans = open(engine).await;
            plans.at("2028-01-10");
            plans.sql(CHECKOUT).await;
            plans.sql(change).await;
            let period = days("2028-01-10", "2028-02-10");
            assert_eq!(plans.follow(&named()).await, Applied::Done, "{change}");
            for _ in 0..2 {
                assert_eq!(plans.bill(&invoice(1, "plain", 900, period)).await, Applied::Done, "{change}");
            }
            assert_eq!((plans.credits().await, plans.count(PAYMENTS).await), (0, payments), "{change}");
            assert_eq!(plans.count(MARKED).await, marks, "{change}");
            if payments > 0 {
                assert_eq!(plans.text(REASON).await, reason, "{change}");
            }
            plans.sql(COMPLETED).await;
            plans.bill(&invoice(1, "plain", 900, period)).await;
            let is_decided = reason == "amount-mismatch";
            assert_eq!(plans.credits().await, if is_decided { 0 } else { 1_000 }, "{change}: the owner decides about a review");
            assert!(verify(&plans.app.database).await.unwrap().is_empty());
        }
    }
}

on_both_engines! {
    async fn accepted_payment_grants_its_credits_and_those_of_renewals(plans: TestPlans) {
        plans.at("2028-01-10");
        plans.sql(CHECKOUT).await;
        plans.sql("UPDATE checkout SET state = 'review', reason = 'amount-mismatch', closed_at = 1").await;
        let (january, february) = (days("2028-01-10", "2028-02-10"), days("2028-02-10", "2028-03-10"));
        plans.follow(&named()).await;
        plans.bill(&invoice(1, "plain", 900, january)).await;
        assert_eq!(plans.credits().await, 0);
        plans.sql("UPDATE payment SET reason = 'accepted-after-end'").await;
        plans.bill(&invoice(1, "plain", 900, january)).await;
        assert_eq!(plans.credits().await, 1_000);
        plans.at("2028-02-10");
        plans.follow(&SubscriptionFacts { period: february, ..named() }).await;
        plans.bill(&invoice(2, "plain", 900, february)).await;
        assert_eq!(plans.credits().await, 1_000, "the renewal");
        assert_eq!(plans.count("SELECT COUNT(*) FROM payment WHERE state = 'paid'").await, 2);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn checkout_of_another_customer_begins_no_subscription(plans: TestPlans) {
        plans.at("2028-01-10");
        plans.sql(CHECKOUT).await;
        plans.sql(COMPLETED).await;
        for customer in [Some("cus_other".to_owned()), None] {
            let facts = SubscriptionFacts { customer, ..named() };
            assert!(matches!(plans.follow(&facts).await, Applied::Dead(_)), "{facts:?}");
        }
        assert_eq!(plans.count("SELECT COUNT(*) FROM subscription").await, 0);
        // The checkout was opened for an earlier customer of the owner.
        plans.sql("UPDATE checkout SET stripe_customer_id = 'cus_earlier'").await;
        assert_eq!(plans.follow(&named()).await, Applied::Done);
    }
}
