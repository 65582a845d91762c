//! Tests a website's credit policy: lifetime of restored credits, which grants repay debts, decimals of amounts.

use std::time::Duration;

use product_api::verify;
use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::features::put;
use crate::harness::{TestApi, on_both_engines};

const PATH: &str = "/v1/policies/credits";

fn ada() -> Value {
    json!({"external_id": "ada"})
}

async fn set(world: &TestApi, key: &str, policy: Value) {
    let response = put(world, PATH, key, &policy).await;
    assert_eq!(response.status, 200, "{response:?}");
}

async fn grant(
    world: &TestApi,
    key: &str,
    name: &str,
    (kind, amount): (&str, i64),
    until: Option<&str>,
) -> Value {
    let mut body = json!({"customer": ada(), "amount": amount, "kind": kind});
    if let Some(until) = until {
        body["expires_at"] = until.into();
    }
    let response = post(world, "/v1/grants", key, name, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["balance"].clone()
}

on_both_engines! {
    async fn policy_is_of_one_website_and_mode_and_is_set_whole(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Songs").await;
        let usual = json!({"mode": "live", "restored_days": 30, "debt_repaid_by": "all_grants"});
        assert_eq!(world.get(PATH, &shop.key).await.json(), usual);
        let wish = json!({"restored_days": 7, "debt_repaid_by": "purchases"});
        set(&world, &shop.key, wish).await;
        let found = world.get(PATH, &shop.key).await.json();
        assert_eq!(found, json!({"mode": "live", "restored_days": 7, "debt_repaid_by": "purchases"}));
        assert_eq!(world.get(PATH, &other.key).await.json(), usual);
        assert_eq!(world.get(PATH, &shop.test_key).await.json()["restored_days"], 30);
        let details: Value = serde_json::from_str(&world.text("SELECT details FROM audit WHERE action = 'credit_policy.set'").await).unwrap();
        assert_eq!(details, json!({"mode": "live", "restored_days": 7, "debt_repaid_by": "purchases"}));
        for (body, pointer) in [
            (json!({"restored_days": 0}), "/restored_days"), (json!({"restored_days": 3651}), "/restored_days"),
            (json!({"restored_days": "7"}), "/restored_days"), (json!({"debt_repaid_by": "promo"}), "/debt_repaid_by"),
            (json!({"grace": 1}), "/grace"),
        ] {
            let problem = put(&world, PATH, &shop.key, &body).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}");
        }
        assert_eq!(world.get(PATH, &shop.key).await.json(), found, "what is refused changes nothing");
        set(&world, &shop.key, json!({})).await;
        assert_eq!(world.get(PATH, &shop.key).await.json(), usual);
    }
}

