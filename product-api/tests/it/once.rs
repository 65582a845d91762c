//! Tests that a key counts once: concurrently at two servers, and long after its stored response was deleted.

use std::time::Duration;

use foundation::testing::RowLocks;
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, spend};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

const WALLETS: &str = "UPDATE account SET seq = seq + 0 WHERE kind = 'wallet'";

on_both_engines! {
    async fn pruned_key_reports_executed_or_refused(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let done = spend(&world, &shop, "done", 5).await;
        assert_eq!(done.status, 200);
        spend(&world, &shop, "short", 500).await.is_problem(402, "insufficient-credits");
        world.clock.advance(Duration::from_hours(8 * 24));
        product_api::sweep::once(&world.app).await.unwrap();

        let late = spend(&world, &shop, "done", 5).await;
        let executed = late.is_problem(409, "operation-already-executed");
        assert_eq!(executed["outcome"], "executed");
        assert_eq!(executed["transaction"], done.json()["transaction"]["id"]);
        assert!(executed["detail"].as_str().unwrap().contains("not done again"), "{executed}");

        // Enough credits are there now, but the refused key stays refused and is reported as refused.
        grant(&world, &shop, "g2", "ada", 1000).await;
        let late = spend(&world, &shop, "short", 500).await;
        let refused = late.is_problem(409, "operation-already-executed");
        assert_eq!((&refused["outcome"], &refused["transaction"]), (&json!("refused"), &Value::Null));
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains("nothing was done") && detail.contains("new Idempotency-Key"), "{refused}");

        assert_eq!(executed["title"], refused["title"]);
        let title = executed["title"].as_str().unwrap();
        assert!(!title.contains("executed") && !title.contains("refused"), "{title}");
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'spend'").await, 1);
    }
}

// row: L4
/// Both servers find the key unused before either locks the wallet; the second one finds the operation of the first. SQLite has
/// one server only.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duplicate_requests_at_two_servers_are_executed_once() {
    let world = TestApi::postgres().await;
    let replica = world.replica().await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    grant(&world, &shop, "g", "ada", 100).await;
    for (path, more) in [
        ("/v1/spends", json!({})),
        ("/v1/grants", json!({"kind": "promo"})),
        ("/v1/holds", json!({"ttl_seconds": 60})),
    ] {
        let mut body = json!({"customer": {"external_id": "ada"}, "amount": 5});
        crate::harness::change(&mut body, &more);
        let mut locks = RowLocks::take(&world.app.database, &[WALLETS]).await;
        let (first, second, ()) = tokio::join!(
            ask(&world, (&world.url, path), &shop, &body),
            ask(&world, (&replica.url, path), &shop, &body),
            async {
                locks.wait_for_sessions(2).await;
                locks.rollback().await;
            }
        );
        assert_eq!(
            (first.status, second.status),
            (200, 200),
            "{path}: {first:?} {second:?}"
        );
        assert_eq!(first.body, second.body, "{path}");
        let replayed = [&first, &second].map(|response| response.header("idempotency-replayed"));
        assert!(
            replayed.contains(&"true") && replayed.contains(&""),
            "{path}: {replayed:?}"
        );
    }
    assert_eq!(
        world
            .count("SELECT posted - held FROM account WHERE kind = 'wallet'")
            .await,
        95
    );
    assert_eq!(product_api::verify(&world.app.database).await.unwrap(), []);
}

async fn ask(
    world: &TestApi,
    (url, path): (&str, &str),
    shop: &Shop,
    body: &Value,
) -> HttpResponse {
    let authorization = format!("Bearer {}", shop.key);
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", path),
    ];
    world
        .send_to((url, path), Method::POST, &headers, Some(body.to_string()))
        .await
}
