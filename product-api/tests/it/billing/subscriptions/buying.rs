//! Tests the begin of subscriptions: by a website's back end and by users themselves.

use foundation::testing::TestEngine;
use serde_json::{Value, json};
use stripe_double::DeliveryFaults;

use super::subscriber::{PATH, Subscriber, put_plan, seller_of_plans};
use crate::billing::refunding::{deliver, recorded};
use crate::billing::sales::{at_stripe, body, call, pay, session_of, text};
use crate::billing::stripe::{as_owner, with_deliveries};
use crate::credits::post;
use crate::features::{priced, put};
use crate::harness::on_both_engines;
use crate::merges::assert_sound;

on_both_engines! {
    async fn subscription_begins_with_its_paid_checkout(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let many = DeliveryFaults { duplicates: 3, shuffle: true, ..DeliveryFaults::default() };
        world.stripe.set_delivery_faults(&many).unwrap();
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["subscribed"], &one["plan"]), (&json!("active"), &json!(true), &json!("pro")), "{one}");
        assert_eq!((&one["version"], &one["quantity"], &one["checkout_id"]), (&json!(1), &json!(1), &ada.checkout["id"]), "{one}");
        assert_eq!((&one["period_start"], &one["period_end"]), (&json!("2027-01-15T08:00:00.000Z"), &json!("2027-02-15T08:00:00.000Z")));
        assert_eq!(one["paid_through"], one["period_end"]);
        assert_eq!((ada.available(&world).await, ada.is_subscribed(&world).await), (1_000, true));
        deliver(&world).await;
        for event in ["checkout.completed", "customer.subscribed", "subscription.renewed", "payment.succeeded"] {
            assert_eq!(recorded(&world, event).await, 1, "{event}");
        }
        let payments = world.get("/v1/payments", ada.seller.test_key()).await.json();
        let payment = &payments["items"][0];
        assert_eq!((&payment["amount_minor"], &payment["credits"], &payment["state"]), (&json!(900), &json!(1_000), &json!("paid")), "{payment}");
        let again = post(&world, "/v1/checkout-sessions", ada.seller.test_key(), "again", body(&json!({"pack": null, "plan": "team"}))).await;
        assert_eq!(again.is_problem(409, "subscription-exists")["object"], ada.id);
        assert_eq!(world.count("SELECT count(*) FROM stripe_object WHERE state = 'dead'").await, 0);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn balance_shows_the_plan_and_the_features_of_a_subscriber(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_plans(&world).await;
        for feature in ["film", "image", "sound"] {
            priced(&world, seller.test_key(), feature, 2, 1).await;
        }
        let features = json!({"features": [{"feature": "image"}, {"feature": "film", "credits": 5}]});
        put_plan(&world, &seller, "studio", &features).await;
        let wish = json!({"pack": null, "plan": "studio"});
        let ada = Subscriber::by_checkout(&world, seller, &wish, "pays").await;
        let path = format!("/v1/customers/{}/balance", text(&ada.checkout["customer_id"]));
        let balance = world.get(&path, ada.seller.test_key()).await.json();
        assert_eq!(balance["entitlements"], json!(["film", "image"]), "{balance}");
        assert_eq!(balance["subscription"], json!({
            "id": ada.id, "plan": "studio", "status": "active", "cancel_at": null, "period_end": "2027-02-15T08:00:00.000Z",
        }));
        ada.act(&world, "cancel", "c", &json!({"at": "now"})).await;
        let balance = world.get(&path, ada.seller.test_key()).await.json();
        assert_eq!((&balance["subscription"], &balance["entitlements"]), (&Value::Null, &json!([])), "{balance}");
    }
}