on_both_engines! {
    async fn credits_returned_after_expiry_are_valid_as_long_as_the_policy_says(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let soon = world.clock.now().plus(Duration::from_hours(1)).to_iso8601();
        grant(&world, key, "g", ("promo", 10), Some(&soon)).await;
        let spent = post(&world, "/v1/spends", key, "s", json!({"customer": ada(), "amount": 8})).await.json();
        world.clock.advance(Duration::from_hours(1));
        let reverse = format!("/v1/transactions/{}/reverse", spent["transaction"]["id"].as_str().unwrap());
        assert_eq!(post(&world, &reverse, key, "r1", json!({"amount": 3})).await.status, 200);
        set(&world, key, json!({"restored_days": 2})).await;
        let back = post(&world, &reverse, key, "r2", json!({"amount": 5})).await.json();
        let balance = |name: &str| format!("/v1/customers/{}/{name}", back["balance"]["customer_id"].as_str().unwrap());
        let left = async || world.get(&balance("balance"), key).await.json()["available"].clone();
        for (hours, expected) in [(47, 8), (1, 3), (28 * 24 - 1, 3), (1, 0)] {
            world.clock.advance(Duration::from_hours(hours));
            assert_eq!(left().await, expected, "after {hours} hours more");
        }
        assert!(verify(&world.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    /// With the policy `purchases`, only purchases repay debt, and other grants can be spent despite the debt.
    async fn debt_is_repaid_by_the_policys_kinds(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let opened = grant(&world, key, "g", ("promo", 1), None).await;
        let limit = format!("/v1/customers/{}/overdraft-limit", opened["customer_id"].as_str().unwrap());
        assert_eq!(put(&world, &limit, key, &json!({"limit": 50})).await.status, 200);
        assert_eq!(post(&world, "/v1/spends", key, "s", json!({"customer": ada(), "amount": 41})).await.status, 200);
        let found = |balance: Value| (balance["posted"].as_i64().unwrap(), balance["debt"].as_i64().unwrap());
        assert_eq!(found(grant(&world, key, "g1", ("promo", 10), None).await), (0, 30), "the control");
        set(&world, key, json!({"debt_repaid_by": "purchases"})).await;
        let low = put(&world, &limit, key, &json!({"limit": 10})).await.is_problem(422, "amount-out-of-range");
        assert!(low["detail"].as_str().unwrap().contains("`purchase`"), "{low}");
        assert_eq!(found(grant(&world, key, "g2", ("promo", 5), None).await), (5, 30));
        assert_eq!(found(grant(&world, key, "g3", ("adjustment", 1), None).await), (6, 30));
        assert_eq!(found(grant(&world, key, "g4", ("purchase", 35), None).await), (11, 0));
        assert!(verify(&world.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    /// A website sets the decimals of its credits once, when it is registered, and for display only.
    async fn credit_decimals_are_set_per_website(world: TestApi) {
        let owner = world.token("usr_1");
        let body = |scale: Value| json!({
            "name": "Pictures", "url": "https://pictures.example", "redirect_uris": ["https://pictures.example/cb"], "scale": scale,
        });
        for wrong in [json!(-1), json!(7), json!(1.5), json!("2")] {
            let problem = world.post("/v1/websites", &owner, &body(wrong)).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], "/scale");
        }
        let found = world.post("/v1/websites", &owner, &body(json!(2))).await.json();
        let id = found["website"]["id"].as_str().unwrap();
        assert_eq!(world.get(&format!("/v1/websites/{id}"), &owner).await.json()["scale"], 2, "before anything is booked");
        assert_eq!(world.get("/v1/websites", &owner).await.json()["items"][0]["scale"], 2);
        let read_scale = async |path: &str, key: &str| world.get(path, key).await.json()["scale"].clone();
        let key = found["api_key"]["key"].as_str().unwrap();
        assert_eq!(read_scale("/v1/usage", key).await, 2);
        assert_eq!(read_scale(&format!("/v1/websites/{id}/summary"), &owner).await, 2);
        for mode in ["api_key", "test_api_key"] {
            let key = found[mode]["key"].as_str().unwrap();
            let balance = grant(&world, key, mode, ("promo", 250), None).await;
            assert_eq!((&balance["scale"], &balance["posted"]), (&json!(2), &json!(250)));
        }
    }
}

on_both_engines! {
    /// A user's usage has the decimals of its websites if they agree; otherwise the user must ask for one customer.
    async fn users_usage_has_the_decimals_of_the_balances_that_it_is_of(world: TestApi) {
        let ada = world.token("usr_ada");
        let mut customers = Vec::new();
        for (name, scale) in [("Pictures", 2), ("Books", 2), ("Music", 0)] {
            let body = json!({
                "name": name, "url": "https://shop.example", "redirect_uris": ["https://shop.example/cb"], "scale": scale,
            });
            let found = world.post("/v1/websites", &world.token("usr_1"), &body).await.json();
            let key = found["api_key"]["key"].as_str().unwrap();
            let customer = json!({"sub": "usr_ada"});
            // A customer without usage does not count for the decimals.
            let seen = "INSERT INTO customers (id, website_id, mode, user_id, created_at, updated_at) \
                SELECT $1, id, 'live', 'usr_ada', 0, 0 FROM websites WHERE name = $1";
            world.sql(seen, &[name]).await;
            assert_eq!(world.get("/v1/me/usage", &ada).await.status, 200, "{name}");
            let given = json!({"customer": customer, "amount": 250, "kind": "promo"});
            let given = post(&world, "/v1/grants", key, "g", given).await.json();
            customers.push((given["balance"]["customer_id"].as_str().unwrap().to_owned(), scale));
            assert_eq!(post(&world, "/v1/spends", key, "s", json!({"customer": customer, "amount": 50})).await.status, 200);
            let all = world.get("/v1/me/usage", &ada).await;
            if scale == 2 {
                assert_eq!(all.json()["scale"], 2, "{all:?}");
            } else {
                let problem = all.is_problem(400, "invalid-request");
                assert_eq!(problem["errors"][0]["parameter"], "customer");
            }
        }
        for (id, scale) in customers {
            let found = world.get(&format!("/v1/me/usage?customer={id}"), &ada).await.json();
            assert_eq!((&found["scale"], &found["items"][0]["spent"]), (&json!(scale), &json!(50)), "{found}");
        }
    }
}
