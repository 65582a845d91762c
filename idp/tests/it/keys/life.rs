//! Tests the life of keys over HTTP and on two servers: published, then signing, then published for verification.

use foundation::on_both_engines;
use futures_util::future::join_all;
use idp::testing::{maintain_keys, sweep};
use serde_json::Value;

use super::{ask, ask_with, jwks, kids, replica, verifies};
use crate::harness::{TestIdp, header};

const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

pub(super) async fn fresh_token(world: &TestIdp) -> String {
    let ann = world.visitor("ann").await;
    let tokens = world.tokens(&ann).await;
    tokens["access_token"].as_str().unwrap().to_owned()
}

pub(super) fn kid(token: &str) -> String {
    header(token)["kid"].as_str().unwrap().to_owned()
}

/// Returns the ids of the keys in a state.
pub(super) fn in_state(response: &Value, state: &str) -> Vec<String> {
    let keys = response["keys"].as_array().unwrap();
    let expected = keys.iter().filter(|key| key["state"] == state);
    expected
        .map(|key| key["kid"].as_str().unwrap().to_owned())
        .collect()
}

on_both_engines!(key_is_published_before_it_signs_and_until_its_tokens_expire);

// row: C18
async fn key_is_published_before_it_signs_and_until_its_tokens_expire(world: TestIdp) {
    let other = replica(&world).await;
    let before = jwks(&world).await;
    let first = fresh_token(&world).await;
    let response = ask(&world, "POST", "/keys/rotate").await.ok();
    let (active, announced) = (
        in_state(&response, "active"),
        in_state(&response, "announced"),
    );
    assert_eq!((active.len(), announced.len()), (3, 3));
    let published = jwks(&world).await;
    assert!(announced.iter().all(|kid| kids(&published).contains(kid)));
    assert!(announced.iter().all(|kid| !kids(&before).contains(kid)));
    let again = ask(&world, "POST", "/keys/rotate").await.ok();
    assert_eq!(again, response, "again");

    world.wait(DAY - 1);
    maintain_keys(&world.app).await.unwrap();
    let old = fresh_token(&world).await;
    assert_eq!(kid(&old), kid(&first), "it signs too early");
    world.wait(1);
    maintain_keys(&other).await.unwrap();
    let late = fresh_token(&world).await;
    assert_eq!(kid(&late), kid(&first), "this server has not looked yet");
    maintain_keys(&world.app).await.unwrap();
    let new = fresh_token(&world).await;
    assert!(announced.contains(&kid(&new)));
    assert!(verifies(&world, &published, &new, "at+jwt"), "a kept set");
    assert!(!verifies(&world, &before, &new, "at+jwt"), "the control");
    for token in [&old, &late, &new] {
        assert_eq!(world.userinfo(token).await.status, 200);
    }
    let listed = ask(&world, "GET", "/keys").await.ok();
    assert_eq!(in_state(&listed, "active"), announced);
    assert_eq!(in_state(&listed, "retired"), active);

    world.wait(91 * DAY - 1);
    sweep(&world.app).await.unwrap();
    maintain_keys(&world.app).await.unwrap();
    let stored = jwks(&world).await;
    assert!(active.iter().all(|kid| kids(&stored).contains(kid)));
    world.wait(1);
    sweep(&world.app).await.unwrap();
    maintain_keys(&world.app).await.unwrap();
    let left = jwks(&world).await;
    assert!(active.iter().all(|kid| !kids(&left).contains(kid)));
    assert!(announced.iter().all(|kid| kids(&left).contains(kid)));
}

on_both_engines!(keys_follow_each_other_by_the_schedule);

async fn keys_follow_each_other_by_the_schedule(world: TestIdp) {
    let first = kid(&fresh_token(&world).await);
    world.wait(89 * DAY - 1);
    maintain_keys(&world.app).await.unwrap();
    assert_eq!(kids(&jwks(&world).await).len(), 3, "too early");
    world.wait(1);
    maintain_keys(&world.app).await.unwrap();
    assert_eq!(kids(&jwks(&world).await).len(), 6);
    assert_eq!(kid(&fresh_token(&world).await), first);
    world.wait(DAY);
    maintain_keys(&world.app).await.unwrap();
    assert_ne!(kid(&fresh_token(&world).await), first);
    let audit_log = ask(&world, "GET", "/audit?action=key.activated").await.ok();
    let events = audit_log["events"].as_array().unwrap();
    assert_eq!(events.len(), 3);
    assert!(events.iter().all(|event| event["actor"] == "idp"));
}

