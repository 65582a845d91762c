//! Tests usage: sums by day and feature equal the ledger with any number of aggregating servers, for permitted callers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use product_api::{usage, user_changes};
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post, spend};
use crate::harness::{TestApi, on_both_engines};

/// Usage by day and feature, as a test counts it.
pub(crate) type ExpectedUsage = BTreeMap<(String, Option<String>), [i64; 4]>;

/// Returns the usage at a path.
pub(crate) async fn usage_at(world: &TestApi, credential: &str, path: &str) -> ExpectedUsage {
    let response = world.get(path, credential).await;
    assert_eq!(response.status, 200, "{response:?}");
    let body = response.json();
    assert_eq!(
        (&body["unit"], &body["scale"]),
        (&json!("credit"), &json!(0))
    );
    let items = body["items"].as_array().unwrap();
    let read = |item: &Value| {
        let text = |name: &str| item[name].as_str().map(ToOwned::to_owned);
        let sum = |name: &str| item[name].as_i64().unwrap();
        let key = (text("day").unwrap_or_default(), text("feature"));
        (key, ["spent", "reversed", "spends", "quantity"].map(sum))
    };
    let outcome: Vec<_> = items.iter().map(read).collect();
    let sorted: ExpectedUsage = outcome.iter().cloned().collect();
    assert!(
        sorted.keys().eq(outcome.iter().map(|(key, _)| key)),
        "in order, each once: {outcome:?}"
    );
    sorted
}

/// Returns the number of transactions that are not aggregated yet.
pub(crate) async fn waiting(world: &TestApi) -> i64 {
    let text = "SELECT COUNT(*) FROM txn t JOIN usage_writer w ON t.id > w.reached AND t.id < (w.writer + 1) * 4398046511104";
    world.count(text).await
}

on_both_engines! {
    async fn spends_of_two_servers_that_both_roll_up_are_in_every_response_once(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 1_000_000).await;
        let other = world.replica().await;
        let urls = [world.url.as_str(), other.url.as_str()];
        let (sent, served) = (AtomicI64::new(0), AtomicI64::new(0));
        let spending = join_all((0..6).map(|lane: usize| {
            let (world, shop, sent, served) = (&world, &shop, &sent, &served);
            async move {
                for n in 0..8 {
                    sent.fetch_add(1, Ordering::SeqCst);
                    spend_at(world, urls[lane % 2], shop, &format!("{lane}-{n}")).await;
                    served.fetch_add(1, Ordering::SeqCst);
                }
            }
        }));
        let rolling = async {
            while served.load(Ordering::SeqCst) < 48 {
                let both = tokio::join!(usage::once(&world.app), usage::once(&world.app), usage::once(&other.app));
                both.0.and(both.1).and(both.2).unwrap();
            }
        };
        let looking = async {
            while served.load(Ordering::SeqCst) < 48 {
                let least = served.load(Ordering::SeqCst);
                let outcome = spent(&world, &shop.key, "/v1/usage").await;
                let most = sent.load(Ordering::SeqCst);
                assert!((least..=most).contains(&outcome), "{outcome} of {least} to {most}");
            }
        };
        tokio::join!(spending, rolling, looking);
        for app in [&world.app, &other.app] {
            usage::once(app).await.unwrap();
        }
        assert_eq!(waiting(&world).await, 0, "all is rolled up");
        assert_eq!(spent(&world, &shop.key, "/v1/usage").await, 48);
        let sums = "SELECT CAST(SUM(spent) + SUM(spends) AS BIGINT) FROM usage_of_wallet";
        assert_eq!(world.count(sums).await, 96);
    }
}

async fn spend_at(world: &TestApi, url: &str, shop: &Shop, key: &str) {
    let authorization = format!("Bearer {}", shop.key);
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", key),
    ];
    let body = json!({"customer": {"external_id": "ada"}, "amount": 1}).to_string();
    let at = (url, "/v1/spends");
    let response = world.send_to(at, Method::POST, &headers, Some(body)).await;
    assert_eq!(response.status, 200, "{response:?}");
}

