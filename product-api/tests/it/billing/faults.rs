//! Tests checkouts while Stripe fails: responses lost before or after the effect, refusals, and deleted objects.

use std::time::Duration;

use serde_json::{Value, json};

use super::sales::{Seller, at_stripe, body, pay, session_of, text};
use super::stripe::{ACCOUNT, call_stripe, fail};
use crate::harness::{TestApi, on_both_engines};

const SESSIONS: &str = "POST /v1/checkout/sessions";
const CUSTOMERS: &str = "POST /v1/customers";
/// Calls that the client makes for one request: the first and two repeats.
const ALL: u32 = 3;

/// Time after which failures no longer count for the circuit of a connection.
const CIRCUIT: Duration = Duration::from_secs(31);

/// Returns the numbers of sessions and customers at the double.
async fn counts(world: &TestApi) -> (usize, usize) {
    let sessions = at_stripe(world, "/v1/checkout/sessions").await.len();
    (sessions, at_stripe(world, "/v1/customers").await.len())
}

on_both_engines! {
    async fn lost_response_leads_to_one_session_and_one_customer(world: TestApi) {
        let seller = Seller::open(&world).await;
        let mut expected = 0;
        for call in [CUSTOMERS, SESSIONS] {
            for kind in ["lost_before", "lost_after", "server_error_before", "rate_limited"] {
                let name = format!("{call}-{kind}").replace(' ', "-");
                let buyer = json!({"customer": {"external_id": name}});
                fail(&world, call, ALL, kind);
                let first = seller.start(&world, &name, &buyer).await;
                // A stored failure is passed by other keys in the same request.
                if first.status != 200 || kind != "server_error_before" {
                    let problem = first.is_problem(502, "payment-provider-error");
                    assert_eq!(problem["retryable"], true, "{name}");
                }
                world.stripe.control("clear_faults", &json!({})).unwrap();
                world.clock.advance(CIRCUIT);
                let started = seller.start(&world, &name, &buyer).await;
                assert_eq!((started.status, &started.json()["state"]), (200, &json!("open")), "{name}: {started:?}");
                expected += 1;
                assert_eq!(counts(&world).await, (expected, expected), "{name}");
            }
        }
        assert_eq!(world.count("SELECT count(*) FROM checkout WHERE state = 'open'").await, 8);
    }
}

on_both_engines! {
    async fn sweep_opens_a_checkout_whose_buyer_did_not_ask_again(world: TestApi) {
        let seller = Seller::open(&world).await;
        for (number, kind) in ["lost_before", "lost_after"].into_iter().enumerate() {
            fail(&world, SESSIONS, ALL, kind);
            seller.start(&world, kind, &json!({})).await.is_problem(502, "payment-provider-error");
            world.stripe.control("clear_faults", &json!({})).unwrap();
            world.clock.advance(CIRCUIT);
            product_api::sweep::once(&world.app).await.unwrap();
            assert_eq!(world.count("SELECT count(*) FROM checkout WHERE state = 'new'").await, 0, "{kind}");
            assert_eq!(counts(&world).await, (number + 1, 1), "{kind}");
        }
        let started = seller.start(&world, "lost_after", &json!({})).await;
        assert_eq!((started.header("idempotency-replayed"), &started.json()["state"]), ("true", &json!("open")));
    }
}

on_both_engines! {
    async fn checkout_that_was_never_opened_fails_or_finds_its_session_after_a_day(world: TestApi) {
        let seller = Seller::open(&world).await;
        for (kind, state) in [("lost_before", "failed"), ("lost_after", "expired")] {
            fail(&world, SESSIONS, ALL, kind);
            seller.start(&world, kind, &json!({})).await.is_problem(502, "payment-provider-error");
            world.stripe.control("clear_faults", &json!({})).unwrap();
            world.clock.advance(Duration::from_hours(24));
            product_api::sweep::once(&world.app).await.unwrap();
            let statement = "SELECT state FROM checkout ORDER BY created_at DESC LIMIT 1";
            assert_eq!(world.text(statement).await, state, "{kind}");
        }
        assert_eq!(counts(&world).await.0, 1);
        let again = seller.start(&world, "lost_before", &json!({})).await;
        assert_eq!(again.is_problem(502, "payment-provider-error")["retryable"], false);
    }
}

