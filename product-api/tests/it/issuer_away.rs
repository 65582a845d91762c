//! Tests the idp's keys: rare fetches, no loss by an invalid response, 503 while no key is known.

use std::time::Duration;

use foundation::testing::TestKey;
use futures_util::future::join_all;
use poem::http::StatusCode;
use serde_json::json;

use crate::harness::TestApi;
use crate::issuer::KEY_ID;

fn foreign_token(world: &TestApi, kid: &str) -> String {
    let header = json!({"alg": "ES256", "typ": "at+jwt", "kid": kid});
    world.issuer.key.sign(&header, &world.claims("usr_1"))
}

// row: C5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn flood_of_unknown_kids_causes_one_fetch_a_minute() {
    let world = TestApi::sqlite().await;
    assert_eq!(world.get("/v1/me", &world.token("usr_1")).await.status, 200);
    assert_eq!(world.issuer.fetches(), 1);
    let flood = || async {
        let tokens: Vec<String> = (0..60)
            .map(|index| foreign_token(&world, &format!("unknown-{index}")))
            .collect();
        let responses = join_all(tokens.iter().map(|token| world.get("/v1/me", token))).await;
        assert!(responses.iter().all(|response| response.status == 401));
    };
    flood().await;
    assert_eq!(world.issuer.fetches(), 1, "within the minute of the first");
    world.clock.advance(Duration::from_secs(61));
    flood().await;
    assert_eq!(world.issuer.fetches(), 2);
    flood().await;
    assert_eq!(world.issuer.fetches(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hundred_first_tokens_cause_one_fetch() {
    let world = TestApi::sqlite().await;
    let token = world.token("usr_1");
    let responses = join_all((0..100).map(|_| world.get("/v1/me", &token))).await;
    assert!(responses.iter().all(|response| response.status == 200));
    assert_eq!(world.issuer.fetches(), 1);
}

#[tokio::test]
async fn new_key_is_fetched_and_a_withdrawn_one_is_refused() {
    let world = TestApi::sqlite().await;
    let old = world.token("usr_1");
    assert_eq!(world.get("/v1/me", &old).await.status, 200);
    let next = TestKey::generate();
    *world.issuer.jwks.lock().unwrap() = json!({"keys": [next.published(Some("key-2"))]});
    world.clock.advance(Duration::from_secs(61));
    let header = json!({"alg": "ES256", "typ": "at+jwt", "kid": "key-2"});
    let new = next.sign(&header, &world.claims("usr_1"));
    assert_eq!(world.get("/v1/me", &new).await.status, 200);
    assert_eq!(
        world.get("/v1/me", &old).await.status,
        401,
        "even though it was verified once"
    );
}

#[tokio::test]
async fn token_without_fetched_keys_is_unavailable() {
    let world = TestApi::sqlite().await;
    *world.issuer.jwks_status.lock().unwrap() = StatusCode::SERVICE_UNAVAILABLE;
    let token = world.token("usr_1");
    world
        .get("/v1/me", &token)
        .await
        .is_problem(503, "unavailable");
    // A malformed token is refused with 401 even while the issuer is unavailable.
    assert_eq!(world.get("/v1/me", "garbage").await.status, 401);
    *world.issuer.jwks_status.lock().unwrap() = StatusCode::OK;
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(world.get("/v1/me", &token).await.status, 200);
}

#[tokio::test]
async fn bad_response_keeps_the_last_good_keys() {
    let world = TestApi::sqlite().await;
    assert_eq!(world.get("/v1/me", &world.token("usr_1")).await.status, 200);
    for bad in [
        json!({"keys": []}),
        json!({"keys": [{"kty": "OKP"}]}),
        json!("no keys"),
    ] {
        *world.issuer.jwks.lock().unwrap() = bad;
        world.clock.advance(Duration::from_secs(61));
        let unknown = foreign_token(&world, "key-9");
        let response = world.get("/v1/me", &unknown).await;
        response.is_problem(503, "unavailable");
        assert_eq!(world.get("/v1/me", &world.token("usr_1")).await.status, 200);
    }
}

#[tokio::test]
async fn key_set_that_names_a_member_twice_is_none() {
    let world = TestApi::sqlite().await;
    let token = world.token("usr_1");
    let keys = world.issuer.jwks.lock().unwrap()["keys"].to_string();
    for first in ["\"keys\":[],", "\"x\":{\"a\":1,\"a\":2},"] {
        let text = format!("{{{first}\"keys\":{keys}}}");
        *world.issuer.jwks_text.lock().unwrap() = Some(text);
        let response = world.get("/v1/me", &token).await;
        response.is_problem(503, "unavailable");
        world.clock.advance(Duration::from_secs(1));
    }
    *world.issuer.jwks_text.lock().unwrap() = None;
    assert_eq!(world.get("/v1/me", &token).await.status, 200);
}

const LESS_THAN_A_DAY: Duration = Duration::from_mins(24 * 60 - 1);

#[tokio::test]
async fn keys_serve_for_a_day_without_the_issuer_and_no_longer() {
    let world = TestApi::sqlite().await;
    assert_eq!(world.get("/v1/me", &world.token("usr_1")).await.status, 200);
    *world.issuer.jwks_status.lock().unwrap() = StatusCode::SERVICE_UNAVAILABLE;
    world.clock.advance(LESS_THAN_A_DAY);
    let late = world.token("usr_1");
    assert_eq!(world.get("/v1/me", &late).await.status, 200);
    world.clock.advance(Duration::from_mins(1));
    for token in [&late, &world.token("usr_1")] {
        let response = world.get("/v1/me", token).await;
        response.is_problem(503, "unavailable");
    }
    *world.issuer.jwks_status.lock().unwrap() = StatusCode::OK;
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(world.get("/v1/me", &late).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_are_renewed_every_five_minutes_and_no_request_waits_for_it() {
    let world = TestApi::sqlite().await;
    assert_eq!(world.get("/v1/me", &world.token("usr_1")).await.status, 200);
    world.clock.advance(Duration::from_secs(299));
    assert_eq!(world.get("/v1/me", &world.token("usr_1")).await.status, 200);
    assert_eq!(world.issuer.fetches(), 1);
    world.clock.advance(Duration::from_secs(1));
    let closed = world.issuer.jwks_gate.write().await;
    for sub in ["usr_1", "usr_2", "usr_3"] {
        assert_eq!(world.get("/v1/me", &world.token(sub)).await.status, 200);
    }
    let requests = async {
        while world.issuer.fetches() < 2 {
            tokio::task::yield_now().await;
        }
    };
    let timeout = Duration::from_secs(10);
    tokio::time::timeout(timeout, requests).await.unwrap();
    drop(closed);
    assert_eq!(world.issuer.fetches(), 2);
}

#[tokio::test]
async fn corrected_date_neither_floods_the_issuer_nor_locks_it_out() {
    let world = TestApi::sqlite().await;
    assert_eq!(world.get("/v1/me", &world.token("usr_1")).await.status, 200);
    let day = Duration::from_hours(24);
    let now = world.clock.now();
    for jump in [now.plus(day), now.minus(day)] {
        let fetches = world.issuer.fetches();
        world.clock.set(jump);
        let unknown = foreign_token(&world, "key-8");
        assert_eq!(world.get("/v1/me", &unknown).await.status, 401);
        assert_eq!(world.issuer.fetches(), fetches, "within the minute");
        assert_eq!(world.get("/v1/me", &world.token("usr_1")).await.status, 200);
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(world.get("/v1/me", &unknown).await.status, 401);
        assert_eq!(world.issuer.fetches(), fetches + 1, "after the minute");
    }
}

#[tokio::test]
async fn unusable_keys_of_the_key_set_are_skipped() {
    let world = TestApi::sqlite().await;
    *world.issuer.jwks.lock().unwrap() = json!({"keys": [
        {"kty": "OKP", "crv": "Ed25519", "kid": "ed", "x": "AAAA"},
        {"kty": "future", "kid": "future"},
        17,
        world.issuer.key.published(Some(KEY_ID)),
    ]});
    assert_eq!(world.get("/v1/me", &world.token("usr_1")).await.status, 200);
}

#[tokio::test]
async fn readiness_without_keys_fails_until_they_were_fetched_once() {
    let world = TestApi::sqlite().await;
    *world.issuer.jwks_status.lock().unwrap() = StatusCode::SERVICE_UNAVAILABLE;
    let ready = world.get("/health/ready", "").await;
    assert_eq!(ready.status, 503, "{ready:?}");
    assert_eq!(ready.json()["api_issuer_keys"], "away");
    *world.issuer.jwks_status.lock().unwrap() = StatusCode::OK;
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(world.get("/health/ready", "").await.status, 200);
    // Known keys verify tokens while the issuer is unavailable.
    *world.issuer.jwks_status.lock().unwrap() = StatusCode::SERVICE_UNAVAILABLE;
    assert_eq!(world.get("/health/ready", "").await.status, 200);
}
