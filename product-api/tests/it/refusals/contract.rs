//! Tests the rules of idempotency keys: each kind of key, its response, and the response to a repeat.

use std::time::Duration;

use serde_json::json;

use super::catalogue::members_of;
use super::rows::for_ada;
use crate::credits::{Shop, grant, post, spend};
use crate::harness::{TestApi, on_both_engines};

on_both_engines! {
    // row: L5
    /// The server follows each rule of idempotency keys: missing, invalid, new, repeated, reused and deleted keys; scopes and
    /// forms of keys.
    async fn idempotency_key_follows_its_contract(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Songs").await;
        grant(&world, &shop, "g", "ada", 100).await;
        grant(&world, &other, "g", "ada", 100).await;
        post(&world, "/v1/spends", &shop.key, "", for_ada(5)).await.is_problem(400, "idempotency-key-missing");
        post(&world, "/v1/spends", &shop.key, &"k".repeat(256), for_ada(5)).await.is_problem(400, "idempotency-key-invalid");
        let longest = "k".repeat(255);
        let control = post(&world, "/v1/spends", &shop.key, &longest, for_ada(1)).await;
        assert_eq!(control.status, 200, "the control");
        // The fingerprint of a request ignores the order of members and white space.
        let otherwise = "{ \"amount\" : 1,\n \"customer\": {\"external_id\": \"\\u0061da\"} }";
        let again = post(&world, "/v1/spends", &shop.key, &longest, otherwise).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &control.body), "the same in other words");

        let first = spend(&world, &shop, "k", 5).await;
        assert_eq!((first.status, first.header("idempotency-replayed")), (200, ""), "first use");
        let again = spend(&world, &shop, "\"k\"", 5).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &first.body), "same key, same fingerprint");
        spend(&world, &shop, "k", 6).await.is_problem(422, "idempotency-key-reused");
        let short = spend(&world, &shop, "short", 1000).await;
        short.is_problem(402, "insufficient-credits");
        grant(&world, &shop, "g2", "ada", 1000).await;
        let again = spend(&world, &shop, "short", 1000).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &short.body), "a refusal stays");
        // A key identifies one operation across all endpoints of a tenant; tenants have separate keys.
        post(&world, "/v1/holds", &shop.key, "k", for_ada(5)).await.is_problem(422, "idempotency-key-reused");
        let elsewhere = spend(&world, &other, "k", 5).await;
        assert_eq!((elsewhere.status, elsewhere.header("idempotency-replayed")), (200, ""));
        let play = Shop { key: shop.test_key.clone(), id: shop.id.clone(), test_key: String::new() };
        assert_eq!(spend(&world, &play, "k", 5).await.header("idempotency-replayed"), "");
        // A replay needs a valid credential like any request.
        post(&world, "/v1/spends", "tg_live_nonsense", "k", for_ada(5)).await.is_problem(401, "unauthenticated");

        world.clock.advance(Duration::from_hours(8 * 24));
        product_api::sweep::once(&world.app).await.unwrap();
        let pruned = spend(&world, &shop, "k", 5).await;
        pruned.is_problem(409, "operation-already-executed");
        let members = json!({"outcome": "executed", "transaction": first.json()["transaction"]["id"]});
        assert_eq!(members_of(&pruned, "operation-already-executed"), members);
        let pruned = spend(&world, &shop, "short", 1000).await;
        pruned.is_problem(409, "operation-already-executed");
        let members = members_of(&pruned, "operation-already-executed");
        assert_eq!(members["outcome"], "refused", "{members}");
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'spend'").await, 3);
    }
}

on_both_engines! {
    /// The path and the method are part of the fingerprint: a key is refused elsewhere with the same body.
    async fn key_is_bound_to_method_and_path(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let (mut holds, mut grants, mut spends) = (Vec::new(), Vec::new(), Vec::new());
        for n in 0..2 {
            let granted = grant(&world, &shop, &format!("g{n}"), "ada", 100).await.json();
            grants.push(granted["transaction"]["id"].as_str().unwrap().to_owned());
            let held = post(&world, "/v1/holds", key, &format!("h{n}"), for_ada(10)).await.json();
            holds.push(held["hold"]["id"].as_str().unwrap().to_owned());
            let spent = spend(&world, &shop, &format!("s{n}"), 5).await.json();
            spends.push(spent["transaction"]["id"].as_str().unwrap().to_owned());
        }
        let at = |things: &[String], room: &str, way: &str| [0, 1].map(|n| format!("/v1/{room}/{}/{way}", things[n]));
        let rows = [
            (at(&holds, "holds", "extend"), json!({"ttl_seconds": 600})),
            (at(&holds, "holds", "capture"), json!({})),
            (at(&spends, "transactions", "reverse"), json!({})),
            (at(&grants, "grants", "void"), json!({})),
        ];
        for (index, (paths, body)) in rows.iter().enumerate() {
            let name = format!("k{index}");
            let first = post(&world, &paths[0], key, &name, body.clone()).await;
            assert_eq!(first.status, 200, "{first:?}");
            post(&world, &paths[1], key, &name, body.clone()).await.is_problem(422, "idempotency-key-reused");
            let again = post(&world, &paths[0], key, &name, body.clone()).await;
            assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &first.body), "the control");
        }
        let [_, other] = at(&holds, "holds", "void");
        post(&world, &other, key, "k1", json!({})).await.is_problem(422, "idempotency-key-reused");
        let open = world.get(&format!("/v1/holds/{}", holds[1]), key).await.json();
        assert_eq!((&open["state"], &open["expires_at"]), (&json!("open"), &json!("2027-01-15T08:15:00.000Z")), "untouched");
    }
}

/// A key is in flight while another transaction processes it and does not end in time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn key_of_a_running_attempt_is_in_flight() {
    let world = TestApi::postgres().await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    grant(&world, &shop, "g", "ada", 100).await;
    let mut running = world.app.database.begin().await.unwrap();
    let taking = "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, headers, body, created_at) \
         VALUES ($1, 'k', '', 2, 200, '[]', '', 0)";
    foundation::on_engine!(&mut running.connection(), |c| {
        sqlx::query(taking)
            .bind(format!("{}:live", shop.id))
            .execute(c)
            .await
            .map(drop)
    })
    .unwrap();
    let twin = spend(&world, &shop, "k", 5).await;
    twin.is_problem(409, "idempotency-in-flight");
    assert_eq!(twin.header("retry-after"), "1");
    assert_eq!(members_of(&twin, "idempotency-in-flight"), json!({}));
    running.rollback().await.unwrap();
    let later = spend(&world, &shop, "k", 5).await;
    assert_eq!(
        (later.status, later.header("idempotency-replayed")),
        (200, ""),
        "nothing of it was kept"
    );
}
