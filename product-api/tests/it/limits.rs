//! Limits of requests: of a key and about a customer, told in every answer, and over when the time has come.

use std::time::Duration;

use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{Answer, World};

fn taking(who: &str) -> Value {
    json!({"customer": {"external_id": who}, "amount": 1})
}

async fn spend(world: &World, shop: &Shop, name: &str, who: &str) -> Answer {
    post(world, "/v1/spends", &shop.key, name, taking(who)).await
}

#[tokio::test]
async fn a_key_is_told_what_is_left_and_when_to_come_back() {
    let world = World::with_settings(&[
        ("API_KEY_REQUESTS_PER_SECOND", "1"),
        ("API_CUSTOMER_REQUESTS_PER_SECOND", "0"),
    ])
    .await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    let first = grant(&world, &shop, "g", "ada", 100).await;
    assert_eq!(first.header("ratelimit-policy"), "\"key\";q=10;w=10");
    assert_eq!(first.header("ratelimit"), "\"key\";r=9;t=1");
    let spent = spend(&world, &shop, "s", "ada").await;
    assert_eq!(
        (spent.status, spent.header("ratelimit")),
        (200, "\"key\";r=8;t=2")
    );
    for _ in 0..8 {
        let replayed = spend(&world, &shop, "s", "ada").await;
        assert_eq!(replayed.header("idempotency-replayed"), "true");
    }
    // A repeat counts like any request, and so does what is refused for another reason.
    let refused = spend(&world, &shop, "s", "ada").await;
    refused.is_problem(429, "rate-limited");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(refused.header("ratelimit"), "\"key\";r=0;t=10");
    assert_eq!(refused.header("ratelimit-policy"), "\"key\";q=10;w=10");
    let nothing = json!({"customer": {"external_id": "ada"}, "amount": 0});
    post(&world, "/v1/spends", &shop.key, "z", &nothing)
        .await
        .is_problem(429, "rate-limited");
    // The other key has a limit of its own; persons have none; who is not known is not counted.
    assert_eq!(world.get("/v1/customers", &shop.test_key).await.status, 200);
    let person = world.get("/v1/me", &world.token("usr_1")).await;
    assert_eq!((person.status, person.header("ratelimit")), (200, ""));
    world
        .get("/v1/customers", "tg_live_no")
        .await
        .is_problem(401, "unauthenticated");
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(
        spend(&world, &shop, "s", "ada")
            .await
            .header("idempotency-replayed"),
        "true"
    );
    spend(&world, &shop, "s", "ada")
        .await
        .is_problem(429, "rate-limited");
    assert_eq!(
        world
            .count("SELECT count(*) FROM txn WHERE kind = 'spend'")
            .await,
        1
    );
}

#[tokio::test]
async fn a_customer_is_asked_about_so_often_and_others_are_not_held_up() {
    let world = World::with_settings(&[("API_CUSTOMER_REQUESTS_PER_SECOND", "1")]).await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    for who in ["ada", "bob"] {
        grant(&world, &shop, who, who, 100).await;
    }
    let policy = "\"key\";q=20000;w=10, \"customer\";q=10;w=10";
    for number in 0..9 {
        let spent = spend(&world, &shop, &format!("s{number}"), "ada").await;
        assert_eq!(
            (spent.status, spent.header("ratelimit-policy")),
            (200, policy)
        );
    }
    let refused = spend(&world, &shop, "over", "ada").await;
    refused.is_problem(429, "rate-limited");
    assert_eq!(
        (refused.header("retry-after"), refused.header("ratelimit")),
        ("1", "\"customer\";r=0;t=10")
    );
    for path in ["/v1/check", "/v1/holds"] {
        post(&world, path, &shop.key, "h", taking("ada"))
            .await
            .is_problem(429, "rate-limited");
    }
    let item = |name: &str, who: &str| json!({"idempotency_key": name, "spend": taking(who)});
    let batch = json!({"items": [item("b1", "bob"), item("b2", "ada")]});
    post(&world, "/v1/spends:batch", &shop.key, "", &batch)
        .await
        .is_problem(429, "rate-limited");
    assert_eq!(
        spend(&world, &shop, "b", "bob").await.status,
        200,
        "the control"
    );
    assert_eq!(
        world
            .count("SELECT count(*) FROM txn WHERE kind = 'spend'")
            .await,
        10,
        "of the batch nothing"
    );
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(
        spend(&world, &shop, "over", "ada").await.status,
        200,
        "a refusal is not kept"
    );
}

#[tokio::test]
async fn without_limits_nothing_is_said_of_them() {
    let world = World::with_settings(&[
        ("API_KEY_REQUESTS_PER_SECOND", "0"),
        ("API_CUSTOMER_REQUESTS_PER_SECOND", "0"),
    ])
    .await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    let answer = grant(&world, &shop, "g", "ada", 100).await;
    assert_eq!(
        (
            answer.header("ratelimit"),
            answer.header("ratelimit-policy")
        ),
        ("", "")
    );
}
