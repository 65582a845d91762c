//! Tests rate limits by key and by customer: their headers, their refusals, and recovery after the announced time.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi};

fn taking(who: &str) -> Value {
    json!({"customer": {"external_id": who}, "amount": 1})
}

async fn spend(world: &TestApi, shop: &Shop, name: &str, who: &str) -> HttpResponse {
    post(world, "/v1/spends", &shop.key, name, taking(who)).await
}

#[tokio::test]
async fn key_limit_returns_remaining_and_reset() {
    let world = TestApi::with_settings(&[
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
    // A replayed request counts like any other, and so does one that is refused for another reason.
    let refused = spend(&world, &shop, "s", "ada").await;
    refused.is_problem(429, "rate-limited");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(refused.header("ratelimit"), "\"key\";r=0;t=10");
    assert_eq!(refused.header("ratelimit-policy"), "\"key\";q=10;w=10");
    let nothing = json!({"customer": {"external_id": "ada"}, "amount": 0});
    post(&world, "/v1/spends", &shop.key, "z", &nothing)
        .await
        .is_problem(429, "rate-limited");
    // Each key has its own limit, users have none, and unauthenticated requests are not counted.
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
async fn customer_limit_does_not_affect_others() {
    let world = TestApi::with_settings(&[("API_CUSTOMER_REQUESTS_PER_SECOND", "1")]).await;
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

/// Without a key, responses omit the limit of keys; a refusal lists all limits.
#[tokio::test]
async fn limit_refusal_names_the_limits_to_the_owner() {
    let world = TestApi::with_settings(&[("API_CUSTOMER_REQUESTS_PER_SECOND", "1")]).await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    world
        .issuer
        .people
        .lock()
        .unwrap()
        .insert("usr_1".to_owned(), true);
    let authorization = format!("Bearer {}", world.token("usr_1"));
    let give = async |name: &str| {
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
            ("tollgate-website", shop.id.as_str()),
            ("idempotency-key", name),
        ];
        let body = json!({"customer": {"external_id": "ada"}, "amount": 1, "kind": "promo", "reason": "For the wait"});
        let body = Some(body.to_string());
        world.send(Method::POST, "/v1/grants", &headers, body).await
    };
    for number in 0..10 {
        let given = give(&format!("g{number}")).await;
        assert_eq!((given.status, given.header("ratelimit-policy")), (200, ""));
    }
    let refused = give("over").await;
    refused.is_problem(429, "rate-limited");
    assert_eq!(
        (
            refused.header("ratelimit"),
            refused.header("ratelimit-policy")
        ),
        (
            "\"customer\";r=0;t=10",
            "\"key\";q=20000;w=10, \"customer\";q=10;w=10"
        )
    );
}

/// A client that obeys `Retry-After` succeeds, with a batch of any size. A refused batch uses up no limit.
#[tokio::test]
async fn batch_that_is_refused_is_done_when_its_time_has_come() {
    let world = TestApi::with_settings(&[("API_CUSTOMER_REQUESTS_PER_SECOND", "1")]).await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    for who in ["ada", "bob"] {
        grant(&world, &shop, who, who, 100).await;
    }
    let item = |name: &str, who: &str| json!({"idempotency_key": format!("{who}-{name}"), "spend": taking(who)});
    let batch = |name: &str, who: &[(&str, usize)]| {
        let items = who.iter().flat_map(|(who, count)| {
            (0..*count).map(move |number| item(&format!("{name}{number}"), who))
        });
        json!({"items": items.collect::<Vec<_>>()})
    };
    let ask = async |batch: &Value| post(&world, "/v1/spends:batch", &shop.key, "", batch).await;
    assert_eq!(ask(&batch("a", &[("bob", 7)])).await.status, 200);
    let second = batch("b", &[("ada", 9), ("bob", 6)]);
    let refused = ask(&second).await;
    refused.is_problem(429, "rate-limited");
    assert_eq!(
        (refused.header("retry-after"), refused.header("ratelimit")),
        ("4", "\"customer\";r=2;t=8")
    );
    world.clock.advance(Duration::from_secs(3));
    ask(&second).await.is_problem(429, "rate-limited");
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(ask(&second).await.status, 200);
    let spends = "SELECT count(*) FROM txn WHERE kind = 'spend'";
    assert_eq!(world.count(spends).await, 7 + 15);
    // A batch above the limit waits until the whole limit is free.
    world.clock.advance(Duration::from_secs(8));
    let large = batch("c", &[("ada", 11)]);
    assert_eq!(ask(&large).await.header("retry-after"), "1");
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(ask(&large).await.status, 200);
}

#[tokio::test]
async fn unlimited_responses_have_no_limit_headers() {
    let world = TestApi::with_settings(&[
        ("API_KEY_REQUESTS_PER_SECOND", "0"),
        ("API_CUSTOMER_REQUESTS_PER_SECOND", "0"),
    ])
    .await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    let response = grant(&world, &shop, "g", "ada", 100).await;
    assert_eq!(
        (
            response.header("ratelimit"),
            response.header("ratelimit-policy")
        ),
        ("", "")
    );
}
