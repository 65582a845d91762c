//! Tests a Redis at its `maxmemory`: it refuses new sessions, and signed-in users remain signed in.

use std::time::Duration;

use serde_json::json;

use crate::visiting::{PrivateRedis, TestBackend, TestInstallation};

const ANN: &str = "ann@example.com";
const BEN: &str = "ben@example.com";

#[tokio::test]
async fn full_redis_refuses_sign_ins_and_keeps_sessions() {
    let redis = PrivateRedis::start().await;
    let world = TestInstallation::at(TestBackend::Redis, &[("IDP_REDIS_URL", &redis.url())]).await;
    let ann = world.signed_in(ANN).await;
    let ben = world.browser();
    ben.ask(BEN).await;
    let link = world.wait_for_email(BEN, 1).await.link();

    redis.limit_memory(1).await;
    let refused = ben.post(&link, &[]).await;
    assert_eq!(refused.status, 503, "{refused:?}");
    assert!(refused.body.contains("The service is busy"), "{refused:?}");
    assert!(!ben.is_signed_in().await);
    assert!(ann.is_signed_in().await);
    let ready = ann.get("/health/ready").await;
    assert_eq!(
        (ready.status, &ready.json()["idp_sessions"]),
        (200, &json!("away"))
    );
    // A session is extended once a day, which takes memory as well.
    world.wait(Duration::from_hours(25));
    assert!(ann.is_signed_in().await);

    redis.limit_memory(0).await;
    let cat = world.signed_in("cat@example.com").await;
    assert!(cat.is_signed_in().await && ann.is_signed_in().await);

    redis.limit_memory(1).await;
    let csrf = ann.csrf().await;
    ann.post("/api/auth/signout", &[("csrfToken", &csrf)]).await;
    assert!(!ann.is_signed_in().await, "sign-out needs no memory");
}
