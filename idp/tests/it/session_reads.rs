//! Tests frequent reads of a session: which data is cached, for how long, and which never is.

use std::time::Duration;

use serde_json::{Value, json};

use crate::visiting::{TestBackend, TestInstallation};

/// Time within which every replica knows a change.
const A_SECOND: Duration = Duration::from_secs(1);

on_every_store! {
    async fn change_by_another_replica_counts_within_a_second(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        assert_eq!(browser.session().await["user"]["name"], Value::Null);
        world.change("UPDATE users SET name = 'Ann'").await;
        world.wait(A_SECOND);
        assert_eq!(browser.session().await["user"]["name"], "Ann");
        world.change("UPDATE users SET is_active = FALSE").await;
        world.wait(A_SECOND);
        assert_eq!(browser.session().await, json!({}));
    }

    async fn reactivated_user_is_signed_in_at_once(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        world.change("UPDATE users SET is_active = FALSE").await;
        world.wait(A_SECOND);
        assert!(!browser.is_signed_in().await);
        world.change("UPDATE users SET is_active = TRUE").await;
        let again = world.signed_in("ann@example.com").await;
        assert!(again.is_signed_in().await, "a no was remembered");
    }
}

#[tokio::test]
async fn session_read_from_redis_needs_no_statement() {
    let world = TestInstallation::at(TestBackend::Redis, &[]).await;
    let browser = world.signed_in("ann@example.com").await;
    assert!(browser.is_signed_in().await);
    world.change("ALTER TABLE users RENAME TO people").await;
    for _ in 0..3 {
        assert!(browser.is_signed_in().await);
    }
    world.wait(A_SECOND);
    let response = browser.get("/api/auth/session").await;
    assert_eq!(response.status, 500, "the first read of a second asks it");
    world.change("ALTER TABLE people RENAME TO users").await;
    assert!(browser.is_signed_in().await);
}

#[tokio::test]
async fn session_read_from_a_cookie_needs_no_statement() {
    let world = TestInstallation::at(TestBackend::Cookie, &[]).await;
    let browser = world.signed_in("ann@example.com").await;
    assert!(browser.is_signed_in().await);
    for (away, back) in [
        (
            "ALTER TABLE users RENAME TO people",
            "ALTER TABLE people RENAME TO users",
        ),
        (
            "ALTER TABLE sessions RENAME TO visits",
            "ALTER TABLE visits RENAME TO sessions",
        ),
    ] {
        world.change(away).await;
        for _ in 0..3 {
            assert!(browser.is_signed_in().await, "{away}");
        }
        world.wait(A_SECOND);
        let response = browser.get("/api/auth/session").await;
        assert_eq!(
            response.status, 500,
            "the first read of a second asks it: {away}"
        );
        world.change(back).await;
        assert!(browser.is_signed_in().await);
    }
}
