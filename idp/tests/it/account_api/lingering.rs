//! Tests account deletion with sessions in Redis: no transaction covers them, so some may live briefly, but none remains.

use idp::testing::sweep;
use serde_json::json;

use super::{ANN, lasting, refresh, send, token, world_with};
use crate::responses::HttpResponse;
use crate::visiting::{Browser, PrivateRedis, TestBackend, TestInstallation};

/// Requests the deletion of Ann's account.
async fn leave(world: &TestInstallation, token: &str) -> HttpResponse {
    let body = json!({ "confirm": ANN });
    send(world, ("POST", "/account/v1/deletion"), token, Some(body)).await
}

/// Requests the deletion of Ann's account while Redis refuses to delete her session.
async fn lingering(world: &TestInstallation, redis: &PrivateRedis) -> Browser {
    let ann = world.signed_in(ANN).await;
    let own = token(world, &ann).await;
    redis.refuse_writes(true).await;
    assert_eq!(leave(world, &own).await.status, 503);
    assert!(ann.is_signed_in().await, "her session lingers");
    ann
}

#[tokio::test]
async fn remaining_sessions_end_with_their_grants_after_a_deletion() {
    let redis = PrivateRedis::start().await;
    let world = world_with(TestBackend::Redis, &[("IDP_REDIS_URL", &redis.url())]).await;
    let ann = lingering(&world, &redis).await;
    let given = lasting(&world, &ann).await;
    assert!(sweep(&world.app).await.is_err(), "it cannot leave yet");
    assert!(ann.is_signed_in().await);
    redis.refuse_writes(false).await;
    sweep(&world.app).await.unwrap();
    assert!(!ann.is_signed_in().await);
    assert_eq!(
        refresh(&world, &given).await.refusal(),
        (400, "invalid_grant")
    );
    let leaving = "SELECT CAST(count(*) AS TEXT) FROM users WHERE leaves_at IS NOT NULL";
    assert_eq!(world.text(leaving).await, "1", "she goes all the same");
    // The control: a user who signs in again remains, and a sweep ends no session.
    let back = world.signed_in(ANN).await;
    let given = lasting(&world, &back).await;
    sweep(&world.app).await.unwrap();
    assert!(back.is_signed_in().await);
    refresh(&world, &given).await.ok();
}

#[tokio::test]
async fn cancelled_deletion_restores_no_remaining_session() {
    let redis = PrivateRedis::start().await;
    let world = world_with(TestBackend::Redis, &[("IDP_REDIS_URL", &redis.url())]).await;
    let ann = lingering(&world, &redis).await;
    redis.refuse_writes(false).await;
    let back = world.signed_in(ANN).await;
    assert!(!ann.is_signed_in().await && back.is_signed_in().await);
    sweep(&world.app).await.unwrap();
    assert!(back.is_signed_in().await);
}