on_both_engines! {
    async fn failure_that_stripe_has_stored_is_passed_by_another_key(world: TestApi) {
        let seller = Seller::open(&world).await;
        for (number, call) in [SESSIONS, CUSTOMERS].into_iter().enumerate() {
            let name = format!("buyer-{number}");
            let buyer = json!({"customer": {"external_id": name}});
            fail(&world, call, 1, "server_error_after");
            let started = seller.start(&world, &name, &buyer).await;
            assert_eq!(started.status, 200, "{call}: {started:?}");
            assert_eq!(counts(&world).await, (number + 1, number + 1), "{call}");
        }
    }
}

on_both_engines! {
    async fn price_that_stripe_refuses_fails_the_checkout_for_good(world: TestApi) {
        let seller = Seller::open(&world).await;
        let price = world.text("SELECT stripe_price_id FROM catalog_price WHERE currency = 'eur'").await;
        world.stripe.control("archive_price", &json!({ "price": price })).unwrap();
        for _ in 0..2 {
            seller.start(&world, "k", &json!({})).await.is_problem(409, "price-unavailable");
        }
        assert_eq!(world.text("SELECT reason FROM checkout WHERE state = 'failed'").await, "price-unavailable");
        let marked = "SELECT count(*) FROM stripe_object WHERE kind = 'price' AND state = 'waiting'";
        assert_eq!(world.count(marked).await, 1, "the catalogue looks at its price");
        assert_eq!(seller.start(&world, "other", &json!({"currency": "usd"})).await.status, 200);
    }
}

on_both_engines! {
    async fn customer_that_was_deleted_at_stripe_is_followed_by_another(world: TestApi) {
        let seller = Seller::open(&world).await;
        let first = seller.started(&world, &json!({})).await;
        let customer = text(&at_stripe(&world, "/v1/customers").await[0]["id"]);
        call_stripe(&world, ACCOUNT, false, &format!("DELETE /v1/customers/{customer}")).await;
        let second = seller.started(&world, &json!({})).await;
        let next = text(&at_stripe(&world, "/v1/customers").await[0]["id"]);
        assert_ne!(next, customer);
        let session = world.stripe.control("get_object", &json!({"id": session_of(&second)})).unwrap();
        assert_eq!(session["customer"], next.as_str());
        assert_eq!(world.count("SELECT count(*) FROM stripe_customer").await, 2);
        let default = "SELECT count(*) FROM stripe_customer s JOIN customers c ON c.stripe_customer_id = s.stripe_id \
             WHERE s.is_default AND s.generation = 2";
        assert_eq!(world.count(default).await, 1);
        for checkout in [&first, &second] {
            pay(&world, checkout, "pays");
            assert_eq!(seller.synced(&world, checkout).await["state"], "completed");
        }
        assert_eq!(at_stripe(&world, "/v1/customers").await.len(), 1, "no third one");
    }
}

on_both_engines! {
    async fn paid_checkout_is_granted_by_the_first_look_that_gets_through(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        let look = format!("GET /v1/checkout/sessions/{}", session_of(&checkout));
        fail(&world, &look, ALL, "server_error_before");
        let problem = seller.act(&world, &checkout, "sync").await;
        if problem.status != 200 {
            problem.is_problem(502, "payment-provider-error");
        }
        world.stripe.control("clear_faults", &json!({})).unwrap();
        assert_eq!(seller.synced(&world, &checkout).await["state"], "completed");
        assert_eq!(seller.available(&world, &checkout).await, 550);
    }
}

on_both_engines! {
    async fn revoked_key_starts_nothing_and_loses_nothing(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        world.sql("UPDATE stripe_connection SET state = 'revoked', reason = 'key-refused'", &[]).await;
        seller.start(&world, "k", &json!({})).await.is_problem(409, "billing-not-connected");
        seller.act(&world, &checkout, "sync").await.is_problem(503, "unavailable");
        world.clock.advance(Duration::from_mins(62));
        product_api::sweep::once(&world.app).await.unwrap();
        world.sql("UPDATE stripe_connection SET state = 'active', reason = NULL", &[]).await;
        world.clock.advance(Duration::from_mins(6));
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(seller.available(&world, &checkout).await, 550);
        let body: Value = body(&json!({}));
        assert_eq!(body["pack"], "small");
    }
}
