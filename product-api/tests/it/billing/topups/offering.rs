//! Tests automatic top-ups that a website's back end offers by a checkout: the buyer agrees on the double's page.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::buyer::{Buyer, buy_due, in_app};
use crate::billing::refunding::{deliver, recorded};
use crate::billing::sales::{PATH as CHECKOUTS, Seller, at_stripe, call, session_of, text};
use crate::billing::stripe::{ACCOUNT, call_stripe, with_deliveries};
use crate::credits::post;
use crate::harness::{HttpResponse, TestApi, change, on_both_engines};

const SENTENCE: &str = "I agree that Pictures charges my saved card 10.00 EUR for 500 credits each time fewer than 100 are left, \
                        at most 50.00 EUR and 5 times a month, until I turn it off.";

/// Returns the body of a checkout that offers an automatic top-up with changes.
fn offer(changes: &Value) -> Value {
    let mut top_up =
        json!({"pack": "small", "threshold": 100, "month_max_minor": 5_000, "month_max_count": 5});
    change(&mut top_up, changes);
    json!({
        "customer": {"external_id": "ada"}, "top_up": top_up, "success_url": "https://shop.example.com/done",
        "cancel_url": "https://shop.example.com/cart",
    })
}

async fn start(world: &TestApi, seller: &Seller, key: &str, body: Value) -> HttpResponse {
    post(world, CHECKOUTS, seller.test_key(), key, body).await
}

async fn started(world: &TestApi, seller: &Seller, key: &str) -> Value {
    let started = start(world, seller, key, offer(&json!({}))).await;
    assert_eq!(started.status, 200, "{started:?}");
    started.json()
}

/// Lets the buyer save a card on the double's page.
fn agree(world: &TestApi, checkout: &Value, method: &str) -> String {
    let session = session_of(checkout);
    world.stripe.pay_session(&session, method).unwrap()
}

async fn top_up_of(world: &TestApi, seller: &Seller, checkout: &Value) -> Value {
    let path = format!("/v1/customers/{}/top-up", text(&checkout["customer_id"]));
    world.get(&path, seller.test_key()).await.json()
}

/// Counts rules that are on.
async fn count_on(world: &TestApi) -> i64 {
    world
        .count("SELECT count(*) FROM topup_rule WHERE state <> 'off'")
        .await
}

