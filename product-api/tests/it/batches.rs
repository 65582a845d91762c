//! Tests batches over HTTP: shapes, keys, scopes, results equal to those of single spends, and isolation of websites.

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

const PATH: &str = "/v1/spends:batch";

fn item(key: &str, who: &str, amount: i64) -> Value {
    json!({"idempotency_key": key, "spend": {"customer": {"external_id": who}, "amount": amount}})
}

async fn batch(world: &TestApi, key: &str, is_atomic: bool, items: &[Value]) -> HttpResponse {
    post(
        world,
        PATH,
        key,
        "",
        json!({"atomic": is_atomic, "items": items}),
    )
    .await
}

fn statuses(response: &HttpResponse) -> Vec<u64> {
    let body = response.json();
    let results = body["results"]
        .as_array()
        .unwrap_or_else(|| panic!("{response:?}"));
    results
        .iter()
        .map(|result| result["status"].as_u64().unwrap())
        .collect()
}

on_both_engines! {
    async fn each_item_has_the_bytes_of_a_single_spend(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        grant(&world, &shop, "h", "bob", 10).await;
        let items = [item("a", "ada", 30), item("b", "bob", 11), item("c", "bob", 10), item("d", "ada", 0)];
        let first = batch(&world, &shop.key, false, &items).await;
        assert_eq!((first.status, first.header("content-type")), (200, "application/json"));
        assert_eq!(statuses(&first), [200, 402, 200, 422]);
        let outcome = first.json();
        let result = &outcome["results"][1];
        assert_eq!((&result["replayed"], &result["answer"], &result["problem"]["shortfall"]), (&json!(false), &Value::Null, &json!(1)));
        assert_eq!(outcome["results"][0]["problem"], Value::Null);
        for (index, item) in items.iter().enumerate() {
            let key = item["idempotency_key"].as_str().unwrap();
            let alone = post(&world, "/v1/spends", &shop.key, key, &item["spend"]).await;
            assert_eq!(alone.header("idempotency-replayed"), "true");
            assert_eq!(u64::from(alone.status), statuses(&first)[index]);
            assert!(first.body.contains(&alone.body), "the same bytes: {}", alone.body);
        }
        let again = batch(&world, &shop.key, false, &items).await;
        assert_eq!(again.body, first.body.replace("\"replayed\":false", "\"replayed\":true"));
        // A batch replays a single spend of the same key, and a key identifies one operation in both.
        post(&world, "/v1/spends", &shop.key, "e", &item("e", "ada", 1)["spend"]).await.json();
        let mixed = batch(&world, &shop.key, false, &[item("e", "ada", 1), item("a", "ada", 31)]).await;
        assert_eq!((statuses(&mixed), &mixed.json()["results"][0]["replayed"]), (vec![200, 422], &json!(true)));
    }
}

on_both_engines! {
    async fn atomic_batch_is_all_or_none(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let items = [item("a", "ada", 30), item("b", "bob", 1), item("c", "ada", 5)];
        let none = batch(&world, &shop.key, true, &items).await;
        assert_eq!(statuses(&none), [424, 402, 424]);
        let outcome = none.json();
        let (stopped, refused) = (&outcome["results"][0]["problem"], &outcome["results"][1]["problem"]);
        assert!(stopped["type"].as_str().unwrap().ends_with("/problems/batch-aborted"), "{stopped}");
        assert_eq!(stopped["refused_item"], 1);
        assert_eq!((&refused["shortfall"], &refused["instance"]), (&json!(1), &json!("/v1/spends")));
        assert!(refused["detail"].as_str().unwrap().contains("same keys"), "{refused}");
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 1);
        grant(&world, &shop, "h", "bob", 1).await;
        let all = batch(&world, &shop.key, true, &items).await;
        assert_eq!(statuses(&all), [200, 200, 200]);
        let again = batch(&world, &shop.key, true, &items).await;
        assert_eq!(again.body, all.body.replace("\"replayed\":false", "\"replayed\":true"));
        assert_eq!(again.json()["results"][2]["answer"]["balance"]["available"], 65);
    }
}

