//! Tests the caps of an API key, by operation and by day, which concurrent spends never exceed.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::managing_keys::made;

async fn capped(world: &TestApi, shop: &Shop, caps: Value) -> String {
    let body =
        json!({"name": "capped", "scopes": ["credits.spend", "customers.read"], "caps": caps});
    made(world, shop, &body).await.1
}

fn taking(amount: i64) -> Value {
    json!({"customer": {"external_id": "ada"}, "amount": amount})
}

async fn spend(world: &TestApi, key: &str, name: &str, amount: i64) -> HttpResponse {
    post(world, "/v1/spends", key, name, taking(amount)).await
}

async fn check(world: &TestApi, key: &str, amount: i64) -> Value {
    let response = post(world, "/v1/check", key, "", taking(amount)).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

on_both_engines! {
    async fn fifty_spends_at_once_never_pass_a_cap_of_a_day(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let replica = world.replica().await;
        // Spends of many customers, so that no wallet's lock serializes them.
        for number in 0..10 {
            grant(&world, &shop, &format!("g{number}"), &format!("c{number}"), 100).await;
        }
        let key = capped(&world, &shop, json!({"per_day": 100})).await;
        let authorization = format!("Bearer {key}");
        let spends = (0..50).map(|number| {
            let url = if number % 2 == 0 { &world.url } else { &replica.url };
            let (world, authorization) = (&world, authorization.as_str());
            async move {
                let name = format!("s{number}");
                let headers = [
                    ("authorization", authorization), ("content-type", "application/json"), ("idempotency-key", name.as_str()),
                ];
                let body = json!({"customer": {"external_id": format!("c{}", number % 10)}, "amount": 5});
                world.send_to((url, "/v1/spends"), Method::POST, &headers, Some(body.to_string())).await
            }
        });
        let responses = join_all(spends).await;
        let done = responses.iter().filter(|response| response.status == 200).count();
        for response in responses.iter().filter(|response| response.status != 200) {
            let found = response.is_problem(403, "key-spend-cap-reached");
            assert_eq!((&found["cap"], &found["resets_at"]), (&json!(100), &json!("2027-01-16T00:00:00.000Z")));
        }
        assert_eq!(done, 20);
        assert_eq!(world.count("SELECT CAST(SUM(-amount) AS BIGINT) FROM txn WHERE kind = 'spend'").await, 100);
        assert_eq!(world.count("SELECT MAX(spent) FROM api_keys").await, 100);
        assert_eq!(spend(&world, &shop.key, "free", 5).await.status, 402, "a key without a cap is held up by none");
    }
}

on_both_engines! {
    async fn cap_refusal_is_replayed_until_its_day_ends(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 1000).await;
        let key = capped(&world, &shop, json!({"per_operation": 40, "per_day": 100})).await;
        let large = spend(&world, &key, "large", 41).await;
        let found = large.is_problem(403, "key-spend-cap-reached");
        assert_eq!((&found["cap"], found.get("resets_at")), (&json!(40), None));
        for name in ["a", "b"] {
            assert_eq!(spend(&world, &key, name, 40).await.status, 200);
        }
        assert_eq!(check(&world, &key, 21).await["reason"], "key-spend-cap-reached");
        assert_eq!(check(&world, &key, 41).await["allowed"], false);
        assert_eq!(check(&world, &key, 20).await["allowed"], true);
        let refused = spend(&world, &key, "c", 21).await;
        refused.is_problem(403, "key-spend-cap-reached");
        assert_eq!(spend(&world, &key, "a", 40).await.header("idempotency-replayed"), "true");
        assert_eq!(spend(&world, &key, "d", 20).await.status, 200, "to the last credit");
        spend(&world, &key, "e", 1).await.is_problem(403, "key-spend-cap-reached");
        // The next day has its own cap, and yet a key that was refused stays refused.
        world.clock.advance(Duration::from_hours(16));
        let again = spend(&world, &key, "c", 21).await;
        assert_eq!((again.status, &again.body, again.header("idempotency-replayed")), (403, &refused.body, "true"));
        assert_eq!(spend(&world, &key, "f", 21).await.status, 200);
        // A refusal for another reason counts nothing against the cap.
        let poor = json!({"customer": {"external_id": "bob"}, "amount": 40});
        assert_eq!(post(&world, "/v1/spends", &key, "poor", &poor).await.status, 402);
        assert_eq!(world.count("SELECT MAX(spent) FROM api_keys").await, 21);
    }
}

