//! Tests requests about automatic top-ups that are refused.

use foundation::testing::{TestEngine, select};
use serde_json::{Value, json};

use super::buyer::{Buyer, CONSENT, PATH, in_app, rule};
use crate::billing::sales::{Seller, call};
use crate::billing::stripe::{as_owner, with_deliveries};
use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};

on_both_engines! {
    async fn values_out_of_their_limits_are_refused_with_their_pointers(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        let long = "x".repeat(501);
        let rows = [
            ("/threshold", json!({"threshold": -1})),
            // It is less than the credits bought at once, and the bonus does not count.
            ("/threshold", json!({"threshold": 500})),
            ("/threshold", json!({"threshold": "100"})),
            ("/month_max_minor", json!({"month_max_minor": 0})),
            ("/month_max_minor", json!({"month_max_minor": 9_999_999_901_i64})),
            ("/month_max_count", json!({"month_max_count": 0})),
            ("/month_max_count", json!({"month_max_count": 101})),
            ("/min_seconds", json!({"min_seconds": 59})),
            ("/min_seconds", json!({"min_seconds": 86_401})),
            ("/quantity", json!({"quantity": 0})),
            ("/consent", json!({"consent": "Yes, buy credits."})),
            ("/consent", json!({"consent": long})),
            ("/pack", json!({"pack": ""})),
            ("/amount_minor", json!({"amount_minor": 1})),
        ];
        for (pointer, changes) in rows {
            let problem = buyer.set(&world, &changes).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{changes}");
        }
        for name in ["pack", "threshold", "month_max_minor", "month_max_count"] {
            let problem = buyer.set(&world, &json!({ name: null })).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], format!("/{name}"));
        }
        assert_eq!(buyer.read(&world).await["state"], "off");
        assert_eq!(buyer.set(&world, &json!({"threshold": 499})).await.status, 200, "the control");
    }
}

on_both_engines! {
    async fn cap_is_at_least_one_purchase_and_at_most_the_limit_of_the_website(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        let low = buyer.set(&world, &json!({"month_max_minor": 999})).await;
        let refused = low.is_problem(422, "cap-too-low");
        assert_eq!(refused["needed_minor"], 1_000);
        assert!(refused["detail"].as_str().unwrap().contains("10.00 EUR"), "{refused}");
        let low = buyer.set(&world, &json!({"month_max_minor": 1_999, "quantity": 2})).await;
        assert_eq!(low.is_problem(422, "cap-too-low")["needed_minor"], 2_000);
        let settings = json!({
            "connection": buyer.seller.connection, "currency": "eur", "tax": "off", "tax_behavior": "inclusive", "documents": "receipt",
            "promotion_codes": false, "adaptive_pricing": false, "shortfall": "debt", "inquiry_freezes": false,
            "topup_month_max": 2_500,
        });
        let site = (buyer.seller.shop.id.as_str(), "test");
        let put = as_owner(&world, "usr_1", site, "PUT /v1/billing/settings", Some(&settings)).await;
        assert_eq!(put.json()["topup_month_max"], 2_500, "{put:?}");
        assert_eq!(buyer.read(&world).await["limit_minor"], 2_500);
        let high = buyer.set(&world, &json!({"month_max_minor": 2_501})).await;
        let refused = high.is_problem(400, "invalid-request")["errors"][0].clone();
        assert_eq!(refused, json!({"pointer": "/month_max_minor", "detail": "Must be at most 25.00 EUR at this seller."}));
        let set = buyer.set(&world, &json!({"month_max_minor": 2_500})).await;
        assert_eq!((set.status, &set.json()["limit_minor"]), (200, &json!(2_500)), "{set:?}");
    }
}

on_both_engines! {
    async fn pack_that_is_not_sold_is_refused(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.seller.put_pack(&world, "welcome", &json!({"first_only": true})).await;
        let rows = [
            (json!({"pack": "none"}), 422, "unknown-offer"),
            (json!({"pack": "welcome"}), 422, "unknown-offer"),
            (json!({"currency": "gbp"}), 422, "currency-unsupported"),
            (json!({"mode": "live"}), 409, "billing-not-connected"),
            (json!({"website": null}), 409, "billing-not-connected"),
            (json!({"website": "web_none"}), 404, "not-found"),
        ];
        for (changes, status, slug) in rows {
            buyer.set(&world, &changes).await.is_problem(status, slug);
        }
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[&buyer.seller.shop.id]).await;
        buyer.set(&world, &json!({})).await.is_problem(403, "website-suspended");
    }
}

