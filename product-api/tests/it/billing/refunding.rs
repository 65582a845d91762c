//! Tests refunds: made here or in the dashboard of Stripe, refused, failed, and interrupted at each step.

use std::time::Duration;

use foundation::testing::TestEngine;
use reqwest::Method;
use serde_json::{Value, json};
use stripe_double::DeliveryFaults;

use super::sales::{Seller, at_stripe, pay, text};
use super::stripe::{fail, with_deliveries};
use crate::credits::post;
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::merges::assert_sound;

const REFUNDS: &str = "POST /v1/refunds";
/// Calls that the client makes for one request: the first and two repeats.
const ALL: u32 = 3;
/// Time after which failures no longer count for the circuit of a connection.
const CIRCUIT: Duration = Duration::from_secs(31);

/// A payment of 10.00 euros for 550 credits of Ada.
pub(super) struct Bought {
    pub(super) seller: Seller,
    pub(super) checkout: Value,
    pub(super) payment: String,
}

impl Bought {
    pub(super) async fn new(world: &TestApi, method: &str) -> Self {
        let seller = Seller::open(world).await;
        let checkout = seller.started(world, &json!({})).await;
        pay(world, &checkout, method);
        let paid = seller.synced(world, &checkout).await;
        assert_eq!(paid["state"], "completed", "{paid}");
        let payment = text(&paid["payment_id"]);
        Self {
            seller,
            checkout,
            payment,
        }
    }

    /// Returns the payment as its website sees it.
    pub(super) async fn detail(&self, world: &TestApi) -> Value {
        let path = format!("/v1/payments/{}", self.payment);
        world.get(&path, self.seller.test_key()).await.json()
    }

    pub(super) async fn available(&self, world: &TestApi) -> i64 {
        self.seller.available(world, &self.checkout).await
    }

    /// Returns the credits that Ada owes.
    pub(super) async fn debt(&self, world: &TestApi) -> i64 {
        let customer = text(&self.checkout["customer_id"]);
        let path = format!("/v1/customers/{customer}/balance");
        let balance = world.get(&path, self.seller.test_key()).await.json();
        balance["debt"].as_i64().unwrap()
    }

    pub(super) async fn charge(&self, world: &TestApi) -> Value {
        self.detail(world).await["stripe_charge"].clone()
    }

    pub(super) async fn spend(&self, world: &TestApi, amount: i64) {
        let body = json!({"customer": {"external_id": "ada"}, "amount": amount});
        let key = format!("spend-{amount}");
        let spent = post(world, "/v1/spends", self.seller.test_key(), &key, body).await;
        assert_eq!(spent.status, 200, "{spent:?}");
    }

    /// Refunds as the website's owner.
    pub(super) async fn refund(&self, world: &TestApi, key: &str, body: &Value) -> HttpResponse {
        let authorization = format!("Bearer {}", world.token("usr_1"));
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
            ("tollgate-website", self.seller.shop.id.as_str()),
            ("tollgate-mode", "test"),
            ("idempotency-key", key),
        ];
        let path = format!("/v1/payments/{}/refunds", self.payment);
        world
            .send(Method::POST, &path, &headers, Some(body.to_string()))
            .await
    }

    pub(super) async fn preview(&self, world: &TestApi, query: &str) -> Value {
        let path = format!("/v1/payments/{}/refund-preview{query}", self.payment);
        let preview = world.get(&path, self.seller.test_key()).await;
        assert_eq!(preview.status, 200, "{preview:?}");
        preview.json()
    }
}

/// Delivers the due events of the double, and applies the objects that they mark.
pub(super) async fn deliver(world: &TestApi) {
    world.stripe.deliver_due().await.unwrap();
    product_api::billing::inbox::once(&world.app).await.unwrap();
}

pub(super) async fn recorded(world: &TestApi, event_type: &str) -> i64 {
    let count = "SELECT count(*) FROM outbox WHERE type = $1";
    world.count_of(count, &[event_type]).await
}

/// Checks the ledger, and that the journal owes the cost of the credits that are neither used nor returned.
pub(super) async fn assert_settled(world: &TestApi) {
    assert_sound(world).await;
    let sum = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM money_entry";
    assert_eq!(world.count(sum).await, 0);
    let deferred = "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM money_entry WHERE account = 'deferred'";
    let owed = "SELECT CAST(COALESCE(SUM(cost_minor - earned - broken - returned), 0) AS BIGINT) FROM recognition";
    assert_eq!(world.count(deferred).await, world.count(owed).await);
}