on_both_engines! {
    async fn batch_that_is_not_valid_does_nothing(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let good = item("a", "ada", 1);
        let pointed = async |items: Vec<Value>| {
            let response = batch(&world, &shop.key, false, &items).await;
            response.is_problem(400, "invalid-request")["errors"][0]["pointer"].as_str().unwrap().to_owned()
        };
        assert_eq!(pointed(vec![good.clone(), good.clone()]).await, "/items/1/idempotency_key");
        assert_eq!(pointed(vec![]).await, "/items");
        let many = (0..1001).map(|index| item(&format!("k{index}"), "ada", 1)).collect();
        assert_eq!(pointed(many).await, "/items");
        for (pointer, key) in [("/items/1/idempotency_key", json!("")), ("/items/1/idempotency_key", json!("a b")), ("/items/1/idempotency_key", json!(5))] {
            let wrong = json!({"idempotency_key": key, "spend": good["spend"]});
            assert_eq!(pointed(vec![good.clone(), wrong]).await, pointer, "{key}");
        }
        assert_eq!(pointed(vec![json!({"spend": good["spend"]})]).await, "/items/0/idempotency_key");
        assert_eq!(pointed(vec![json!({"idempotency_key": "a"})]).await, "/items/0/spend");
        let twice = json!({"idempotency_key": "a", "spend": {"customer": {"id": "x", "email": "a@b.c"}, "amount": 1}});
        assert_eq!(pointed(vec![twice]).await, "/items/0/spend/customer");
        let notes = json!({"idempotency_key": "a", "spend": {"customer": {"id": "x"}, "amount": 1, "description": "a\u{0}b"}});
        assert_eq!(pointed(vec![notes]).await, "/items/0/spend/description");
        let more = json!({"idempotency_key": "a", "spend": {"customer": {"id": "x"}, "amount": 1, "to": "me"}});
        assert_eq!(pointed(vec![more]).await, "/items/0/spend/to");
        let long = json!({"items": [{"idempotency_key": "a", "spend": {"customer": "x".repeat(1_100_000)}}]});
        post(&world, PATH, &shop.key, "", long).await.is_problem(413, "content-too-large");
        assert_eq!(world.count("SELECT count(*) FROM txn").await, 1);
        // A batch may have 100 items, and their keys may have unusual characters.
        let many: Vec<Value> = (0..100).map(|index| item(&format!("\"k,{index}"), "ada", 1)).collect();
        assert!(statuses(&batch(&world, &shop.key, false, &many).await).iter().all(|status| *status == 200));
    }
}

on_both_engines! {
    // row: K1
    async fn batch_reaches_its_own_website_only_and_needs_the_scope(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Songs").await;
        let customer = grant(&world, &shop, "g", "ada", 100).await.json()["balance"]["customer_id"].clone();
        let items = [json!({"idempotency_key": "a", "spend": {"customer": {"id": customer}, "amount": 1}})];
        for other_key in [&other.key, &shop.test_key] {
            for is_atomic in [false, true] {
                let response = batch(&world, other_key, is_atomic, &items).await;
                assert_eq!((statuses(&response), &response.json()["results"][0]["problem"]["resource"]), (vec![404], &json!("customer")));
            }
        }
        batch(&world, &world.token("usr_1"), false, &items).await.is_problem(403, "insufficient-scope");
        world.sql("UPDATE api_keys SET scopes = 'credits.grant' WHERE website_id = $1", &[&shop.id]).await;
        batch(&world, &shop.key, false, &items).await.is_problem(403, "insufficient-scope");
        world.sql("UPDATE api_keys SET scopes = 'credits.spend' WHERE website_id = $1", &[&shop.id]).await;
        assert_eq!(statuses(&batch(&world, &shop.key, false, &items).await), [200], "the control");
    }
}

on_both_engines! {
    async fn address_is_this_one_and_no_other(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for path in ["/v1/spendsbatch", "/v1/spends:batches", "/v1/spends:bat", "/v1/spends/:batch", "/v1/spendsx:batch"] {
            let response = post(&world, path, &shop.key, "", json!({"items": []})).await;
            response.is_problem(404, "not-found");
        }
        let authorization = format!("Bearer {}", shop.key);
        let wrong = world.send(Method::GET, PATH, &[("authorization", authorization.as_str())], None).await;
        wrong.is_problem(405, "method-not-allowed");
        assert_eq!(wrong.header("allow"), "POST");
    }
}

on_both_engines! {
    /// Batches have one public path: the internal route name is absent, and another method there is 405 with `Allow`.
    async fn batches_have_one_address(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let items = [item("a", "ada", 1)];
        assert_eq!(batch(&world, &shop.key, false, &items).await.status, 200, "the control");
        let body = json!({"items": items});
        let response = post(&world, "/v1/spends/batch", &shop.key, "", &body).await;
        assert_eq!(response.is_problem(404, "not-found")["instance"], "/v1/spends/batch");
        let wrong_method = world.get(PATH, &shop.key).await;
        assert_eq!((wrong_method.is_problem(405, "method-not-allowed")["instance"].as_str(), wrong_method.header("allow")), (Some(PATH), "POST"));
    }
}
