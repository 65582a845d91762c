//! Tests how a back end sells a pack: from the request to the credits, the money and the documents.

use std::time::Duration;

use serde_json::{Value, json};

use super::sales::{PATH, Seller, at_stripe, body, pay, session_of, text};
use crate::credits::post;
use crate::harness::{TestApi, on_both_engines};
use crate::merges::assert_sound;

on_both_engines! {
    async fn pack_is_sold_paid_and_granted_once(world: TestApi) {
        let seller = Seller::open(&world).await;
        let first = seller.start(&world, "order-1", &json!({"quantity": 2, "metadata": {"order": 1}, "locale": "de"})).await;
        assert_eq!((first.status, first.header("idempotency-replayed")), (200, ""), "{first:?}");
        let checkout = first.json();
        assert_eq!(checkout, json!({
            "id": checkout["id"], "url": checkout["url"], "state": "open", "reason": null, "website_id": seller.shop.id,
            "website_name": "Pictures", "mode": "test", "scale": 0, "customer_id": checkout["customer_id"],
            "pack": "small", "plan": null, "top_up": null, "version": 1, "quantity": 2, "amount_minor": 2000, "currency": "eur", "credits": 1000, "bonus": 100,
            "payment_id": null, "expires_at": "2027-01-15T09:00:00.000Z", "closed_at": null,
            "created_at": "2027-01-15T08:00:00.000Z", "metadata": {"order": 1},
        }));
        let again = seller.start(&world, "order-1", &json!({"quantity": 2, "metadata": {"order": 1}, "locale": "de"})).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &first.body));
        seller.start(&world, "order-1", &json!({"quantity": 3})).await.is_problem(422, "idempotency-key-reused");
        assert_eq!(seller.synced(&world, &checkout).await["state"], "open");

        let sessions = at_stripe(&world, "/v1/checkout/sessions").await;
        assert_eq!(sessions.len(), 1);
        let (session, id) = (&sessions[0], text(&checkout["id"]));
        assert_eq!(session["client_reference_id"], id.as_str());
        assert_eq!(session["metadata"]["tollgate_checkout"], id.as_str());
        assert_eq!(session["success_url"], format!("https://shop.example.com/done?a=1&checkout={id}"));
        assert_eq!(session["cancel_url"], format!("https://shop.example.com/cart?checkout={id}"));
        assert_eq!((session["locale"].as_str(), session["amount_subtotal"].as_i64()), (Some("de"), Some(2000)));
        let customers = at_stripe(&world, "/v1/customers").await;
        assert_eq!((customers.len(), &customers[0]["id"]), (1, &session["customer"]));
        assert_eq!(customers[0]["metadata"]["tollgate_owner"], checkout["customer_id"]);

        pay(&world, &checkout, "pays");
        world.clock.advance(Duration::from_mins(2));
        let paid = seller.synced(&world, &checkout).await;
        assert_eq!((&paid["state"], &paid["url"], &paid["closed_at"]), (&json!("completed"), &Value::Null, &json!("2027-01-15T08:02:00.000Z")));
        assert_eq!(seller.available(&world, &checkout).await, 1100);
        let again = seller.start(&world, "order-1", &json!({"quantity": 2, "metadata": {"order": 1}, "locale": "de"})).await;
        assert_eq!(again.json()["state"], "completed", "the key names the checkout for ever");
        assert_eq!(seller.synced(&world, &checkout).await, paid);
        assert_eq!(world.count("SELECT count(*) FROM lot").await, 2);
        assert_sound(&world).await;
        is_booked(&world, &seller, &paid).await;
    }
}

on_both_engines! {
    async fn card_is_saved_only_if_the_checkout_says_so(world: TestApi) {
        let seller = Seller::open(&world).await;
        for (key, saves, count) in [("order-1", false, 0), ("order-2", true, 1)] {
            let checkout = seller.start(&world, key, &json!({"save_card": saves})).await.json();
            pay(&world, &checkout, "pays");
            assert_eq!(seller.synced(&world, &checkout).await["state"], "completed");
            let customers = at_stripe(&world, "/v1/customers").await;
            let methods = format!("/v1/customers/{}/payment_methods", text(&customers[0]["id"]));
            assert_eq!(at_stripe(&world, &methods).await.len(), count, "{key}");
        }
    }
}