on_both_engines! {
    async fn full_refund_takes_the_credits_back_once(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        let body = json!({"what": "full", "reason": "requested_by_customer"});
        let first = bought.refund(&world, "r1", &body).await;
        assert_eq!((first.status, first.header("idempotency-replayed")), (200, ""), "{first:?}");
        let refund = first.json()["refund"].clone();
        assert_eq!((&refund["state"], &refund["amount_minor"], &refund["reason"]), (&json!("succeeded"), &json!(1000), &body["reason"]));
        assert_eq!(refund["actor"], "usr_1");
        let payment = &first.json()["payment"];
        assert_eq!((&payment["refunded_minor"], &payment["credits_taken_back"], &payment["credits_frozen"]), (&json!(1000), &json!(550), &json!(0)));
        assert_eq!(bought.available(&world).await, 0);
        let made = at_stripe(&world, "/v1/refunds").await;
        assert_eq!((made.len(), &made[0]["metadata"]["tollgate_refund"]), (1, &refund["id"]));
        let again = bought.refund(&world, "r1", &body).await;
        assert_eq!((again.status, again.header("idempotency-replayed")), (200, "true"), "{again:?}");
        bought.refund(&world, "r1", &json!({"what": "unspent"})).await.is_problem(422, "idempotency-key-reused");
        bought.refund(&world, "r2", &body).await.is_problem(409, "already-refunded");
        product_api::billing::inbox::once(&world.app).await.unwrap();
        assert_eq!(recorded(&world, "payment.refunded").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'payment.refunded' AND actor = 'usr_1'").await, 1);
        assert_eq!(bought.detail(&world).await["refunds"].as_array().unwrap().len(), 1);
        assert_settled(&world).await;
    }
}

on_both_engines! {
    async fn unspent_part_is_offered_first_and_leaves_no_debt(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        bought.spend(&world, 275).await;
        let preview = bought.preview(&world, "?amount_minor=600").await;
        let offers: Vec<Value> = preview["offers"].as_array().unwrap().iter().map(|offer| json!([
            offer["what"], offer["amount_minor"], offer["credits"], offer["unused_credits"], offer["used_credits"]
        ])).collect();
        assert_eq!(offers, [json!(["unspent", 500, 275, 275, 0]), json!(["full", 1000, 550, 275, 275]), json!(["amount", 600, 330, 275, 55])]);
        assert_eq!((&preview["remaining_minor"], &preview["shortfall"]), (&json!(1000), &json!("debt")));
        let refunded = bought.refund(&world, "r1", &json!({"what": "unspent"})).await;
        assert_eq!((refunded.status, &refunded.json()["refund"]["amount_minor"]), (200, &json!(500)), "{refunded:?}");
        assert_eq!(bought.available(&world).await, 0);
        bought.refund(&world, "r2", &json!({"what": "unspent"})).await.is_problem(422, "refund-exceeds-payment");
        let problem = bought.refund(&world, "r3", &json!({"what": "amount", "amount_minor": 501})).await;
        assert_eq!(problem.is_problem(422, "refund-exceeds-payment")["remaining_minor"], 500);
        assert_settled(&world).await;
        // Credits that were used become debt.
        let rest = bought.refund(&world, "r4", &json!({"what": "full"})).await;
        assert_eq!(rest.json()["payment"]["credits_taken_back"], 550, "{rest:?}");
        assert_eq!((bought.available(&world).await, bought.debt(&world).await), (0, 275));
        assert_settled(&world).await;
    }
}

on_both_engines! {
    async fn bad_request_is_refused_at_its_place(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        for body in [
            json!({"what": "amount"}), json!({"what": "amount", "amount_minor": 0}), json!({"what": "full", "amount_minor": 5}),
            json!({"what": "all"}), json!({}), json!({"what": "amount", "amount_minor": 1.5}),
        ] {
            bought.refund(&world, "r", &body).await.is_problem(400, "invalid-request");
        }
        let path = format!("/v1/payments/{}/refunds", bought.payment);
        post(&world, &path, bought.seller.test_key(), "r", json!({"what": "full"})).await.is_problem(403, "insufficient-scope");
        let elsewhere = "/v1/payments/pmt_none/refunds";
        world.sql("UPDATE api_keys SET scopes = scopes || ' billing.refund' WHERE website_id = $1", &[&bought.seller.shop.id]).await;
        post(&world, elsewhere, bought.seller.test_key(), "r", json!({"what": "full"})).await.is_problem(404, "not-found");
        post(&world, &path, &bought.seller.shop.key, "r", json!({"what": "full"})).await.is_problem(404, "not-found");
        assert_eq!(world.count("SELECT count(*) FROM refund").await, 0);
        let done = post(&world, &path, bought.seller.test_key(), "r", json!({"what": "amount", "amount_minor": 100})).await;
        assert_eq!(done.status, 200, "{done:?}");
    }
}

on_both_engines! {
    async fn refund_in_the_dashboard_takes_credits_back_and_its_failure_gives_them_back(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "refund_fails").await;
        let many = DeliveryFaults { duplicates: 2, shuffle: true, ..DeliveryFaults::default() };
        world.stripe.set_delivery_faults(&many).unwrap();
        let charge = bought.charge(&world).await;
        world.stripe.control("refund_charge", &json!({"charge": charge, "amount": 400})).unwrap();
        deliver(&world).await;
        assert_eq!(bought.available(&world).await, 330);
        assert_eq!(bought.detail(&world).await["refunds"][0]["actor"], Value::Null);
        assert_settled(&world).await;
        world.clock.advance(Duration::from_mins(2));
        deliver(&world).await;
        let detail = bought.detail(&world).await;
        assert_eq!((&detail["refunds"][0]["state"], &detail["refunded_minor"]), (&json!("failed"), &json!(0)), "{detail}");
        assert_eq!(bought.available(&world).await, 550);
        assert_eq!(recorded(&world, "payment.refunded").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM stripe_object WHERE state <> 'idle'").await, 0);
        assert_settled(&world).await;
    }
}

on_both_engines! {
    async fn refund_before_the_grant_is_found_after_it(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        let charges = at_stripe(&world, "/v1/charges").await;
        world.stripe.control("refund_charge", &json!({"charge": charges[0]["id"]})).unwrap();
        deliver(&world).await;
        deliver(&world).await;
        assert_eq!(seller.synced(&world, &checkout).await["state"], "completed");
        assert_eq!(seller.available(&world, &checkout).await, 0);
        assert_settled(&world).await;
    }
}

on_both_engines! {
    async fn refund_without_a_response_freezes_and_is_made_once(world: TestApi) {
        for (number, kind) in ["lost_before", "lost_after"].into_iter().enumerate() {
            for is_swept in [false, true] {
                let bought = Bought::new(&world, "pays").await;
                let before = bought.available(&world).await;
                fail(&world, REFUNDS, ALL, kind);
                let body = json!({"what": "amount", "amount_minor": 600});
                let key = format!("{kind}-{is_swept}");
                let lost = bought.refund(&world, &key, &body).await.is_problem(502, "payment-provider-error");
                assert_eq!(lost["retryable"], true);
                assert_eq!(before - bought.available(&world).await, 330, "the credits are frozen");
                assert_eq!(bought.detail(&world).await["credits_frozen"], 330);
                world.stripe.control("clear_faults", &json!({})).unwrap();
                world.clock.advance(CIRCUIT);
                if is_swept {
                    product_api::sweep::once(&world.app).await.unwrap();
                }
                let done = bought.refund(&world, &key, &body).await;
                assert_eq!((done.status, &done.json()["refund"]["state"]), (200, &json!("succeeded")), "{number} {done:?}");
                let detail = bought.detail(&world).await;
                assert_eq!((&detail["credits_taken_back"], &detail["credits_frozen"]), (&json!(330), &json!(0)));
                assert_eq!((&detail["refunded_minor"], before - bought.available(&world).await), (&json!(600), 330));
                assert_settled(&world).await;
            }
        }
        assert_eq!(at_stripe(&world, "/v1/refunds").await.len(), 4);
    }
}

on_both_engines! {
    async fn refund_that_a_server_abandoned_is_made_or_given_up(world: TestApi) {
        // The server ends after the commit and before the call; the key at Stripe is valid for a day.
        for (hours, state, frozen) in [(1, "succeeded", 0), (24, "refused", 0)] {
            let bought = Bought::new(&world, "pays").await;
            let before = bought.available(&world).await;
            fail(&world, REFUNDS, ALL, "lost_before");
            bought.refund(&world, &format!("left-{hours}"), &json!({"what": "full"})).await.is_problem(502, "payment-provider-error");
            world.stripe.control("clear_faults", &json!({})).unwrap();
            world.clock.advance(Duration::from_hours(hours));
            product_api::sweep::once(&world.app).await.unwrap();
            let detail = bought.detail(&world).await;
            assert_eq!((&detail["refunds"][0]["state"], &detail["credits_frozen"]), (&json!(state), &json!(frozen)), "{detail}");
            let taken = before - bought.available(&world).await;
            assert_eq!(taken, if state == "succeeded" { 550 } else { 0 });
            assert_settled(&world).await;
        }
        assert_eq!(world.count("SELECT count(*) FROM refund WHERE next_at IS NOT NULL").await, 0);
    }
}

on_both_engines! {
    async fn simultaneous_refunds_never_exceed_the_payment(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        let body = json!({"what": "amount", "amount_minor": 300});
        let keys: Vec<String> = (0..8).map(|number| format!("r{number}")).collect();
        let refunds = keys.iter().map(|key| bought.refund(&world, key, &body));
        let refunds = futures_util::future::join_all(refunds).await;
        let done = refunds.iter().filter(|refund| refund.status == 200).count();
        assert_eq!(done, 3, "{refunds:?}");
        product_api::billing::inbox::once(&world.app).await.unwrap();
        assert_eq!(at_stripe(&world, "/v1/refunds").await.len(), 3);
        let detail = bought.detail(&world).await;
        assert_eq!((&detail["refunded_minor"], &detail["credits_taken_back"]), (&json!(900), &json!(495)));
        assert_eq!(bought.available(&world).await, 55);
        assert_settled(&world).await;
    }
}
