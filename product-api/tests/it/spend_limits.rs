//! Tests a customer's spend limit by day or month, which concurrent spends never exceed, and its responses.

use std::time::Duration;

use futures_util::future::join_all;
use product_api::{user_changes, verify};
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::features::put;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

fn taking(amount: i64) -> Value {
    json!({"customer": {"external_id": "ada"}, "amount": amount})
}

async fn spend(world: &TestApi, key: &str, name: &str, amount: i64) -> HttpResponse {
    post(world, "/v1/spends", key, name, taking(amount)).await
}

/// Grants credits to Ada, and returns the path of her limit.
async fn ada(world: &TestApi, shop: &Shop, credits: i64) -> String {
    let granted = grant(world, shop, "first", "ada", credits).await.json();
    let id = granted["balance"]["customer_id"].as_str().unwrap();
    format!("/v1/customers/{id}/spend-limit")
}

async fn set(world: &TestApi, shop: &Shop, path: &str, limit: Value) -> Value {
    let response = put(world, path, &shop.key, &limit).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["spend_limit"].clone()
}

on_both_engines! {
    async fn fifty_spends_at_once_never_pass_a_limit_on_two_servers(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let replica = world.replica().await;
        let path = ada(&world, &shop, 1000).await;
        set(&world, &shop, &path, json!({"cap": 100, "period": "day"})).await;
        let authorization = format!("Bearer {}", shop.key);
        let spends = (0..50).map(|number| {
            let url = if number % 2 == 0 { &world.url } else { &replica.url };
            let (world, authorization) = (&world, authorization.as_str());
            async move {
                let name = format!("s{number}");
                let headers = [
                    ("authorization", authorization), ("content-type", "application/json"), ("idempotency-key", name.as_str()),
                ];
                let body = taking(5).to_string();
                loop {
                    let response = world.send_to((url, "/v1/spends"), Method::POST, &headers, Some(body.clone())).await;
                    if response.status != 503 {
                        return response;
                    }
                }
            }
        });
        let responses = join_all(spends).await;
        for response in responses.iter().filter(|response| response.status != 200) {
            let outcome = response.is_problem(403, "spend-limit-reached");
            assert_eq!((&outcome["cap"], &outcome["resets_at"]), (&json!(100), &json!("2027-01-16T00:00:00.000Z")));
        }
        assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 20);
        assert_eq!(world.count("SELECT CAST(SUM(-amount) AS BIGINT) FROM txn WHERE kind = 'spend'").await, 100);
        assert_eq!(world.count("SELECT MAX(spent_in_period) FROM account").await, 100);
        assert!(verify(&world.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn limit_refusal_is_replayed_until_its_window_ends(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let path = ada(&world, &shop, 1000).await;
        assert_eq!(spend(&world, &shop.key, "before", 30).await.status, 200);
        let outcome = set(&world, &shop, &path, json!({"cap": 100, "period": "month"})).await;
        assert_eq!(outcome, json!({"cap": 100, "period": "month", "spent": 30, "resets_at": "2027-02-01T00:00:00.000Z"}));
        let refused = spend(&world, &shop.key, "a", 71).await;
        let problem = refused.is_problem(403, "spend-limit-reached");
        assert!(problem["detail"].as_str().unwrap().contains("70 are left"), "{problem}");
        assert_eq!(spend(&world, &shop.key, "b", 70).await.status, 200, "to the last credit");
        let check = post(&world, "/v1/check", &shop.key, "", taking(1)).await.json();
        assert_eq!((&check["allowed"], &check["reason"]), (&json!(false), &json!("spend-limit-reached")));
        // Credits that are returned do not reduce the sum; a higher limit allows more, a lower one nothing.
        assert_eq!(set(&world, &shop, &path, json!({"cap": 101, "period": "month"})).await["spent"], 100);
        assert_eq!(spend(&world, &shop.key, "c", 1).await.status, 200);
        assert_eq!(set(&world, &shop, &path, json!({"cap": 5, "period": "month"})).await["spent"], 101);
        spend(&world, &shop.key, "d", 1).await.is_problem(403, "spend-limit-reached");
        // The next month has its own sum, and yet a key that was refused stays refused.
        world.clock.advance(Duration::from_hours(24 * 17));
        let again = spend(&world, &shop.key, "a", 71).await;
        assert_eq!((again.status, &again.body, again.header("idempotency-replayed")), (403, &refused.body, "true"));
        let balance = world.get(&path.replace("spend-limit", "balance"), &shop.key).await.json();
        assert_eq!(balance["spend_limit"], json!({"cap": 5, "period": "month", "spent": 0, "resets_at": "2027-03-01T00:00:00.000Z"}));
        assert_eq!(spend(&world, &shop.key, "e", 5).await.status, 200);
        for _ in 0..2 {
            assert_eq!(set(&world, &shop, &path, json!({"cap": null, "period": null})).await, Value::Null);
        }
        assert_eq!(spend(&world, &shop.key, "f", 500).await.status, 200);
        let audit_log = world.text("SELECT details FROM audit WHERE action = 'spend_limit.set' ORDER BY id DESC LIMIT 1").await;
        let audit_log: Value = serde_json::from_str(&audit_log).unwrap();
        assert_eq!(audit_log, json!({"mode": "live", "from": {"cap": 5, "period": "month"}, "to": null}));
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'spend_limit.set'").await, 4);
    }
}

on_both_engines! {
    async fn batch_stops_at_a_limit_item_by_item_or_as_a_whole(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let path = ada(&world, &shop, 1000).await;
        set(&world, &shop, &path, json!({"cap": 100, "period": "day"})).await;
        let batch = |name: &'static str, atomic: bool| {
            let item = |number: i32| json!({"idempotency_key": format!("{name}{number}"), "spend": taking(30)});
            let body = json!({"atomic": atomic, "items": (0..4).map(item).collect::<Vec<_>>()});
            let (world, key) = (&world, &shop.key);
            async move {
                let response = post(world, "/v1/spends:batch", key, "", body).await;
                let results = response.json()["results"].as_array().unwrap().clone();
                results.iter().map(|result| result["status"].as_i64().unwrap()).collect::<Vec<_>>()
            }
        };
        assert_eq!(batch("whole", true).await, [424, 424, 424, 403]);
        assert_eq!(world.count("SELECT MAX(spent_in_period) FROM account").await, 0);
        assert_eq!(batch("each", false).await, [200, 200, 200, 403]);
        assert_eq!(world.count("SELECT MAX(spent_in_period) FROM account").await, 90);
    }
}

on_both_engines! {
    async fn invalid_limit_is_refused_and_modes_are_separate(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Songs").await;
        let path = ada(&world, &shop, 1000).await;
        let most = 9_007_199_254_740_992_i64;
        for (body, pointer) in [
            (json!({"cap": 0, "period": "day"}), "/cap"), (json!({"cap": -1, "period": "day"}), "/cap"),
            (json!({"cap": most, "period": "day"}), "/cap"), (json!({"cap": 1.5, "period": "day"}), "/cap"),
            (json!({"cap": "1", "period": "day"}), "/cap"), (json!({"period": "day"}), "/cap"),
            (json!({"cap": 1}), "/period"), (json!({"cap": 1, "period": "week"}), "/period"), (json!({"limit": 1}), "/limit"),
        ] {
            let problem = put(&world, &path, &shop.key, &body).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}");
        }
        assert_eq!(set(&world, &shop, &path, json!({"cap": most - 1, "period": "day"})).await["cap"], most - 1);
        let ten = json!({"cap": 10, "period": "day"});
        for foreign in [&other.key, &other.test_key, &shop.test_key] {
            assert_eq!(put(&world, &path, foreign, &ten).await.is_problem(404, "not-found")["resource"], "customer");
        }
        // The customer of this name in test mode has a limit of its own.
        let test = Shop { id: shop.id.clone(), key: shop.test_key.clone(), test_key: shop.test_key.clone() };
        let test_path = ada(&world, &test, 1000).await;
        assert_ne!(test_path, path);
        set(&world, &test, &test_path, ten).await;
        spend(&world, &shop.test_key, "s", 11).await.is_problem(403, "spend-limit-reached");
        assert_eq!(spend(&world, &shop.key, "s", 11).await.status, 200);
        // A frozen account keeps its limit.
        world.sql("UPDATE account SET frozen_at = 1 WHERE spend_cap = 10", &[]).await;
        put(&world, &test_path, &shop.test_key, &json!({})).await.is_problem(403, "account-frozen");
    }
}

