//! Tests payments in review, whose credits are granted once their owner accepts them.

use serde_json::{Value, json};

use super::reconciling::{compare, counts};
use super::sales::{Seller, call, pay, text};
use super::stripe::{as_owner, fail};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::merges::assert_sound;

/// A payment of 10.00 euros for 550 credits, of which nothing was granted.
struct Reviewed {
    seller: Seller,
    checkout: Value,
    payment: String,
}

impl Reviewed {
    /// Sells a pack whose row was changed by a statement before the payment arrives.
    async fn new(world: &TestApi, change: &'static str) -> Self {
        let seller = Seller::open(world).await;
        let checkout = seller.started(world, &json!({})).await;
        world.sql(change, &[]).await;
        pay(world, &checkout, "pays");
        let seen = seller.synced(world, &checkout).await;
        assert_eq!(seen["state"], "review", "{seen}");
        let payment = text(&seen["payment_id"]);
        Self {
            seller,
            checkout,
            payment,
        }
    }

    /// Accepts the payment as the website's owner.
    async fn accept(&self, world: &TestApi) -> HttpResponse {
        let operation = format!("POST /v1/payments/{}/accept", self.payment);
        let site = (self.seller.shop.id.as_str(), "test");
        as_owner(world, "usr_1", site, &operation, None).await
    }
}

on_both_engines! {
    async fn accepted_payment_grants_what_was_sold_once(world: TestApi) {
        let reviewed = Reviewed::new(&world, "UPDATE checkout SET stripe_customer_id = 'cus_odd'").await;
        assert_eq!(reviewed.seller.available(&world, &reviewed.checkout).await, 0);
        let both = tokio::join!(reviewed.accept(&world), reviewed.accept(&world));
        for accepted in [both.0, both.1, reviewed.accept(&world).await] {
            assert_eq!(accepted.status, 200, "{accepted:?}");
            let payment = accepted.json();
            assert_eq!((&payment["state"], &payment["reason"], &payment["credits"]), (&json!("paid"), &Value::Null, &json!(550)));
        }
        let checkout = reviewed.seller.synced(&world, &reviewed.checkout).await;
        assert_eq!((&checkout["state"], &checkout["reason"]), (&json!("completed"), &json!("customer-mismatch")));
        assert_eq!(reviewed.seller.available(&world, &reviewed.checkout).await, 550);
        assert_eq!(world.count("SELECT count(*) FROM lot").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM outbox WHERE type = 'payment.succeeded'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'payment.accepted' AND actor = 'usr_1'").await, 1);
        let deferred = "SELECT CAST(-SUM(amount) AS BIGINT) FROM money_entry WHERE account = 'deferred'";
        assert_eq!(world.count(deferred).await, 1000);
        let run = compare(&world, &reviewed.seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 0), "an accepted difference is no finding: {run}");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn payment_that_cannot_be_accepted_says_why(world: TestApi) {
        let reviewed = Reviewed::new(&world, "UPDATE checkout SET amount_minor = 999").await;
        let path = format!("POST /v1/payments/{}/accept", reviewed.payment);
        let key = reviewed.seller.test_key();
        call(&world, &path, key, "", &Value::Null).await.is_problem(403, "insufficient-scope");
        let site = (reviewed.seller.shop.id.as_str(), "test");
        as_owner(&world, "usr_1", site, "POST /v1/payments/pmt_none/accept", None).await.is_problem(404, "not-found");
        let live = (reviewed.seller.shop.id.as_str(), "live");
        as_owner(&world, "usr_1", live, &path, None).await.is_problem(404, "not-found");
        for (statement, status, slug) in [
            ("UPDATE payment SET reason = 'mode-mismatch'", 409, "conflict"),
            ("UPDATE payment SET reason = 'connection-mismatch'", 409, "conflict"),
            ("UPDATE payment SET reason = 'amount-mismatch', withdrawn_minor = 1", 409, "payment-disputed"),
            ("UPDATE payment SET withdrawn_minor = 0, refunded_minor = amount_minor", 409, "already-refunded"),
            ("UPDATE payment SET refunded_minor = 0, state = 'pending', paid_at = NULL", 409, "conflict"),
        ] {
            world.sql(statement, &[]).await;
            reviewed.accept(&world).await.is_problem(status, slug);
        }
        world.sql("UPDATE payment SET state = 'review', paid_at = created_at", &[]).await;
        fail(&world, "GET /v1/checkout/sessions", 3, "server_error_before");
        reviewed.accept(&world).await.is_problem(502, "payment-provider-error");
        assert_eq!(world.count("SELECT count(*) FROM lot").await, 0);
        world.clock.advance(std::time::Duration::from_secs(31));
        assert_eq!(reviewed.accept(&world).await.json()["state"], "paid");
    }
}