/// Checks the payment of a checkout of two packs, its document and its money.
#[expect(
    clippy::cognitive_complexity,
    clippy::too_many_lines,
    reason = "one assertion for each member"
)]
async fn is_booked(world: &TestApi, seller: &Seller, paid: &Value) {
    let path = format!("/v1/payments/{}", text(&paid["payment_id"]));
    let payment = world.get(&path, seller.test_key()).await.json();
    let lots = payment["lots"].as_array().unwrap();
    let facts: Vec<Value> = lots
        .iter()
        .map(|lot| {
            json!([
                lot["kind"],
                lot["credits"],
                lot["remaining"],
                lot["expires_at"]
            ])
        })
        .collect();
    assert_eq!(
        facts,
        [
            json!(["purchase", 1000, 1000, "2028-01-15T08:02:00.000Z"]),
            json!(["promo", 100, 100, "2027-04-15T08:02:00.000Z"]),
        ]
    );
    assert_eq!(payment["state"], "paid");
    assert_eq!(payment["checkout_id"], paid["id"]);
    assert_eq!(
        (&payment["amount_minor"], &payment["credits"]),
        (&json!(2000), &json!(1100))
    );
    assert!(text(&payment["stripe_payment_intent"]).starts_with("pi_"));
    let listed = world.get("/v1/payments", seller.test_key()).await.json();
    assert_eq!(listed["items"][0]["id"], payment["id"]);
    for (query, count) in [
        ("?state=paid", 1),
        ("?state=review", 0),
        ("?customer=cus_none", 0),
    ] {
        let page = world
            .get(&format!("/v1/payments{query}"), seller.test_key())
            .await
            .json();
        assert_eq!(page["items"].as_array().unwrap().len(), count, "{query}");
    }
    let mine = format!("?customer={}", text(&paid["customer_id"]));
    let page = world
        .get(&format!("/v1/payments{mine}"), seller.test_key())
        .await
        .json();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    let document = world
        .get(&format!("{path}/document"), seller.test_key())
        .await
        .json();
    assert_eq!(document["kind"], "receipt");
    assert!(text(&document["url"]).contains("/receipts/"), "{document}");
    // 1.5 % and 25 cents of 20.00 euros.
    let money = "SELECT CAST(SUM(amount) AS BIGINT) FROM money_entry WHERE account = 'stripe'";
    assert_eq!(world.count(money).await, 2000 - 55);
    let deferred =
        "SELECT CAST(-SUM(amount) AS BIGINT) FROM money_entry WHERE account = 'deferred'";
    let costs = "SELECT CAST(SUM(cost_minor) AS BIGINT) FROM recognition";
    assert_eq!(
        (world.count(deferred).await, world.count(costs).await),
        (2000, 2000)
    );
}

on_both_engines! {
    async fn delayed_payment_is_shown_as_on_its_way_until_it_ends(world: TestApi) {
        let seller = Seller::open(&world).await;
        for (method, state, credits) in [("delayed_success", "completed", 550), ("delayed_failure", "failed", 550)] {
            let checkout = seller.started(&world, &json!({})).await;
            pay(&world, &checkout, method);
            let waiting = seller.synced(&world, &checkout).await;
            assert_eq!((&waiting["state"], waiting["payment_id"].is_string()), (&json!("processing"), true), "{method}");
            seller.act(&world, &checkout, "expire").await.is_problem(409, "checkout-not-open");
            world.clock.advance(Duration::from_mins(4));
            let ended = seller.synced(&world, &checkout).await;
            assert_eq!((&ended["state"], ended["reason"].is_string()), (&json!(state), state == "failed"), "{method}");
            assert_eq!(seller.available(&world, &checkout).await, credits, "{method}");
        }
        let path = "/v1/payments?state=failed";
        let failed = world.get(path, seller.test_key()).await.json()["items"][0].clone();
        assert_eq!((&failed["paid_at"], &failed["credits"]), (&Value::Null, &json!(0)));
    }
}

on_both_engines! {
    async fn open_checkout_is_expired_and_a_paid_one_is_not(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        let session = session_of(&checkout);
        let expired = seller.act(&world, &checkout, "expire").await;
        assert_eq!((expired.status, &expired.json()["state"]), (200, &json!("expired")), "{expired:?}");
        let problem = seller.act(&world, &checkout, "expire").await.is_problem(409, "checkout-not-open");
        assert_eq!(problem["state"], "expired");
        assert!(world.stripe.pay_session(&session, "pays").is_err());
        // The buyer pays while the request to expire is on its way.
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        let problem = seller.act(&world, &checkout, "expire").await.is_problem(409, "checkout-not-open");
        assert_eq!(problem["state"], "completed");
        assert_eq!(seller.available(&world, &checkout).await, 550, "what was paid is granted");
    }
}