on_both_engines! {
    /// The merge target gets the limit of the merged customer, unless the target has its own.
    async fn limit_moves_to_the_merge_target(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let sub = |id: &str| json!({"sub": id});
        let mut paths = Vec::new();
        for (name, amount) in [("usr_b", 100), ("usr_a", 500), ("usr_d", 100), ("usr_c", 500)] {
            let body = json!({"customer": sub(name), "amount": amount, "kind": "promo"});
            let outcome = post(&world, "/v1/grants", &shop.key, name, body).await.json();
            paths.push(format!("/v1/customers/{}/spend-limit", outcome["balance"]["customer_id"].as_str().unwrap()));
        }
        for (index, cap) in [(0, 50), (2, 50), (3, 80)] {
            set(&world, &shop, &paths[index], json!({"cap": cap, "period": "day"})).await;
        }
        let spend = |name: &'static str, who: &'static str, amount: i64| {
            let (world, key, body) = (&world, &shop.key, json!({"customer": sub(who), "amount": amount}));
            async move { post(world, "/v1/spends", key, name, body).await }
        };
        let hold = json!({"customer": sub("usr_b"), "amount": 25});
        let hold = post(&world, "/v1/holds", &shop.key, "h", hold).await.json();
        assert_eq!(spend("s1", "usr_b", 30).await.status, 200);
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        world.issuer.merge("mrg_2", "usr_d", "usr_c", "merged");
        user_changes::once(&world.app).await.unwrap();
        spend("s2", "usr_a", 21).await.is_problem(403, "spend-limit-reached");
        assert_eq!(spend("s3", "usr_a", 10).await.status, 200);
        spend("s4", "usr_c", 81).await.is_problem(403, "spend-limit-reached");
        assert_eq!(spend("s5", "usr_c", 80).await.status, 200);
        // A hold on the merged wallet counts against the merge target's limit.
        let capture = format!("/v1/holds/{}/capture", hold["hold"]["id"].as_str().unwrap());
        post(&world, &capture, &shop.key, "c1", json!({})).await.is_problem(403, "spend-limit-reached");
        let part = post(&world, &capture, &shop.key, "c2", json!({"amount": 10, "final": false})).await;
        assert_eq!(part.status, 200, "{part:?}");
        let balance = world.get(&paths[1].replace("spend-limit", "balance"), &shop.key).await.json();
        assert_eq!((&balance["spend_limit"]["cap"], &balance["spend_limit"]["spent"]), (&json!(50), &json!(50)));
        // The limit moves once: a later run does not restore a removed limit, and the sum covers both customers.
        assert_eq!(set(&world, &shop, &paths[1], json!({})).await, Value::Null);
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(spend("s6", "usr_a", 100).await.status, 200);
        assert_eq!(set(&world, &shop, &paths[1], json!({"cap": 500, "period": "day"})).await["spent"], 150);
        assert!(verify(&world.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    /// Holds of a merged customer that capture on expiry count like the target's own.
    async fn limit_set_after_a_merge_counts_later_captures(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let sub = |id: &str| json!({"sub": id});
        let mut path = String::new();
        for name in ["usr_b", "usr_a"] {
            let body = json!({"customer": sub(name), "amount": 100, "kind": "promo"});
            let outcome = post(&world, "/v1/grants", &shop.key, name, body).await.json();
            path = format!("/v1/customers/{}/spend-limit", outcome["balance"]["customer_id"].as_str().unwrap());
        }
        for (name, who, amount, ttl) in [("h1", "usr_b", 20, 60), ("h2", "usr_b", 10, 3600), ("h3", "usr_a", 5, 3600)] {
            let body = json!({"customer": sub(who), "amount": amount, "ttl_seconds": ttl, "on_expiry": "capture"});
            assert_eq!(post(&world, "/v1/holds", &shop.key, name, body).await.status, 200);
        }
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        // One hold has expired and captured, which no server has booked yet; two are open.
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(set(&world, &shop, &path, json!({"cap": 50, "period": "day"})).await["spent"], 35);
        let spend = |name: &'static str, amount: i64| {
            let (world, key, body) = (&world, &shop.key, json!({"customer": sub("usr_a"), "amount": amount}));
            async move { post(world, "/v1/spends", key, name, body).await }
        };
        spend("s1", 16).await.is_problem(403, "spend-limit-reached");
        assert_eq!(spend("s2", 15).await.status, 200);
        world.clock.advance(Duration::from_hours(2));
        product_api::sweep::once(&world.app).await.unwrap();
        let outcome = world.get(&path.replace("spend-limit", "balance"), &shop.key).await.json();
        assert_eq!(outcome["spend_limit"]["spent"], 50, "what captured by itself is not counted again");
        assert!(verify(&world.app.database).await.unwrap().is_empty());
    }
}
