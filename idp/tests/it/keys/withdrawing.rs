//! Tests that a leaked key can be withdrawn without downtime.

use idp::testing::maintain_keys;
use serde_json::Value;

use super::life::{fresh_token, in_state, kid};
use super::{ask, jwks, kids, replica};
use crate::harness::{TestIdp, both};

both!(c18_a_key_that_leaked_is_withdrawn_at_once_and_another_signs);

// row: C18
async fn c18_a_key_that_leaked_is_withdrawn_at_once_and_another_signs(world: TestIdp) {
    let other = replica(&world).await;
    let ann = world.visitor("ann").await;
    let code = world.code(&ann, &[]).await;
    let old = fresh_token(&world).await;
    assert_eq!(world.userinfo(&old).await.status, 200, "the control");
    let leaked = kid(&old);
    let told = ask(&world, "DELETE", &format!("/keys/{leaked}")).await.ok();
    assert_eq!(in_state(&told, "active").len(), 3);
    assert!(!kids(&jwks(&world).await).contains(&leaked));
    let refused = world.userinfo(&old).await;
    assert_eq!(refused.refusal(), (401, "invalid_token"));
    // A flow that is in progress continues, and gets tokens of another key.
    let tokens = world.redeem(&code).await.ok();
    let new = tokens["access_token"].as_str().unwrap();
    assert_ne!(kid(new), leaked);
    assert!(kids(&jwks(&world).await).contains(&kid(new)));
    assert_eq!(world.userinfo(new).await.status, 200);
    // Another server knows the withdrawal after its next run.
    maintain_keys(&other).await.unwrap();
    let again = ask(&world, "DELETE", &format!("/keys/{leaked}")).await;
    assert_eq!(again.status, 404);
    let trail = ask(&world, "GET", "/audit?action=key.withdrawn").await.ok();
    let events = trail["events"].as_array().unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["actor"], "keeper");
    assert_eq!(events[0]["subject"], Value::from(leaked));
    assert_eq!(events[0]["details"]["successor"], Value::from(kid(new)));
}

/// An announced key replaces the withdrawn active key. The withdrawal of an announced key has no such effect.
#[tokio::test]
async fn the_announced_key_signs_where_the_one_before_is_withdrawn() {
    let world = TestIdp::new().await;
    let first = kid(&fresh_token(&world).await);
    let told = ask(&world, "POST", "/keys/rotate").await.ok();
    let announced = in_state(&told, "announced");
    ask(&world, "DELETE", &format!("/keys/{first}")).await.ok();
    let second = kid(&fresh_token(&world).await);
    assert!(announced.contains(&second));
    let told = ask(&world, "GET", "/keys").await.ok();
    let waiting = in_state(&told, "announced");
    assert_eq!(waiting.len(), 2);
    let told = ask(&world, "DELETE", &format!("/keys/{}", waiting[0]))
        .await
        .ok();
    assert_eq!(in_state(&told, "announced").len(), 1);
    assert_eq!(in_state(&told, "active").len(), 3);
    assert_eq!(kid(&fresh_token(&world).await), second);
}