on_both_engines! {
    async fn second_plan_is_paid_in_the_currency_of_the_first(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let key = ada.seller.test_key();
        let (eur, usd) = (json!({"currency": "eur", "amount_minor": 450}), json!({"currency": "usd", "amount_minor": 500}));
        for (code, prices) in [("storage", json!([eur, usd])), ("dollars", json!([usd]))] {
            put_plan(&world, &ada.seller, code, &json!({"prices": prices})).await;
            let saved = put(&world, &format!("/v1/plans/{code}"), key, &json!({"name": "Pro", "family": code})).await;
            assert_eq!(saved.status, 200, "{saved:?}");
        }
        let settings = json!({
            "currency": "usd", "tax": "off", "tax_behavior": "inclusive", "documents": "receipt", "promotion_codes": false,
            "adaptive_pricing": false, "shortfall": "debt", "inquiry_freezes": false,
        });
        let site = (ada.seller.shop.id.as_str(), "test");
        let set = as_owner(&world, "usr_1", site, "PUT /v1/billing/settings", Some(&settings)).await;
        assert_eq!(set.status, 200, "{set:?}");
        for (plan, currency, currencies, advice) in [
            ("storage", json!("usd"), json!(["eur"]), "or no currency"),
            ("dollars", json!("usd"), json!(["usd"]), "Add a version"),
            ("dollars", json!("eur"), json!(["usd"]), "Add a version"),
            ("dollars", Value::Null, json!(["usd"]), "Add a version"),
        ] {
            let wish = body(&json!({"pack": null, "plan": plan, "currency": currency}));
            let refused = post(&world, "/v1/checkout-sessions", key, "other", wish).await;
            let problem = refused.is_problem(422, "currency-unsupported");
            assert_eq!(problem["currencies"], currencies, "{problem}");
            assert!(text(&problem["detail"]).contains(advice), "{problem}");
        }
        let pack = ada.seller.started(&world, &json!({"currency": "usd"})).await;
        assert_eq!(pack["currency"], "usd", "a pack is bound to no currency: {pack}");
        let bob = json!({"pack": null, "plan": "dollars", "customer": {"external_id": "bob"}});
        assert_eq!(ada.seller.started(&world, &bob).await["currency"], "usd");
        let second = ada.seller.started(&world, &json!({"pack": null, "plan": "storage"})).await;
        assert_eq!((&second["currency"], &second["amount_minor"]), (&json!("eur"), &json!(450)), "{second}");
        pay(&world, &second, "pays");
        deliver(&world).await;
        assert_eq!(at_stripe(&world, "/v1/subscriptions").await.len(), 2);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn declined_buyer_has_no_subscription(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_plans(&world).await;
        let checkout = seller.started(&world, &json!({"pack": null, "plan": "pro"})).await;
        world.stripe.pay_session(&session_of(&checkout), "declined").ok();
        deliver(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM subscription").await, 0);
        pay(&world, &checkout, "pays");
        deliver(&world).await;
        assert_eq!(seller.available(&world, &checkout).await, 1_000, "another card");
        assert_eq!(at_stripe(&world, "/v1/subscriptions").await.len(), 1);
    }
}

on_both_engines! {
    async fn user_subscribes_changes_and_cancels_in_the_app(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_plans(&world).await;
        let token = world.token_with("usr_9", &json!({"scope": "openid credits.read credits.buy"}));
        let wish = json!({
            "website": seller.shop.id, "mode": "test", "plan": "pro", "success_url": "https://shop.example.com/done",
            "cancel_url": "https://shop.example.com/cart",
        });
        let started = call(&world, "POST /v1/me/checkout-sessions", &token, "k", &wish).await;
        assert_eq!(started.status, 200, "{started:?}");
        pay(&world, &started.json(), "pays");
        deliver(&world).await;
        let page = world.get("/v1/me/subscriptions", &token).await.json();
        let own = &page["items"][0];
        assert_eq!((&own["plan"], &own["website_name"], &own["subscribed"]), (&json!("pro"), &json!("Pictures"), &json!(true)), "{page}");
        let operation = |action: &str| format!("POST /v1/me/subscriptions/{}/{action}", text(&own["id"]));
        let preview = call(&world, &operation("preview"), &token, "", &json!({"plan": "basic"})).await.json();
        assert_eq!((&preview["effect"], &preview["amount_due_minor"]), (&json!("at_period_end"), &json!(0)), "{preview}");
        let cheaper = json!({"plan": "basic", "expected_amount_minor": 0});
        let changed = call(&world, &operation("change"), &token, "one", &cheaper).await.json();
        assert_eq!((&changed["plan"], &changed["next_plan"]), (&json!("pro"), &json!("basic")), "{changed}");
        let ended = call(&world, &operation("cancel"), &token, "two", &json!({"at": "period_end"})).await.json();
        assert_eq!((&ended["cancel_at"], &ended["next_plan"]), (&own["period_end"], &Value::Null), "{ended}");
        let resumed = call(&world, &operation("resume"), &token, "three", &Value::Null).await.json();
        assert_eq!((&resumed["cancel_at"], &resumed["status"]), (&Value::Null, &json!("active")), "{resumed}");
        let other_user = world.token_with("usr_8", &json!({"scope": "openid credits.read credits.buy"}));
        for (action, body) in [("preview", json!({})), ("change", cheaper), ("cancel", json!({"at": "now"})), ("resume", Value::Null)] {
            call(&world, &operation(action), &other_user, "other", &body).await.is_problem(404, "not-found");
        }
        let audited = "SELECT count(*) FROM audit WHERE actor = 'usr_9' AND action IN ('subscription.changed', 'subscription.canceled', \
            'subscription.resumed')";
        assert_eq!(world.count(audited).await, 3);
        assert_eq!(world.get(&format!("{PATH}?status=active"), seller.test_key()).await.json()["items"].as_array().unwrap().len(), 1);
    }
}