on_both_engines! {
    async fn back_end_offers_a_top_up_and_the_buyer_agrees(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let checkout = started(&world, &seller, "offer").await;
        assert_eq!((&checkout["state"], &checkout["pack"], &checkout["plan"]), (&json!("open"), &Value::Null, &Value::Null), "{checkout}");
        assert_eq!((&checkout["amount_minor"], &checkout["credits"]), (&json!(0), &json!(0)), "{checkout}");
        assert_eq!(checkout["top_up"], json!({
            "pack": "small", "quantity": 1, "threshold": 100, "amount_minor": 1_000, "credits": 500, "bonus": 50,
            "month_max_minor": 5_000, "month_max_count": 5, "min_seconds": 300, "consent": SENTENCE,
        }));
        let page = foundation::testing::test_client().get(text(&checkout["url"])).send().await.unwrap();
        assert!(page.text().await.unwrap().contains(SENTENCE), "the page shows the rule");
        assert_eq!(count_on(&world).await, 0);

        assert_eq!(agree(&world, &checkout, "declined"), "declined");
        assert_eq!(seller.synced(&world, &checkout).await["state"], "open");
        assert_eq!(agree(&world, &checkout, "pays"), "completed");
        let done = seller.synced(&world, &checkout).await;
        assert_eq!((&done["state"], &done["reason"], &done["payment_id"]), (&json!("completed"), &Value::Null, &Value::Null), "{done}");
        let on = top_up_of(&world, &seller, &checkout).await;
        assert_eq!((&on["state"], &on["consent_text"]), (&json!("active"), &json!(SENTENCE)), "{on}");
        assert_eq!(on["card"], json!({"brand": "visa", "last4": "4242"}));
        assert_eq!(on["consent_at"], json!(world.clock.now().to_iso8601()));
        let customers = at_stripe(&world, "/v1/customers").await;
        let default = &customers[0]["invoice_settings"]["default_payment_method"];
        assert!(default.is_string(), "{customers:?}");

        // Events about the same session change nothing.
        for _ in 0..2 {
            deliver(&world).await;
        }
        assert_eq!(recorded(&world, "checkout.completed").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'top_up.set'").await, 1);
        assert_eq!(at_stripe(&world, "/v1/charges").await.len(), 0, "nothing was paid yet");

        let grant = json!({"customer": {"id": checkout["customer_id"]}, "amount": 150, "kind": "promo"});
        assert_eq!(post(&world, "/v1/grants", seller.test_key(), "grant", grant).await.status, 200);
        let spend = json!({"customer": {"id": checkout["customer_id"]}, "amount": 100});
        assert_eq!(post(&world, "/v1/spends", seller.test_key(), "spend", spend).await.status, 200);
        buy_due(&world).await;
        buy_due(&world).await;
        assert_eq!(seller.available(&world, &checkout).await, 600);
        assert_eq!(at_stripe(&world, "/v1/charges").await.len(), 1);
    }
}

on_both_engines! {
    async fn events_alone_turn_the_top_up_on(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let checkout = started(&world, &seller, "offer").await;
        assert_eq!(agree(&world, &checkout, "must_confirm"), "must_confirm");
        deliver(&world).await;
        assert_eq!(count_on(&world).await, 0);
        let confirmed = json!({"session": session_of(&checkout), "is_confirmed": true});
        world.stripe.control("confirm_session", &confirmed).unwrap();
        deliver(&world).await;
        assert_eq!(top_up_of(&world, &seller, &checkout).await["state"], "active");
    }
}

on_both_engines! {
    async fn newer_offer_replaces_an_open_one_and_an_expired_one_turns_nothing_on(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let first = started(&world, &seller, "one").await;
        let again = started(&world, &seller, "one").await;
        assert_eq!(again["id"], first["id"], "a repeat returns the same one");
        let second = started(&world, &seller, "two").await;
        assert_ne!(second["id"], first["id"]);
        assert_eq!(seller.synced(&world, &first).await["state"], "expired");
        assert!(world.stripe.pay_session(&session_of(&first), "pays").is_err());
        let expired = seller.act(&world, &second, "expire").await;
        assert_eq!(expired.json()["state"], "expired", "{expired:?}");
        deliver(&world).await;
        assert_eq!(count_on(&world).await, 0);
        assert_eq!(recorded(&world, "checkout.expired").await, 2);
        // The buyer agrees to the third one.
        let third = started(&world, &seller, "three").await;
        agree(&world, &third, "pays");
        deliver(&world).await;
        assert_eq!(top_up_of(&world, &seller, &third).await["state"], "active");
    }
}

on_both_engines! {
    async fn session_of_another_customer_goes_to_review(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let checkout = started(&world, &seller, "offer").await;
        let other = call_stripe(&world, ACCOUNT, false, "POST /v1/customers email=eve@example.com").await;
        let other = text(&other["id"]);
        world.sql("UPDATE checkout SET stripe_customer_id = $1", &[&other]).await;
        agree(&world, &checkout, "pays");
        let done = seller.synced(&world, &checkout).await;
        assert_eq!((&done["state"], &done["reason"]), (&json!("review"), &json!("customer-mismatch")), "{done}");
        assert_eq!(count_on(&world).await, 0);
        let customers = at_stripe(&world, "/v1/customers").await;
        let defaults = customers.iter().filter(|customer| !customer["invoice_settings"]["default_payment_method"].is_null());
        assert_eq!(defaults.count(), 0, "no card was made the default");
    }
}

on_both_engines! {
    async fn rule_of_the_buyer_or_a_dearer_pack_leaves_a_reason(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        let seller = &buyer.seller;
        let mut body = offer(&json!({}));
        change(&mut body, &json!({"customer": {"id": buyer.customer}}));
        let dearer = start(&world, seller, "one", body.clone()).await.json();
        let version = json!({"credits": 500, "prices": [{"currency": "eur", "amount_minor": 1_200}]});
        let added = crate::billing::packs::add(&world, seller.test_key(), ("small", 2), &version).await;
        assert_eq!(added.status, 200, "{added:?}");
        product_api::billing::sync_catalog(&world.app).await.unwrap();
        agree(&world, &dearer, "pays");
        let done = seller.synced(&world, &dearer).await;
        assert_eq!((&done["state"], &done["reason"]), (&json!("completed"), &json!("needs-consent")), "{done}");
        assert_eq!(count_on(&world).await, 0);

        let late = start(&world, seller, "two", body).await.json();
        world.clock.advance(std::time::Duration::from_secs(1));
        let set = buyer.set(&world, &json!({"threshold": 7})).await;
        assert_eq!(set.status, 200, "{set:?}");
        agree(&world, &late, "pays");
        assert_eq!(seller.synced(&world, &late).await["reason"], "newer-rule");
        assert_eq!(top_up_of(&world, seller, &late).await["threshold"], 7);
    }
}

on_both_engines! {
    async fn buyer_starts_it_with_the_own_token(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let token = in_app(&world, "usr_9");
        let mut body = offer(&json!({}));
        change(&mut body, &json!({"customer": null, "website": seller.shop.id, "mode": "test"}));
        let operation = "POST /v1/me/checkout-sessions";
        let started = call(&world, operation, &token, "k", &body).await;
        assert_eq!(started.status, 200, "{started:?}");
        let tab = call(&world, operation, &token, "tab", &body).await;
        assert_eq!(tab.json()["id"], started.json()["id"], "another tab gets the open one");
        agree(&world, &started.json(), "pays");
        let sync = format!("{operation}/{}/sync", text(&started.json()["id"]));
        assert_eq!(call(&world, &sync, &token, "", &Value::Null).await.json()["state"], "completed");
        assert_eq!(count_on(&world).await, 1);
    }
}

on_both_engines! {
    async fn offers_that_no_buyer_could_set_are_refused_at_their_places(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let rows = [
            ("/top_up/threshold", json!({"threshold": -1})),
            ("/top_up/threshold", json!({"threshold": 500})),
            ("/top_up/month_max_count", json!({"month_max_count": 101})),
            ("/top_up/min_seconds", json!({"min_seconds": 59})),
            ("/top_up/quantity", json!({"quantity": 0})),
            ("/top_up/pack", json!({"pack": "Small"})),
            ("/top_up/consent", json!({"consent": "I agree to be charged by a sentence of the website."})),
        ];
        for (number, (pointer, changes)) in rows.into_iter().enumerate() {
            let refused = start(&world, &seller, &format!("row{number}"), offer(&changes)).await;
            let problem = refused.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{changes}");
        }
        for (name, value) in [("pack", json!("small")), ("plan", json!("pro")), ("quantity", json!(1)), ("save_card", json!(true))] {
            let mut body = offer(&json!({}));
            change(&mut body, &json!({ name: value }));
            let problem = start(&world, &seller, name, body).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], format!("/{name}"));
        }
        start(&world, &seller, "cap", offer(&json!({"month_max_minor": 999}))).await.is_problem(422, "cap-too-low");
        start(&world, &seller, "none", offer(&json!({"pack": "absent"}))).await.is_problem(422, "unknown-offer");
        assert_eq!(at_stripe(&world, "/v1/checkout/sessions").await.len(), 0);
        assert_eq!(world.count("SELECT count(*) FROM checkout").await, 0);
    }
}