/// Returns the sum of the spent credits at a path.
async fn spent(world: &TestApi, credential: &str, path: &str) -> i64 {
    usage_at(world, credential, path)
        .await
        .values()
        .map(|sums| sums[0])
        .sum()
}

const OPEN: &str = "SELECT COUNT(*) FROM usage_writer WHERE is_open";

on_both_engines! {
    async fn rows_of_a_stopped_server_are_taken_over_and_its_return_is_accepted(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 1000).await;
        let other = world.replica().await;
        usage::once(&other.app).await.unwrap();
        spend_at(&world, &other.url, &shop, "one").await;
        usage::once(&world.app).await.unwrap();
        assert_eq!((waiting(&world).await, world.count(OPEN).await), (1, 2), "it is left to the other");
        assert_eq!(spent(&world, &shop.key, "/v1/usage").await, 1);
        world.clock.advance(Duration::from_mins(11));
        for _ in 0..2 {
            usage::once(&world.app).await.unwrap();
        }
        assert_eq!((waiting(&world).await, world.count(OPEN).await), (0, 1), "the writer was taken for dead");
        assert_eq!(spent(&world, &shop.key, "/v1/usage").await, 1);
        spend_at(&world, &other.url, &shop, "two").await;
        usage::once(&other.app).await.unwrap();
        assert_eq!((waiting(&world).await, world.count(OPEN).await), (0, 2), "it has come back");
        assert_eq!(spent(&world, &shop.key, "/v1/usage").await, 2);
        world.clock.advance(Duration::from_mins(11));
        usage::once(&world.app).await.unwrap();
        spend_at(&world, &other.url, &shop, "three").await;
        world.clock.advance(Duration::from_mins(2));
        usage::once(&world.app).await.unwrap();
        assert_eq!(spent(&world, &shop.key, "/v1/usage").await, 3, "it says nothing, and is found");
        assert_eq!(waiting(&world).await, 1, "what is young is left to it");
    }
}

on_both_engines! {
    async fn history_from_before_is_rolled_up_like_any_other(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 1000).await;
        spend(&world, &shop, "one", 5).await;
        usage::once(&world.app).await.unwrap();
        for table in ["DELETE FROM usage_writer", "DELETE FROM usage_of_book", "DELETE FROM usage_of_wallet"] {
            world.sql(table, &[]).await;
        }
        usage::once(&world.app).await.unwrap();
        spend(&world, &shop, "two", 6).await;
        assert_eq!(spent(&world, &shop.key, "/v1/usage").await, 11);
        assert_eq!(waiting(&world).await, 1);
    }
}

