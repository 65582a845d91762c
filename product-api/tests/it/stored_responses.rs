//! Tests stored responses over HTTP: every kind is replayed with the same bytes, and a spend takes little disk space.

use std::ops::Range;
use std::time::Duration;

use foundation::secret::digest;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi, change, on_both_engines};

/// An operation under a key: its path, and the letter of the template that stores its response.
struct KeyedOperation<'o> {
    key: &'o str,
    path: &'o str,
    letter: &'o str,
}

/// Sends the request twice and asserts that both responses are equal.
async fn ask_twice(
    world: &TestApi,
    shop: &Shop,
    of: KeyedOperation<'_>,
    body: &Value,
) -> HttpResponse {
    let KeyedOperation { key, path, letter } = of;
    let first = post(world, path, &shop.key, key, body).await;
    let again = post(world, path, &shop.key, key, body).await;
    assert_eq!(
        (
            first.header("idempotency-replayed"),
            again.header("idempotency-replayed")
        ),
        ("", "true"),
        "{key}: {first:?}"
    );
    assert_eq!(
        (again.status, &again.body),
        (first.status, &first.body),
        "{key}"
    );
    assert_eq!(
        again.header("content-type"),
        first.header("content-type"),
        "{key}"
    );
    let statement =
        "SELECT count(*) FROM api_operation WHERE key = $1 AND SUBSTR(answer, 1, 1) = $2";
    assert_eq!(
        world.count_of(statement, &[key, letter]).await,
        1,
        "{key}: {first:?}"
    );
    first
}

fn id_of(response: &HttpResponse, noun: &str) -> String {
    response.json()[noun]["id"].as_str().unwrap().to_owned()
}

fn for_ada(more: &Value) -> Value {
    let mut body = json!({"customer": {"external_id": "ada"}});
    change(&mut body, more);
    body
}

on_both_engines! {
    async fn every_kind_of_response_is_repeated_with_the_same_bytes(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let ask = async |key: &str, path: &str, letter: &str, body: &Value| {
            ask_twice(&world, &shop, KeyedOperation { key, path, letter }, body).await
        };
        let granted = ask("g", "/v1/grants", "m", &for_ada(&json!({"amount": 100, "kind": "promo", "reason": "Welcome"}))).await;
        let spent = ask("s", "/v1/spends", "s", &for_ada(&json!({"amount": 5}))).await;
        let words = json!({"amount": 5, "description": "A \"picture\" of $a", "metadata": {"n": 1.5, "m": [{}]}});
        ask("n", "/v1/spends", "s", &for_ada(&words)).await;
        let refused = ask("r", "/v1/spends", "0", &for_ada(&json!({"amount": 5000}))).await;
        assert_eq!((granted.status, spent.status, refused.status), (200, 200, 402));

        let held = ask("h", "/v1/holds", "h", &for_ada(&json!({"amount": 30, "ttl_seconds": 60}))).await;
        let on_hold = |way: &str| format!("/v1/holds/{}/{way}", id_of(&held, "hold"));
        world.clock.advance(Duration::from_secs(1));
        ask("e", &on_hold("extend"), "h", &json!({"ttl_seconds": 600})).await;
        ask("c", &on_hold("capture"), "c", &json!({"amount": 10, "final": false})).await;
        ask("v", &on_hold("void"), "h", &json!({})).await;

        let reverse = format!("/v1/transactions/{}/reverse", id_of(&spent, "transaction"));
        ask("b", &reverse, "m", &json!({"amount": 2})).await;
        let void = format!("/v1/grants/{}/void", id_of(&granted, "transaction"));
        ask("w", &void, "m", &json!({})).await;

        grant(&world, &shop, "first", "ada", 50).await;
        grant(&world, &shop, "second", "ada", 50).await;
        let of_two_lots = ask("two", "/v1/spends", "s", &for_ada(&json!({"amount": 90}))).await;
        assert_eq!(of_two_lots.json()["lot_count"], 2);
    }
}

/// Size of the tables to which each spend adds rows, in bytes, with their indexes. The ledger's tests of its statements check
/// the list.
const SIZE: &str = "SELECT CAST(pg_total_relation_size('txn') + pg_total_relation_size('entry') \
    + pg_total_relation_size('lot_move') + pg_total_relation_size('api_operation') AS BIGINT)";

/// Number of spends in one request.
const AT_ONCE: i64 = 100;

/// Spends credits of eight customers in sequential requests, under keys as long and as random as a UUID.
async fn spend_many(world: &TestApi, shop: &Shop, requests: Range<i64>) {
    for request in requests {
        world.clock.advance(Duration::from_millis(10));
        let item = |index: i64| {
            let number = request * AT_ONCE + index;
            let key: String = digest("key", &number.to_string())
                .chars()
                .take(36)
                .collect();
            let customer = format!("c{}", number % 8);
            let spend = json!({"customer": {"external_id": customer}, "amount": 1 + number % 50});
            json!({"idempotency_key": key, "spend": spend})
        };
        let items: Vec<Value> = (0..AT_ONCE).map(item).collect();
        let body = json!({"atomic": true, "items": items});
        let found = post(world, "/v1/spends:batch", &shop.key, "", body)
            .await
            .json();
        let results = found["results"].as_array().unwrap();
        assert!(
            results.iter().all(|result| result["status"] == 200),
            "{found}"
        );
    }
}

/// Opens a website with eight customers, each with credits of one grant.
async fn shop_of_eight(world: &TestApi) -> Shop {
    let shop = Shop::open(world, "usr_1", "Pictures").await;
    for number in 0..8 {
        let (key, customer) = (format!("g{number}"), format!("c{number}"));
        grant(world, &shop, &key, &customer, 1_000_000).await;
    }
    shop
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spend_takes_at_most_1400_bytes_of_postgres() {
    let world = TestApi::postgres().await;
    let shop = shop_of_eight(&world).await;
    // Allocates the first pages of tables and indexes before the measurement.
    spend_many(&world, &shop, 0..10).await;
    let before = world.count(SIZE).await;
    spend_many(&world, &shop, 10..50).await;
    let grown = world.count(SIZE).await - before;
    let bytes = grown.div_euclid(40 * AT_ONCE);
    assert!((1..=1400).contains(&bytes), "{bytes}");
}

/// The server inserts rows in the order of their keys, because another order leaves pages of the indexes half empty. SQLite
/// numbers rows as they are written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_of_a_transaction_are_written_in_the_order_of_their_keys() {
    let world = TestApi::sqlite().await;
    let shop = shop_of_eight(&world).await;
    spend_many(&world, &shop, 0..1).await;
    for statement in [
        "SELECT count(*) FROM (SELECT id, LAG(id) OVER (ORDER BY rowid) AS earlier FROM txn) WHERE earlier > id",
        "SELECT count(*) FROM (SELECT txn_id, LAG(txn_id) OVER (ORDER BY rowid) AS earlier FROM entry) WHERE earlier > txn_id",
        "SELECT count(*) FROM (SELECT txn_id, LAG(txn_id) OVER (ORDER BY rowid) AS earlier FROM lot_move) WHERE earlier > txn_id",
    ] {
        assert_eq!(world.count(statement).await, 0, "{statement}");
    }
}
