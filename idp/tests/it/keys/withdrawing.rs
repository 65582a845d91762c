//! Tests that a leaked key can be withdrawn without downtime.

use foundation::on_both_engines;
use idp::testing::maintain_keys;
use serde_json::Value;

use super::life::{fresh_token, in_state, kid};
use super::{ask, jwks, kids, replica};
use crate::harness::TestIdp;

on_both_engines!(key_that_leaked_is_withdrawn_at_once_and_another_signs);

// row: C18
async fn key_that_leaked_is_withdrawn_at_once_and_another_signs(world: TestIdp) {
    let other = replica(&world).await;
    let ann = world.visitor("ann").await;
    let code = world.code(&ann, &[]).await;
    let old = fresh_token(&world).await;
    assert_eq!(world.userinfo(&old).await.status, 200, "the control");
    let leaked = kid(&old);
    let response = ask(&world, "DELETE", &format!("/keys/{leaked}")).await.ok();
    assert_eq!(in_state(&response, "active").len(), 3);
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
    let audit_log = ask(&world, "GET", "/audit?action=key.withdrawn").await.ok();
    let events = audit_log["events"].as_array().unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["actor"], "keeper");
    assert_eq!(events[0]["subject"], Value::from(leaked));
    assert_eq!(events[0]["details"]["successor"], Value::from(kid(new)));
}

/// An announced key replaces the withdrawn active key. The withdrawal of an announced key has no such effect.
#[tokio::test]
async fn announced_key_signs_after_a_withdrawal() {
    let world = TestIdp::new().await;
    let first = kid(&fresh_token(&world).await);
    let response = ask(&world, "POST", "/keys/rotate").await.ok();
    let announced = in_state(&response, "announced");
    ask(&world, "DELETE", &format!("/keys/{first}")).await.ok();
    let second = kid(&fresh_token(&world).await);
    assert!(announced.contains(&second));
    let response = ask(&world, "GET", "/keys").await.ok();
    let waiting = in_state(&response, "announced");
    assert_eq!(waiting.len(), 2);
    let response = ask(&world, "DELETE", &format!("/keys/{}", waiting[0]))
        .await
        .ok();
    assert_eq!(in_state(&response, "announced").len(), 1);
    assert_eq!(in_state(&response, "active").len(), 3);
    assert_eq!(kid(&fresh_token(&world).await), second);
}