on_both_engines! {
    async fn holds_count_when_they_are_captured_or_will_be_by_themselves(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 1000).await;
        let key = capped(&world, &shop, json!({"per_operation": 60, "per_day": 100})).await;
        let hold = |name: &'static str, amount: i64, on_expiry: &'static str| {
            let mut body = taking(amount);
            body["on_expiry"] = json!(on_expiry);
            let (world, key) = (&world, &key);
            async move { post(world, "/v1/holds", key, name, body).await }
        };
        let capture = |name: &'static str, hold: Value, body: Value| {
            let path = format!("/v1/holds/{}/capture", hold["hold"]["id"].as_str().unwrap());
            let (world, key) = (&world, &key);
            async move { post(world, &path, key, name, body).await }
        };
        let spent = async |world: &TestApi| world.count("SELECT MAX(spent) FROM api_keys").await;
        hold("large", 61, "release").await.is_problem(403, "key-spend-cap-reached");
        let one = hold("one", 60, "release").await.json();
        let two = hold("two", 60, "release").await.json();
        assert_eq!(spent(&world).await, 0);
        assert_eq!(capture("c1", one, json!({})).await.status, 200);
        assert_eq!(spent(&world).await, 60);
        capture("c2", two.clone(), json!({})).await.is_problem(403, "key-spend-cap-reached");
        assert_eq!(capture("c3", two, json!({"amount": 10, "final": false})).await.status, 200);
        assert_eq!(spent(&world).await, 70);
        let own = hold("own", 20, "capture").await.json();
        assert_eq!(spent(&world).await, 90, "no later capture follows, so that the spend counts now");
        hold("more", 20, "capture").await.is_problem(403, "key-spend-cap-reached");
        assert_eq!(capture("c4", own, json!({"amount": 25, "overage": "available"})).await.status, 200);
        assert_eq!(spent(&world).await, 95, "what it had counted does not count again");
    }
}

on_both_engines! {
    async fn ended_hold_is_refused_before_any_cap(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 1000).await;
        let key = capped(&world, &shop, json!({"per_day": 100})).await;
        let hold = |name: &'static str, on_expiry: &'static str| {
            let mut body = taking(60);
            body["on_expiry"] = json!(on_expiry);
            body["ttl_seconds"] = json!(60);
            let (world, shop) = (&world, &shop);
            async move {
                let found = post(world, "/v1/holds", &shop.key, name, body).await.json();
                format!("/v1/holds/{}/capture", found["hold"]["id"].as_str().unwrap())
            }
        };
        let (over, captured) = (hold("over", "release").await, hold("captured", "capture").await);
        assert_eq!(spend(&world, &key, "s", 60).await.status, 200);
        let capture = |path: &str, name: &'static str, body: Value| {
            let (world, key, path) = (&world, &key, path.to_owned());
            async move { post(world, &path, key, name, body).await }
        };
        capture(&over, "c0", json!({})).await.is_problem(403, "key-spend-cap-reached");
        // The holds have expired but no server has booked that, and the responses are those of booked expiry.
        world.clock.advance(Duration::from_mins(1));
        for round in ["before it is booked", "after"] {
            let name = if round == "after" { "c1" } else { "c2" };
            capture(&over, name, json!({})).await.is_problem(409, "hold-expired");
            let name = if round == "after" { "c3" } else { "c4" };
            let found = capture(&captured, name, json!({"amount": 61, "overage": "available"})).await;
            assert_eq!(found.is_problem(409, "hold-not-open")["state"], "captured", "{round}");
            product_api::sweep::once(&world.app).await.unwrap();
        }
        let late = |amount: i64| json!({"amount": amount, "if_expired": "spend", "final": false});
        capture(&over, "l1", late(41)).await.is_problem(403, "key-spend-cap-reached");
        assert_eq!(capture(&over, "l2", late(40)).await.status, 200);
        assert_eq!(world.count("SELECT MAX(spent) FROM api_keys").await, 100);
    }
}

on_both_engines! {
    async fn batch_stops_at_a_cap_item_by_item_or_as_a_whole(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 1000).await;
        let key = capped(&world, &shop, json!({"per_day": 100})).await;
        let batch = |name: &'static str, atomic: bool| {
            let item = |number: i32| json!({"idempotency_key": format!("{name}{number}"), "spend": taking(30)});
            let body = json!({"atomic": atomic, "items": (0..4).map(item).collect::<Vec<_>>()});
            let (world, key) = (&world, &key);
            async move {
                let response = post(world, "/v1/spends:batch", key, "", body).await;
                let results = response.json()["results"].as_array().unwrap().clone();
                results.iter().map(|result| result["status"].as_i64().unwrap()).collect::<Vec<_>>()
            }
        };
        assert_eq!(batch("whole", true).await, [424, 424, 424, 403]);
        assert_eq!(world.count("SELECT MAX(spent) FROM api_keys").await, 0);
        assert_eq!(batch("each", false).await, [200, 200, 200, 403]);
        assert_eq!(world.count("SELECT MAX(spent) FROM api_keys").await, 90);
    }
}