on_both_engines!(fifty_concurrent_servers_activate_each_key_once);

async fn fifty_concurrent_servers_activate_each_key_once(world: TestIdp) {
    let others = [replica(&world).await, replica(&world).await];
    let responses = join_all((0..3).map(|_| ask(&world, "POST", "/keys/rotate"))).await;
    assert!(
        responses.iter().all(|response| response.status == 200),
        "{responses:?}"
    );
    let announced = "SELECT COUNT(*) FROM signing_keys WHERE state = 'announced'";
    assert_eq!(world.count(announced).await, 3, "one for each algorithm");
    world.wait(DAY);
    let looks = (0..50).map(|number| {
        let app = [&world.app, &others[0], &others[1]][number % 3];
        maintain_keys(app)
    });
    for look in join_all(looks).await {
        look.unwrap();
    }
    let states = "SELECT (SELECT COUNT(*) FROM signing_keys WHERE state = 'active') * 10 \
        + (SELECT COUNT(*) FROM signing_keys WHERE state = 'retired')";
    assert_eq!(world.count(states).await, 33);
    let written = "SELECT COUNT(*) FROM audit WHERE action = 'key.activated'";
    assert_eq!(world.count(written).await, 3, "each once");
    let signing = join_all((0..3).map(|_| fresh_token(&world))).await;
    assert!(signing.iter().all(|token| kid(token) == kid(&signing[0])));
}

#[tokio::test]
async fn rotation_is_logged_and_requires_the_scope() {
    let world = TestIdp::new().await;
    for (method, path) in [
        ("GET", "/keys"),
        ("POST", "/keys/rotate"),
        ("POST", "/keys/reseal"),
        ("DELETE", "/keys/x"),
    ] {
        let response = ask_with(&world, method, path, "idp.users").await;
        assert_eq!(response.refusal(), (403, "insufficient_scope"), "{path}");
        let request = world.request(method, &format!("/admin/v1{path}"));
        assert_eq!(request.send().await.unwrap().status(), 401, "{path}");
    }
    assert_eq!(kids(&jwks(&world).await).len(), 3);
    let response = ask(&world, "POST", "/keys/rotate").await.ok();
    let audit_log = ask(&world, "GET", "/audit?action=key.announced").await.ok();
    let events = audit_log["events"].as_array().unwrap();
    assert_eq!(events.len(), 3);
    for event in events {
        assert_eq!(event["actor"], "keeper");
        assert_eq!(event["details"]["signs_at"], "2027-01-16T08:00:00.000Z");
        let kid = event["subject"].as_str().unwrap().to_owned();
        assert!(in_state(&response, "announced").contains(&kid));
    }
    for key in response["keys"].as_array().unwrap() {
        for secret in ["d", "sealed_pkcs8", "pkcs8"] {
            assert_eq!(key.get(secret), None, "{secret}");
        }
    }
}

#[tokio::test]
async fn more_than_sixteen_keys_of_an_algorithm_are_not_made() {
    let world = TestIdp::new().await;
    for number in 0..15 {
        let row = "INSERT INTO signing_keys (kid, algorithm, state, sealed_pkcs8, created_at, retired_at) \
            SELECT $1, algorithm, 'retired', sealed_pkcs8, 0, 1800000000000000 FROM signing_keys \
            WHERE algorithm = 'ES256' AND state = 'active'";
        world.execute(row, &format!("retired {number}")).await;
    }
    let response = ask(&world, "POST", "/keys/rotate").await;
    assert_eq!(response.status, 409, "{}", response.body);
    assert_eq!(world.count("SELECT COUNT(*) FROM signing_keys").await, 18);
    world.wait(91 * DAY);
    sweep(&world.app).await.unwrap();
    let response = ask(&world, "POST", "/keys/rotate").await.ok();
    assert_eq!(in_state(&response, "announced").len(), 3);
    assert_eq!(response["keys"].as_array().unwrap().len(), 6);
}
