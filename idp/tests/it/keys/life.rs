//! Tests the life of keys over HTTP and on two servers: published, then signing, then published for verification.

use futures_util::future::join_all;
use idp::testing::{maintain_keys, sweep};
use serde_json::Value;

use super::{ask, ask_with, jwks, kids, replica, verifies};
use crate::harness::{TestIdp, both, header};

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
pub(super) fn in_state(told: &Value, state: &str) -> Vec<String> {
    let keys = told["keys"].as_array().unwrap();
    let wanted = keys.iter().filter(|key| key["state"] == state);
    wanted
        .map(|key| key["kid"].as_str().unwrap().to_owned())
        .collect()
}

both!(c18_a_key_is_published_before_it_signs_and_verifies_to_the_end_of_what_it_signed);

// row: C18
async fn c18_a_key_is_published_before_it_signs_and_verifies_to_the_end_of_what_it_signed(
    world: TestIdp,
) {
    let other = replica(&world).await;
    let before = jwks(&world).await;
    let first = fresh_token(&world).await;
    let told = ask(&world, "POST", "/keys/rotate").await.ok();
    let (active, announced) = (in_state(&told, "active"), in_state(&told, "announced"));
    assert_eq!((active.len(), announced.len()), (3, 3));
    let published = jwks(&world).await;
    assert!(announced.iter().all(|kid| kids(&published).contains(kid)));
    assert!(announced.iter().all(|kid| !kids(&before).contains(kid)));
    let again = ask(&world, "POST", "/keys/rotate").await.ok();
    assert_eq!(again, told, "again");

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
    let kept = jwks(&world).await;
    assert!(active.iter().all(|kid| kids(&kept).contains(kid)));
    world.wait(1);
    sweep(&world.app).await.unwrap();
    maintain_keys(&world.app).await.unwrap();
    let left = jwks(&world).await;
    assert!(active.iter().all(|kid| !kids(&left).contains(kid)));
    assert!(announced.iter().all(|kid| kids(&left).contains(kid)));
}

both!(keys_follow_each_other_by_the_schedule);

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
    let trail = ask(&world, "GET", "/audit?action=key.activated").await.ok();
    let events = trail["events"].as_array().unwrap();
    assert_eq!(events.len(), 3);
    assert!(events.iter().all(|event| event["actor"] == "idp"));
}

both!(fifty_concurrent_servers_activate_each_key_once);

async fn fifty_concurrent_servers_activate_each_key_once(world: TestIdp) {
    let others = [replica(&world).await, replica(&world).await];
    let asked = join_all((0..3).map(|_| ask(&world, "POST", "/keys/rotate"))).await;
    assert!(asked.iter().all(|told| told.status == 200), "{asked:?}");
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
async fn whoever_rotates_is_written_down_and_needs_the_scope() {
    let world = TestIdp::new().await;
    for (method, path) in [
        ("GET", "/keys"),
        ("POST", "/keys/rotate"),
        ("POST", "/keys/reseal"),
        ("DELETE", "/keys/x"),
    ] {
        let told = ask_with(&world, method, path, "idp.users").await;
        assert_eq!(told.refusal(), (403, "insufficient_scope"), "{path}");
        let request = world.request(method, &format!("/admin/v1{path}"));
        assert_eq!(request.send().await.unwrap().status(), 401, "{path}");
    }
    assert_eq!(kids(&jwks(&world).await).len(), 3);
    let told = ask(&world, "POST", "/keys/rotate").await.ok();
    let trail = ask(&world, "GET", "/audit?action=key.announced").await.ok();
    let events = trail["events"].as_array().unwrap();
    assert_eq!(events.len(), 3);
    for event in events {
        assert_eq!(event["actor"], "keeper");
        assert_eq!(event["details"]["signs_at"], "2027-01-16T08:00:00.000Z");
        let kid = event["subject"].as_str().unwrap().to_owned();
        assert!(in_state(&told, "announced").contains(&kid));
    }
    for key in told["keys"].as_array().unwrap() {
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
    let told = ask(&world, "POST", "/keys/rotate").await;
    assert_eq!(told.status, 409, "{}", told.body);
    assert_eq!(world.count("SELECT COUNT(*) FROM signing_keys").await, 18);
    world.wait(91 * DAY);
    sweep(&world.app).await.unwrap();
    let told = ask(&world, "POST", "/keys/rotate").await.ok();
    assert_eq!(in_state(&told, "announced").len(), 3);
    assert_eq!(told["keys"].as_array().unwrap().len(), 6);
}
