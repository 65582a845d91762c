//! Tests users that the idp has merged: their customers and balances move once, and an undo returns what is left.

use futures_util::future::join_all;
use product_api::{user_changes, verify};
use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::harness::{TestApi, on_both_engines};
use crate::issuer::Behaviour;

pub(crate) async fn give(
    world: &TestApi,
    (key, name): (&str, &str),
    customer: Value,
    amount: i64,
    until: Option<&str>,
) -> Value {
    let mut body = json!({"customer": customer, "amount": amount, "kind": "promo"});
    if let Some(until) = until {
        body["expires_at"] = until.into();
    }
    let response = post(world, "/v1/grants", key, name, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["balance"].clone()
}

pub(crate) async fn spend(
    world: &TestApi,
    key: &str,
    name: &str,
    customer: Value,
    amount: i64,
) -> (u16, Value) {
    let body = json!({"customer": customer, "amount": amount});
    let response = post(world, "/v1/spends", key, name, body).await;
    (response.status, response.json())
}

pub(crate) async fn available(world: &TestApi, key: &str, customer: &Value) -> i64 {
    let path = format!("/v1/customers/{}/balance", customer.as_str().unwrap());
    let response = world.get(&path, key).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["available"].as_i64().unwrap()
}

pub(crate) async fn assert_sound(world: &TestApi) {
    let findings = verify(&world.app.database).await.unwrap();
    assert!(findings.is_empty(), "{findings:?}");
}

pub(crate) fn sub(id: &str) -> Value {
    json!({ "sub": id })
}

on_both_engines! {
    async fn balances_move_lot_by_lot_and_go_back_as_far_as_they_are_left(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let late = Some("2027-03-01T00:00:00Z");
        let soon = Some("2027-02-01T00:00:00Z");
        let from = give(&world, (key, "g1"), sub("usr_b"), 40, soon).await["customer_id"].clone();
        give(&world, (key, "g2"), sub("usr_b"), 60, None).await;
        let into = give(&world, (key, "g3"), sub("usr_a"), 50, late).await["customer_id"].clone();
        give(&world, (&shop.test_key, "g4"), sub("usr_b"), 7, None).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 0);
        assert_sound(&world).await;

        // Every name of either customer leads to the merge target.
        for customer in [&from, &into] {
            assert_eq!(available(&world, key, customer).await, 150);
        }
        let (status, result) = spend(&world, key, "s1", sub("usr_b"), 45).await;
        assert_eq!((status, &result["balance"]["customer_id"]), (200, &into), "{result}");
        assert_eq!(result["balance"]["available"], 105);
        assert_eq!(spend(&world, key, "s2", json!({"id": from}), 5).await.0, 200);
        // The spends use the forty credits that expire in February first, then ten that expire in March.
        let moved_left = "SELECT CAST(SUM(remaining) AS BIGINT) FROM lot WHERE source_kind = 'transfer' AND expires_at IS NULL AND account_id IN \
            (SELECT id FROM account WHERE book_id IN (SELECT id FROM book WHERE mode = 'live'))";
        assert_eq!(world.count(moved_left).await, 60);
        // In test mode the merge target had no customer, so the row itself now belongs to the target.
        assert_eq!(spend(&world, &shop.test_key, "s3", sub("usr_a"), 2).await.0, 200);
        let statement = world.get(&format!("/v1/customers/{}/transactions", from.as_str().unwrap()), key).await.json();
        let kinds: Vec<&str> = statement["items"].as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == "transfer").count(), 2, "{statement}");

        world.issuer.merge("mrg_1", "usr_b", "usr_a", "undone");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        assert_sound(&world).await;
        assert_eq!(available(&world, key, &from).await, 60, "what was spent stays spent");
        assert_eq!(available(&world, key, &into).await, 40);
        assert_eq!(spend(&world, key, "s4", sub("usr_b"), 61).await.0, 402);
        assert_eq!(spend(&world, key, "s5", sub("usr_b"), 60).await.0, 200);
        assert_eq!(spend(&world, &shop.test_key, "s6", sub("usr_b"), 5).await.0, 200);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn spends_during_a_merge_succeed(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        give(&world, (key, "g1"), sub("usr_b"), 30, None).await;
        give(&world, (key, "g2"), sub("usr_a"), 30, None).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        let polls = join_all((0..50).map(|_| user_changes::once(&world.app)));
        let names: Vec<String> = (0..30).map(|index| format!("s{index}")).collect();
        let spends = join_all(names.iter().map(|name| spend(&world, key, name, sub("usr_b"), 1)));
        let (polls, spends) = tokio::join!(polls, spends);
        drop(polls);
        // A lock timeout is an allowed outcome; the last run completes the merge.
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT sequence FROM user_merge_cursor").await, 1);
        assert!(world.count("SELECT count(*) FROM wallet_transfer").await <= 1, "moved once");
        for (status, result) in &spends {
            assert!([200, 503].contains(status), "{result}");
        }
        for name in &names {
            let (status, result) = spend(&world, key, name, sub("usr_b"), 1).await;
            assert_eq!(status, 200, "{result}");
        }
        assert_eq!(world.count("SELECT CAST(SUM(credits) AS BIGINT) FROM customers").await, 30);
        assert_eq!(spend(&world, key, "last", sub("usr_b"), 30).await.0, 200);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// A spend that found its customer just before the merge is refused by the merged wallet.
    async fn merged_wallet_accepts_no_operation(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        give(&world, (key, "g1"), sub("usr_b"), 30, None).await;
        world.sql("UPDATE account SET status = 1 WHERE kind = 'wallet'", &[]).await;
        let body = json!({"customer": sub("usr_b"), "amount": 5});
        post(&world, "/v1/spends", key, "s1", &body).await.is_problem(503, "account-busy");
        post(&world, "/v1/spends", key, "s2", json!({"customer": sub("usr_b"), "amount": 500})).await.is_problem(503, "account-busy");
        world.sql("UPDATE account SET status = 0 WHERE kind = 'wallet'", &[]).await;
        assert_eq!(spend(&world, key, "s1", sub("usr_b"), 5).await.0, 200, "the key is free");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn merge_chains_and_undone_merges_are_applied(world: TestApi) {
        let shop = Shop::open(&world, "usr_c", "Pictures").await;
        let key = shop.key.as_str();
        for (name, user, amount) in [("g1", "usr_c", 1), ("g2", "usr_b", 10), ("g3", "usr_a", 100)] {
            give(&world, (key, name), sub(user), amount, None).await;
        }
        world.issuer.merge("mrg_0", "usr_a", "usr_c", "undone");
        world.issuer.merge("mrg_1", "usr_c", "usr_b", "merged");
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "merged");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 3);
        assert_sound(&world).await;
        let (status, result) = spend(&world, key, "s1", sub("usr_c"), 105).await;
        assert_eq!((status, &result["balance"]["available"]), (200, &json!(6)), "{result}");
        world.get("/v1/websites", &world.token("usr_c")).await.is_problem(403, "holder-inactive");
        let sites = world.get("/v1/websites", &world.token("usr_a")).await.json();
        assert_eq!(sites["items"][0]["id"], shop.id.as_str());
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "undone");
        world.issuer.merge("mrg_1", "usr_c", "usr_b", "undone");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 2);
        assert_sound(&world).await;
        let sites = world.get("/v1/websites", &world.token("usr_c")).await.json();
        assert_eq!(sites["items"][0]["id"], shop.id.as_str());
        assert_eq!(world.count("SELECT CAST(SUM(credits) AS BIGINT) FROM customers").await, 6);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE merged_into IS NOT NULL").await, 0);
        let result = "SELECT details FROM audit WHERE action = 'website.handed_over' AND actor = 'system' AND details LIKE '%to_:_usr_c%'";
        let result: Value = serde_json::from_str(&world.text(result).await).unwrap();
        assert_eq!(result, json!({"from": "usr_b", "to": "usr_c", "merge": "mrg_1"}));
        let lines = "SELECT count(*) FROM audit WHERE action = 'website.handed_over'";
        assert_eq!(world.count(lines).await, 4, "there over two, and back");
    }
}

