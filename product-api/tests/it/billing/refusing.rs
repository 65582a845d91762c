//! Tests requests for checkouts that are refused, each before anything is stored.

use serde_json::{Value, json};

use super::sales::{PATH, Seller, at_stripe, body, pay};
use crate::credits::{Shop, post};
use crate::harness::{TestApi, on_both_engines};

const KEPT: &str = "SELECT count(*) FROM checkout";

/// Asserts that a body is a 400 that names the place.
async fn is_wrong(world: &TestApi, seller: &Seller, changes: Value, pointer: &str) {
    let response = post(world, PATH, seller.test_key(), "wrong", body(&changes)).await;
    let problem = response.is_problem(400, "invalid-request");
    assert_eq!(problem["errors"][0]["pointer"], pointer, "{changes}");
}

on_both_engines! {
    async fn wrong_member_is_named(world: TestApi) {
        let seller = Seller::open(&world).await;
        let long = format!("https://shop.example.com/{}", "x".repeat(2048));
        for (changes, pointer) in [
            (json!({"success_url": "https://evil.example/done"}), "/success_url"),
            (json!({"success_url": "http://shop.example.com/done"}), "/success_url"),
            (json!({"success_url": "https://user@shop.example.com/"}), "/success_url"),
            (json!({"success_url": "/done"}), "/success_url"),
            (json!({"success_url": long}), "/success_url"),
            (json!({"cancel_url": "https://shop.example.com.evil.example/"}), "/cancel_url"),
            (json!({"cancel_url": "javascript:alert(1)"}), "/cancel_url"),
            (json!({"pack": "Small"}), "/pack"),
            (json!({"pack": "a\u{0}"}), "/pack"),
            (json!({"locale": "xx"}), "/locale"),
            (json!({"quantity": 0}), "/quantity"),
            (json!({"quantity": -1}), "/quantity"),
            (json!({"quantity": 10001}), "/quantity"),
            (json!({"quantity": 1.5}), "/quantity"),
            (json!({"quantity": 100_000_000}), "/quantity"),
            (json!({"currency": "euro"}), "/currency"),
            (json!({"customer": {}}), "/customer"),
            (json!({"metadata": {"a": "x".repeat(5000)}}), "/metadata"),
            (json!({"top_up": true}), "/top_up"),
        ] {
            is_wrong(&world, &seller, changes, pointer).await;
        }
        let large = json!({"credits": 9, "prices": [{"currency": "eur", "amount_minor": 99_999_999}]});
        seller.put_pack(&world, "large", &large).await;
        is_wrong(&world, &seller, json!({"pack": "large", "quantity": 2}), "/quantity").await;
        assert_eq!(world.count(KEPT).await, 0);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE external_id = 'ada'").await, 0);
        let right = post(&world, PATH, seller.test_key(), "wrong", body(&json!({}))).await;
        assert_eq!(right.status, 200, "a refused request leaves the key free: {right:?}");
    }
}

on_both_engines! {
    async fn address_of_this_installation_is_a_return_address(world: TestApi) {
        let seller = Seller::open(&world).await;
        let own = format!("{}/account/billing/return", world.issuer.url);
        let started = seller.start(&world, "o", &json!({"success_url": own, "cancel_url": own})).await;
        assert_eq!(started.status, 200, "loopback in test mode: {started:?}");
    }
}

on_both_engines! {
    async fn unsold_pack_is_refused_and_keeps_the_key_unused(world: TestApi) {
        let seller = Seller::open(&world).await;
        let key = seller.test_key();
        post(&world, PATH, key, "k", body(&json!({"pack": "none"}))).await.is_problem(422, "unknown-offer");
        let problem = post(&world, PATH, key, "k", body(&json!({"currency": "gbp"}))).await.is_problem(422, "currency-unsupported");
        assert_eq!(problem["currencies"], json!(["eur", "usd"]));
        world.sql("UPDATE catalog_price SET state = 'drifted' WHERE currency = 'usd'", &[]).await;
        post(&world, PATH, key, "k", body(&json!({"currency": "usd"}))).await.is_problem(409, "price-unavailable");
        post(&world, PATH, &seller.shop.key, "k", body(&json!({}))).await.is_problem(409, "billing-not-connected");
        post(&world, PATH, key, "k", body(&json!({"customer": {"id": "cus_none"}}))).await.is_problem(404, "not-found");
        post(&world, PATH, key, "", body(&json!({}))).await.is_problem(400, "idempotency-key-missing");
        assert_eq!(world.count(KEPT).await, 0);
        let other = Shop::open(&world, "usr_2", "Songs").await;
        // The first key of a website sells, and its own website sells nothing yet.
        post(&world, PATH, &other.test_key, "k", body(&json!({}))).await.is_problem(409, "billing-not-connected");
        world.sql("UPDATE api_keys SET scopes = 'billing.read' WHERE website_id = $1", &[&other.id]).await;
        post(&world, PATH, &other.test_key, "k", body(&json!({}))).await.is_problem(403, "insufficient-scope");
        assert_eq!(post(&world, PATH, key, "k", body(&json!({}))).await.status, 200);
    }
}