on_both_engines! {
    async fn buyer_reads_and_turns_off_at_a_suspended_website(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[&buyer.seller.shop.id]).await;
        buyer.set(&world, &json!({})).await.is_problem(403, "website-suspended");
        buyer.retry(&world, "k").await.is_problem(403, "website-suspended");
        assert_eq!(buyer.read(&world).await["state"], "active");
        assert_eq!(buyer.attempts(&world).await, Vec::<Value>::new());
        assert_eq!(buyer.turn_off(&world).await["state"], "off");
    }
}

/// Returns the token of a user at the client of a website.
async fn at_website(world: &TestApi, name: &str, user: &str, scope: &str) -> String {
    let statement = "SELECT client_id FROM websites WHERE name = $1";
    let client: String = select(&world.app.database, statement, &[name]).await;
    let scope = format!("openid {scope}");
    world.token_with(user, &json!({"client_id": client, "scope": scope}))
}

on_both_engines! {
    async fn token_of_a_website_sees_its_own_top_up_only(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        let other = Shop::open(&world, "usr_2", "Films").await;
        buyer.turn_on(&world).await;
        let token = at_website(&world, "Pictures", "usr_9", "credits.buy").await;
        let own = world.get(&format!("{PATH}?mode=test"), &token).await;
        assert_eq!((own.status, &own.json()["state"]), (200, &json!("active")), "it needs no website: {own:?}");
        let films = at_website(&world, "Films", "usr_9", "credits.buy").await;
        assert_eq!(world.get(&format!("{PATH}?mode=test"), &films).await.json()["state"], "off");
        world.get(&buyer.own(PATH), &films).await.is_problem(404, "not-found");
        let elsewhere = format!("website={}&mode=test", other.id);
        for operation in [format!("GET {PATH}?{elsewhere}"), format!("DELETE {PATH}?{elsewhere}"), format!("GET {PATH}/attempts?{elsewhere}")] {
            call(&world, &operation, &token, "", &Value::Null).await.is_problem(404, "not-found");
        }
        let foreign = rule(&buyer.seller, &json!({"website": other.id}));
        call(&world, &format!("PUT {PATH}"), &token, "", &foreign).await.is_problem(404, "not-found");
        let foreign = json!({"website": other.id, "mode": "test"});
        call(&world, &format!("POST {PATH}/retry"), &token, "k", &foreign).await.is_problem(404, "not-found");
        // Another user at the website has another one.
        let other_user = at_website(&world, "Pictures", "usr_8", "credits.buy").await;
        assert_eq!(world.get(&format!("{PATH}?mode=test"), &other_user).await.json()["state"], "off");
        assert_eq!(buyer.read(&world).await["state"], "active");
    }
}

on_both_engines! {
    async fn caller_without_the_scope_does_nothing(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        let site = format!("website={}&mode=test", buyer.seller.shop.id);
        let retry = json!({"website": buyer.seller.shop.id, "mode": "test"});
        let operations = [
            (format!("GET {PATH}?{site}"), Value::Null),
            (format!("GET {PATH}/attempts?{site}"), Value::Null),
            (format!("PUT {PATH}"), rule(&buyer.seller, &json!({}))),
            (format!("DELETE {PATH}?{site}"), Value::Null),
            (format!("POST {PATH}/retry"), retry),
        ];
        let reader = at_website(&world, "Pictures", "usr_9", "credits.read").await;
        let agent = json!({"client_id": "https://agent.example/a.json", "scope": "openid credits.buy credits.read"});
        let agent = world.token_with("usr_9", &agent);
        for (operation, body) in &operations {
            let refused = call(&world, operation, &reader, "k", body).await;
            assert_eq!(refused.is_problem(403, "insufficient-scope")["required_scope"], "credits.buy", "{operation}");
            call(&world, operation, &agent, "k", body).await.is_problem(403, "client-not-allowed");
            call(&world, operation, buyer.seller.test_key(), "k", body).await.is_problem(403, "insufficient-scope");
        }
        assert_eq!(buyer.read(&world).await["consent_text"], CONSENT);
    }
}

on_both_engines! {
    async fn website_that_is_not_connected_has_no_top_ups(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let token = in_app(&world, "usr_9");
        let seller = Seller { shop, connection: String::new() };
        let body = rule(&seller, &json!({}));
        call(&world, &format!("PUT {PATH}"), &token, "", &body).await.is_problem(409, "billing-not-connected");
        let path = format!("{PATH}?website={}&mode=test", seller.shop.id);
        assert_eq!(world.get(&path, &token).await.json()["state"], "off");
        let page = world.get(&format!("{PATH}/attempts?website={}", seller.shop.id), &token).await;
        assert_eq!(page.json(), json!({"items": [], "next_cursor": null}));
    }
}