on_both_engines! {
    async fn unavailable_idp_stops_no_spend(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        give(&world, (&shop.key, "g1"), sub("usr_b"), 30, None).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        world.issuer.behave(Behaviour::Away);
        assert!(user_changes::once(&world.app).await.is_err());
        assert_eq!(spend(&world, &shop.key, "s1", sub("usr_b"), 5).await.0, 200);
        let ready = world.get("/health/ready", "").await;
        assert_eq!(ready.status, 200, "{ready:?}");
        assert!(ready.json()["api_user_changes"].is_string());
        world.issuer.behave(Behaviour::Good);
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        assert_eq!(spend(&world, &shop.key, "s2", sub("usr_a"), 25).await.0, 200);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// Each run moves a bounded number of merges, and merges that cannot move block no others.
    async fn later_credits_of_merged_wallets_move_in_portions(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let names: Vec<String> = (1..22).chain([1100]).map(|n| format!("usr_x{n}")).collect();
        join_all(names.iter().map(|name| give(&world, (&shop.key, name), sub(name), 7, None))).await;
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet' AND owner_id IN \
            (SELECT id FROM customers WHERE user_id <> 'usr_x1100')", &[]).await;
        world.sql("INSERT INTO user_merges (id, from_user_id, into_user_id, state, sequence) \
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) \
            SELECT 'mrg_' || i, 'usr_x' || i, CASE WHEN i = 1100 THEN 'usr_b' ELSE 'usr_a' END, 'merged', i FROM n", &[]).await;
        // The runs take 20 frozen merges; then one more and a thousand others; then the rest.
        for moved in [0, 0, 1] {
            user_changes::once(&world.app).await.unwrap();
            assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id = 'usr_b'").await, moved);
        }
        world.sql("UPDATE account SET frozen_at = NULL", &[]).await;
        for _look in 0..3 {
            user_changes::once(&world.app).await.unwrap();
        }
        let left = "SELECT count(*) FROM customers WHERE merged_into IS NOT NULL AND credits <> 0";
        assert_eq!(world.count(left).await, 0);
        assert_eq!(world.count("SELECT credits FROM customers WHERE user_id = 'usr_a'").await, 147);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// A frozen wallet with equal credit and debt has a sum of zero, and still moves once it is free.
    async fn frozen_wallet_moves_after_its_release_despite_a_zero_sum(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let from = give(&world, (key, "g1"), sub("usr_b"), 10, None).await["customer_id"].clone();
        let into = give(&world, (key, "g2"), sub("usr_a"), 50, None).await["customer_id"].clone();
        world.sql("UPDATE account SET overdraft_limit = 30 WHERE kind = 'wallet'", &[]).await;
        let held = post(&world, "/v1/holds", key, "h", json!({"customer": sub("usr_b"), "amount": 10})).await.json();
        assert_eq!(spend(&world, key, "s", sub("usr_b"), 10).await.0, 200);
        let path = format!("/v1/holds/{}/void", held["hold"]["id"].as_str().unwrap());
        assert_eq!(post(&world, &path, key, "v", json!({})).await.status, 200);
        let sql = "UPDATE account SET frozen_at = 1 WHERE kind = 'wallet' AND owner_id = $1";
        world.sql(sql, &[from.as_str().unwrap()]).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(available(&world, key, &into).await, 80, "the control: nothing has moved");
        world.sql("UPDATE account SET frozen_at = NULL", &[]).await;
        for _look in 0..2 {
            user_changes::once(&world.app).await.unwrap();
        }
        let result = world.get(&format!("/v1/customers/{}/balance", into.as_str().unwrap()), key).await.json();
        assert_eq!((&result["posted"], &result["debt"]), (&json!(60), &json!(10)), "{result}");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// The list of transactions covers every customer that was merged, over any number of merges.
    async fn statement_lists_all_merged_customers(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        for (name, user) in [("g1", "usr_c"), ("g2", "usr_b"), ("g3", "usr_a")] {
            give(&world, (key, name), sub(user), 10, None).await;
        }
        let body = json!({"customer": sub("usr_c"), "amount": 10, "ttl_seconds": 3600});
        let held = post(&world, "/v1/holds", key, "h", body).await.json();
        world.issuer.merge("mrg_1", "usr_c", "usr_b", "merged");
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        let path = format!("/v1/holds/{}", held["hold"]["id"].as_str().unwrap());
        let shown = world.get(&path, key).await.json();
        let remaining_customer = "SELECT id FROM customers WHERE merged_into IS NULL";
        assert_eq!(shown["customer_id"], world.text(remaining_customer).await.as_str(), "{shown}");
        let (_, result) = spend(&world, key, "s", sub("usr_c"), 1).await;
        let path = format!("/v1/customers/{}/transactions", result["balance"]["customer_id"].as_str().unwrap());
        let of_site = world.get(&path, key).await.json();
        let own = world.get("/v1/me/transactions", &world.token("usr_a")).await.json();
        for result in [of_site, own] {
            let kinds = result["items"].as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap());
            assert_eq!(kinds.filter(|kind| *kind == "grant").count(), 3, "{result}");
        }
    }
}