on_both_engines! {
    async fn usage_is_limited_to_website_mode_and_permission(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let next_door = Shop::open(&world, "usr_2", "Songs").await;
        let test = Shop { id: shop.id.clone(), key: shop.test_key.clone(), test_key: String::new() };
        for (at, amount) in [(&shop, 5), (&next_door, 7), (&test, 11)] {
            let body = json!({"customer": {"sub": "usr_ada"}, "amount": 1000, "kind": "promo"});
            assert_eq!(post(&world, "/v1/grants", &at.key, "g", body).await.status, 200);
            let body = json!({"customer": {"sub": "usr_ada"}, "amount": amount});
            assert_eq!(post(&world, "/v1/spends", &at.key, "s", body).await.status, 200);
        }
        for is_rolled_up in [false, true] {
            if is_rolled_up {
                usage::once(&world.app).await.unwrap();
            }
            for (key, amount) in [(&shop.key, 5), (&next_door.key, 7), (&test.key, 11)] {
                assert_eq!(spent(&world, key, "/v1/usage").await, amount);
            }
            let ada = world.token("usr_ada");
            assert_eq!(spent(&world, &ada, "/v1/me/usage").await, 12, "live ones only");
            for (at, amount) in [(&shop, 5), (&next_door, 7), (&test, 11)] {
                let mode = if at.key.starts_with("tg_test") { "test" } else { "live" };
                let credits = world.get("/v1/me/credits", &ada).await.json();
                let balances = credits["balances"].as_array().unwrap();
                let own = balances.iter().find(|one| one["website"]["id"] == at.id.as_str() && one["mode"] == mode);
                let id = own.unwrap()["customer_id"].as_str().unwrap();
                assert_eq!(spent(&world, &ada, &format!("/v1/me/usage?customer={id}")).await, amount);
                assert_eq!(spent(&world, &at.key, &format!("/v1/usage?customer={id}")).await, amount);
                let eve = world.token("usr_eve");
                world.get(&format!("/v1/me/usage?customer={id}"), &eve).await.is_problem(404, "not-found");
                let strange = if at.id == shop.id { &next_door.key } else { &shop.key };
                world.get(&format!("/v1/usage?customer={id}"), strange).await.is_problem(404, "not-found");
            }
            assert_eq!(spent(&world, &world.token("usr_eve"), "/v1/me/usage").await, 0);
        }
    }
}

on_both_engines! {
    async fn usage_remains_after_a_merge(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for (who, amount) in [("usr_a", 5), ("usr_b", 7)] {
            let customer = json!({ "sub": who });
            let body = json!({"customer": customer, "amount": 1000, "kind": "promo"});
            post(&world, "/v1/grants", &shop.key, &format!("g{who}"), body).await;
            let body = json!({"customer": customer, "amount": amount});
            assert_eq!(post(&world, "/v1/spends", &shop.key, &format!("s{who}"), body).await.status, 200);
        }
        usage::once(&world.app).await.unwrap();
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        for _ in 0..2 {
            let id = world.text("SELECT id FROM customers WHERE user_id = 'usr_a' AND merged_into IS NULL").await;
            assert_eq!(spent(&world, &shop.key, &format!("/v1/usage?customer={id}")).await, 12);
            assert_eq!(spent(&world, &world.token("usr_a"), "/v1/me/usage").await, 12);
            assert_eq!(spent(&world, &shop.key, "/v1/usage").await, 12);
            usage::once(&world.app).await.unwrap();
        }
    }
}

on_both_engines! {
    async fn unanswerable_queries_are_explained(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for (query, name) in [
            ("from=2027-1-1", "from"),
            ("from=2025-01-01&to=2027-01-01", "from"),
            ("from=2027-01-02&to=2027-01-01", "to"),
            ("to=2027-02-30", "to"),
            ("by=week", "by"),
        ] {
            let response = world.get(&format!("/v1/usage?{query}"), &shop.key).await;
            let body = response.is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["parameter"], name, "{query}");
        }
        grant(&world, &shop, "g", "ada", 1000).await;
        usage::once(&world.app).await.unwrap();
        let many = "INSERT INTO usage_of_book (book_id, day, feature_id, spent, reversed, spends, quantity) \
             WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 5001) \
             SELECT (SELECT MIN(id) FROM book WHERE website_id = $1), 20833, i, 1, 0, 1, 0 FROM n";
        world.sql(many, &[&shop.id]).await;
        let more = "INSERT INTO feature (id, website_id, mode, code, name, created_at) \
             WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 5001) \
             SELECT i, $1, 'live', 'f' || CAST(i AS TEXT), 'F', 0 FROM n";
        world.sql(more, &[&shop.id]).await;
        let response = world.get("/v1/usage?by=feature", &shop.key).await;
        assert_eq!(response.is_problem(400, "invalid-request")["errors"][0]["parameter"], "by");
        let few = usage_at(&world, &shop.key, "/v1/usage?by=day").await;
        assert_eq!(few.values().collect::<Vec<_>>(), [&[5001, 0, 5001, 0]]);
    }
}