on_both_engines! {
    async fn sweep_completes_or_expires_checkouts_without_an_event(world: TestApi) {
        let seller = Seller::open(&world).await;
        let (left, paid) = (seller.started(&world, &json!({})).await, seller.started(&world, &json!({})).await);
        pay(&world, &paid, "pays");
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM checkout WHERE state = 'open'").await, 2, "its hour is not over");
        world.clock.advance(Duration::from_mins(62));
        product_api::sweep::once(&world.app).await.unwrap();
        for (checkout, state) in [(&left, "expired"), (&paid, "completed")] {
            let path = format!("{PATH}/{}", text(&checkout["id"]));
            assert_eq!(world.get(&path, seller.test_key()).await.json()["state"], state);
        }
        assert_eq!(world.count("SELECT count(*) FROM outbox WHERE type = 'checkout.expired'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM checkout WHERE next_at IS NOT NULL").await, 0);
    }
}

on_both_engines! {
    async fn price_and_credits_stay_as_they_were_at_the_start(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({"currency": "usd"})).await;
        assert_eq!((&checkout["amount_minor"], &checkout["currency"]), (&json!(1100), &json!("usd")));
        let dearer = json!({"credits": 1, "prices": [{"currency": "usd", "amount_minor": 9900}]});
        let added = super::packs::add(&world, seller.test_key(), ("small", 2), &dearer).await;
        assert_eq!(added.status, 200, "{added:?}");
        let archived = super::packs::save(&world, seller.test_key(), "small", &json!({"status": "archived"})).await;
        assert_eq!(archived.status, 200, "{archived:?}");
        post(&world, PATH, seller.test_key(), "o", body(&json!({}))).await.is_problem(422, "unknown-offer");
        pay(&world, &checkout, "pays");
        assert_eq!(seller.synced(&world, &checkout).await["state"], "completed");
        assert_eq!(seller.available(&world, &checkout).await, 550);
    }
}

on_both_engines! {
    async fn invoice_tax_and_promotion_codes_are_as_the_settings_say(world: TestApi) {
        let seller = Seller::open(&world).await;
        let settings = json!({
            "connection": seller.connection, "currency": "eur", "tax": "automatic", "tax_behavior": "inclusive", "documents": "invoice",
            "promotion_codes": true, "adaptive_pricing": false, "shortfall": "debt", "inquiry_freezes": false,
        });
        let site = (seller.shop.id.as_str(), "test");
        let put = super::stripe::as_owner(&world, "usr_1", site, "PUT /v1/billing/settings", Some(&settings)).await;
        assert_eq!(put.status, 200, "{put:?}");
        let account = json!({"account": super::stripe::ACCOUNT, "tax_basis_points": 1900});
        world.stripe.control("set_account", &account).unwrap();
        let code = json!({"account": super::stripe::ACCOUNT, "code": "HALF", "percent_off": 50});
        world.stripe.control("add_promotion_code", &code).unwrap();
        let checkout = seller.started(&world, &json!({})).await;
        let payment = json!({"session": session_of(&checkout), "method": "pays", "promotion_code": "HALF", "country": "DE"});
        world.stripe.control("pay_session", &payment).unwrap();
        let paid = seller.synced(&world, &checkout).await;
        assert_eq!(paid["state"], "completed", "{paid}");
        let path = format!("/v1/payments/{}", text(&paid["payment_id"]));
        let payment = world.get(&path, seller.test_key()).await.json();
        assert_eq!((&payment["amount_minor"], &payment["discount_minor"], &payment["tax_minor"]), (&json!(500), &json!(500), &json!(80)));
        assert_eq!(payment["credits"], 550, "credits do not depend on discounts and taxes");
        let revenue = world.get("/v1/revenue", seller.test_key()).await.json();
        let sums = &revenue["items"][0];
        assert_eq!((&sums["payments_minor"], &sums["discounts_minor"], &sums["tax_minor"]), (&json!(500), &json!(500), &json!(80)));
        let lines = world.get("/v1/revenue/payments", seller.test_key()).await.json();
        let line = &lines["items"][0];
        assert_eq!((&line["gross_minor"], &line["discount_minor"], &line["tax_minor"]), (&json!(500), &json!(500), &json!(80)));
        let document = world.get(&format!("{path}/document"), seller.test_key()).await.json();
        assert_eq!(document["kind"], "invoice");
        let deferred = "SELECT CAST(-SUM(amount) AS BIGINT) FROM money_entry WHERE account = 'deferred'";
        assert_eq!(world.count(deferred).await, 420);
    }
}
