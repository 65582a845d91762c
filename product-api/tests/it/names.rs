//! One person, named by address here and by subject there: one row, and no more told than the website may know.

use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::harness::{World, on_both};

async fn grant_to(world: &World, shop: &Shop, key: &str, customer: Value, amount: i64) -> Value {
    let body = json!({"customer": customer, "amount": amount, "kind": "promo"});
    let answer = post(world, "/v1/grants", &shop.key, key, body).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

async fn spends(world: &World, shop: &Shop, key: &str, sub: &str) -> u16 {
    let body = json!({"customer": {"sub": sub}, "amount": 5});
    post(world, "/v1/spends", &shop.key, key, body).await.status
}

async fn known_as(world: &World, shop: &Shop, id: &Value) -> Value {
    let path = format!("/v1/customers/{}", id.as_str().unwrap());
    world.get(&path, &shop.key).await.json()["user_id"].clone()
}

on_both! {
    async fn credits_granted_by_address_are_spent_by_subject(world) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        assert_eq!(world.get("/v1/me", &world.token("usr_9")).await.status, 200);
        grant_to(&world, &shop, "g1", json!({"email": "usr_9@example.com"}), 100).await;
        assert_eq!(spends(&world, &shop, "s1", "usr_9").await, 200);
        let told = grant_to(&world, &shop, "g2", json!({"email": "usr_9@example.com"}), 1).await;
        assert_eq!(told["balance"]["available"], 96);
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 1);
    }
}

on_both! {
    async fn credits_granted_by_subject_grow_by_address(world) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        grant_to(&world, &shop, "g1", json!({"sub": "usr_9"}), 100).await;
        assert_eq!(world.get("/v1/me", &world.token("usr_9")).await.status, 200);
        let told = grant_to(&world, &shop, "g2", json!({"email": "usr_9@example.com"}), 1).await;
        assert_eq!(told["balance"]["available"], 101);
        let unverified = json!({"email": "no@example.com", "email_verified": false});
        world.get("/v1/me", &world.token_with("usr_8", &unverified)).await;
        grant_to(&world, &shop, "g3", json!({"sub": "usr_8"}), 100).await;
        let told = grant_to(&world, &shop, "g4", json!({"email": "no@example.com"}), 1).await;
        assert_eq!(told["balance"]["available"], 1, "an address that nobody has verified proves nothing");
    }
}

on_both! {
    async fn the_first_contact_folds_an_empty_row_and_no_other(world) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        for (sub, email) in [("usr_9", "usr_9@example.com"), ("usr_8", "usr_8@example.com")] {
            grant_to(&world, &shop, sub, json!({"email": email}), 100).await;
        }
        assert_eq!(spends(&world, &shop, "s1", "usr_9").await, 402);
        grant_to(&world, &shop, "g1", json!({"sub": "usr_8"}), 7).await;
        for sub in ["usr_9", "usr_8"] {
            assert_eq!(world.get("/v1/me", &world.token(sub)).await.status, 200);
        }
        assert_eq!(spends(&world, &shop, "s2", "usr_9").await, 200);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id = 'usr_9'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id = 'usr_8' AND email IS NULL").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id IS NULL AND email IS NULL").await, 1, "given up");
    }
}

on_both! {
    async fn a_website_learns_a_subject_from_its_own_client_only(world) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let mut ids = Vec::new();
        for sub in ["usr_9", "usr_8"] {
            let customer = json!({"email": format!("{sub}@example.com")});
            let told = grant_to(&world, &shop, sub, customer, 100).await;
            ids.push(told["balance"]["customer_id"].clone());
            assert_eq!(world.get("/v1/me", &world.token(sub)).await.status, 200);
        }
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id IS NOT NULL").await, 2);
        for id in &ids {
            assert_eq!(known_as(&world, &shop, id).await, Value::Null, "used elsewhere");
        }
        assert_eq!(spends(&world, &shop, "s1", "usr_9").await, 200);
        assert_eq!(known_as(&world, &shop, &ids[0]).await, "usr_9", "named");
        let client: String = world.text("SELECT client_id FROM websites").await;
        let token = world.token_with("usr_8", &json!({"client_id": client, "scope": "openid"}));
        assert_eq!(world.get("/v1/me", &token).await.status, 200);
        assert_eq!(known_as(&world, &shop, &ids[1]).await, "usr_8", "signed in");
    }
}