on_both_engines! {
    async fn pack_for_a_first_purchase_is_sold_to_new_buyers_only(world: TestApi) {
        let seller = Seller::open(&world).await;
        seller.put_pack(&world, "welcome", &json!({"first_only": true})).await;
        let first = seller.started(&world, &json!({"pack": "welcome"})).await;
        pay(&world, &first, "pays");
        let second = seller.start(&world, "second", &json!({"pack": "welcome"})).await;
        assert_eq!(second.status, 200, "nothing is known to be bought: {second:?}");
        seller.synced(&world, &first).await;
        seller.start(&world, "third", &json!({"pack": "welcome"})).await.is_problem(409, "first-purchase-only");
        let other = json!({"pack": "welcome", "customer": {"external_id": "bob"}});
        assert_eq!(seller.start(&world, "fourth", &other).await.status, 200);
        // The second one was started in time; once it is paid, it is granted.
        pay(&world, &second.json(), "pays");
        assert_eq!(seller.synced(&world, &second.json()).await["state"], "completed");
    }
}

on_both_engines! {
    async fn inactive_frozen_and_suspended_start_nothing_and_keep_what_they_paid(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        let late = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        pay(&world, &late, "pays");
        world.get("/v1/me", &world.token("usr_9")).await;
        world.sql("UPDATE customers SET user_id = 'usr_9' WHERE external_id = 'ada'", &[]).await;
        world.sql("UPDATE users SET is_active = FALSE WHERE id = 'usr_9'", &[]).await;
        seller.start(&world, "a", &json!({})).await.is_problem(403, "holder-inactive");
        assert_eq!(seller.synced(&world, &checkout).await["state"], "completed", "what was paid is fulfilled");
        world.sql("UPDATE users SET is_active = TRUE WHERE id = 'usr_9'", &[]).await;
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'", &[]).await;
        seller.start(&world, "a", &json!({})).await.is_problem(403, "account-frozen");
        world.sql("UPDATE account SET frozen_at = NULL", &[]).await;
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[&seller.shop.id]).await;
        seller.start(&world, "a", &json!({})).await.is_problem(403, "website-suspended");
        assert_eq!(seller.synced(&world, &late).await["state"], "completed");
        world.sql("UPDATE websites SET status = 'active' WHERE id = $1", &[&seller.shop.id]).await;
        assert_eq!(seller.start(&world, "a", &json!({})).await.status, 200);
    }
}

on_both_engines! {
    async fn buyer_starts_twenty_checkouts_in_an_hour(world: TestApi) {
        let seller = Seller::open(&world).await;
        for number in 0..20 {
            assert_eq!(seller.start(&world, &format!("k{number}"), &json!({})).await.status, 200);
        }
        let refused = seller.start(&world, "k20", &json!({})).await;
        refused.is_problem(429, "rate-limited");
        assert!(!refused.header("retry-after").is_empty());
        assert_eq!(seller.start(&world, "k7", &json!({})).await.header("idempotency-replayed"), "true", "a repeat is none");
        assert_eq!(seller.start(&world, "other", &json!({"customer": {"external_id": "bob"}})).await.status, 200);
        world.clock.advance(std::time::Duration::from_secs(3601));
        assert_eq!(seller.start(&world, "k20", &json!({})).await.status, 200);
        assert_eq!(at_stripe(&world, "/v1/customers").await.len(), 2);
    }
}

on_both_engines! {
    async fn checkout_is_looked_at_twenty_times_in_a_minute(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        for _ in 0..20 {
            seller.synced(&world, &checkout).await;
        }
        let refused = seller.act(&world, &checkout, "sync").await;
        refused.is_problem(429, "rate-limited");
        assert_eq!(refused.header("retry-after"), "60");
        world.clock.advance(std::time::Duration::from_mins(1));
        seller.synced(&world, &checkout).await;
    }
}
