//! Tests sessions in cookies: when a cookie is resealed, under which secret, and when it never is.

use std::time::Duration;

use serde_json::json;

use super::sealed::{counts, sign_out, world};
use crate::visiting::{TestBackend, TestInstallation};

const COOKIE: &str = "tollgate.session-token";
const ANN: &str = "ann@example.com";
const DAY: Duration = Duration::from_hours(24);
/// Time within which every replica knows that a session has ended.
const A_SECOND: Duration = Duration::from_secs(1);
const OLD: &str = "9c41f7d2e8a05b63714fd0c29be8a630";
const NEW: &str = "9c41f7d2e8a05b63714fd0c29be8a631";

// row: G17
/// G17: secrets are rotated in three steps: the new one second, then first, then alone.
#[tokio::test]
async fn retired_secret_is_refused_after_the_overlap() {
    let world = TestInstallation::at(TestBackend::Cookie, &[("IDP_SESSION_SECRETS", OLD)]).await;
    let (both, alone) = (
        world.replica_under(&[NEW, OLD]).await,
        world.replica_under(&[NEW]).await,
    );
    let browser = world.signed_in(ANN).await;
    let before = browser.cookie(COOKIE).unwrap();
    assert!(
        world.app.sealer.open("session-cookie", &before).is_none(),
        "not the master secret"
    );
    let retired = alone.browser_like(&browser);
    assert_eq!(retired.session().await, json!({}));
    assert_eq!(
        retired.cookie(COOKIE),
        None,
        "what means nothing is taken back"
    );
    let changing = both.browser_like(&browser);
    let form = changing.csrf().await;
    let response = changing.get("/api/auth/session").await;
    assert_eq!(
        response.json()["expires"],
        "2023-12-14T22:13:20.000Z",
        "it is not extended"
    );
    assert_eq!(response.set_cookies(COOKIE).len(), 1, "sealed anew");
    assert_eq!(changing.csrf().await, form, "forms stay good");
    let again = changing.get("/api/auth/session").await;
    assert!(again.set_cookies(COOKIE).is_empty());
    let after = alone.browser_like(&changing);
    assert!(after.is_signed_in().await);
    assert!(
        !counts(&world, &changing.cookie(COOKIE).unwrap()).await,
        "the old one alone"
    );
    // Both cookies belong to one session, and end together.
    sign_out(&changing).await;
    assert!(!counts(&world, &before).await);
    world.wait(A_SECOND);
    assert!(!after.is_signed_in().await);
}

// row: stricter-13, stricter-14
/// The server reseals a cookie only while its session exists, however recent the cache entry is.
#[tokio::test]
async fn ended_session_is_not_resealed() {
    let world = TestInstallation::at(TestBackend::Cookie, &[("IDP_SESSION_SECRETS", OLD)]).await;
    let both = world.replica_under(&[NEW, OLD]).await;
    let browser = world.signed_in(ANN).await;
    let late = both.browser_like(&browser);
    let other = both.browser_like(&browser);
    assert!(other.is_signed_in().await, "it is remembered now");
    sign_out(&browser).await;
    let response = late.get("/api/auth/session").await;
    assert_eq!((response.body.as_str(), late.cookie(COOKIE)), ("{}", None));
}

/// Concurrent reads of a session that is due for extension all return it, and the browser keeps a valid cookie.
#[tokio::test]
async fn fifty_concurrent_reads_extend_a_session() {
    let world = world().await;
    let browser = world.signed_in(ANN).await;
    world.wait(DAY);
    let reads = (0..50).map(|_| async {
        let reader = world.browser();
        reader.take_cookies_of(&browser);
        let response = reader.get("/api/auth/session").await;
        assert_eq!(response.json()["expires"], "2023-12-15T22:13:20.000Z");
        reader
    });
    for reader in futures_util::future::join_all(reads).await {
        assert!(reader.is_signed_in().await);
        let stored = reader.get("/api/auth/session").await;
        assert!(stored.set_cookies(COOKIE).is_empty());
    }
}

/// A form from before the resealing remains valid.
#[tokio::test]
async fn form_remains_valid_after_its_session_is_resealed() {
    let world = world().await;
    let browser = world.signed_in(ANN).await;
    let token = browser.csrf().await;
    let before = browser.cookie(COOKIE);
    world.wait(DAY);
    assert!(browser.is_signed_in().await);
    assert_ne!(browser.cookie(COOKIE), before);
    let response = browser
        .post("/api/auth/session", &[("csrfToken", &token)])
        .await;
    assert_eq!(
        (response.status, &response.json()["user"]["email"]),
        (200, &json!(ANN))
    );
    // A new sign-in is another session, so the form is invalid for it.
    browser.ask(ANN).await;
    browser
        .post(&world.wait_for_email(ANN, 2).await.link(), &[])
        .await;
    let stale = browser
        .post("/api/auth/session", &[("csrfToken", &token)])
        .await;
    assert_eq!((stale.status, stale.body.as_str()), (400, "{}"));
}
