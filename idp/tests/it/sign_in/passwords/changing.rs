//! Tests the requirements of a password change, and what ends with the old password.

use std::time::Duration;

use idp::testing::password_work;

use super::{ANN, GRAVEL, KILN, ON, change, link_to, set_by, try_password, world, world_at};
use crate::visiting::{TestBackend, TestInstallation};

// row: F13
/// F13 by email: a reset ends the old password and every other session, in every store.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reset_ends_every_other_session() {
    for backend in [
        TestBackend::Sqlite,
        TestBackend::Postgres,
        TestBackend::Redis,
        TestBackend::Cookie,
    ] {
        let world = world_at(backend).await;
        let attacker = world.browser();
        assert_eq!(try_password(&attacker, ANN, KILN).await.status, 200);
        let other = world.signed_in("bob@example.com").await;
        let link = link_to(&world, ANN, 1).await;
        let browser = world.browser();
        assert_eq!(set_by(&browser, &link, GRAVEL).await.status, 302);
        assert!(browser.is_signed_in().await && other.is_signed_in().await);
        assert!(!attacker.is_signed_in().await, "{backend:?}");
        assert_eq!(try_password(&world.browser(), ANN, KILN).await.status, 401);
        assert_eq!(
            try_password(&world.browser(), ANN, GRAVEL).await.status,
            200
        );
    }
}

// row: decision-4, F13
/// F13 with a session: a change needs the current password and ends every other session.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn change_needs_the_current_password_and_ends_every_other_session() {
    for backend in [TestBackend::Sqlite, TestBackend::Redis, TestBackend::Cookie] {
        let world = world_at(backend).await;
        let signed_out = change(&world.browser(), KILN, GRAVEL).await;
        assert!(
            signed_out
                .location()
                .contains("/signin?error=SessionRequired"),
            "{signed_out:?}"
        );
        let (browser, other) = (world.browser(), world.browser());
        try_password(&browser, ANN, KILN).await;
        try_password(&other, ANN, KILN).await;
        let page = browser.get("/api/auth/password/change").await.body;
        assert!(page.contains("id=\"input-current\" type=\"password\" name=\"current\" autocomplete=\"current-password\""));
        for wrong in ["", "wrong password here"] {
            let refused = change(&browser, wrong, GRAVEL).await;
            assert_eq!(refused.status, 400);
            assert!(refused.body.contains("The current password is not right."));
        }
        let forged = [("current", KILN), ("password", GRAVEL), ("again", GRAVEL)];
        assert_eq!(
            browser
                .post("/api/auth/password/change", &forged)
                .await
                .status,
            400
        );
        assert!(other.is_signed_in().await);
        assert_eq!(
            try_password(&world.browser(), ANN, GRAVEL).await.status,
            401
        );

        let before = browser.cookie("tollgate.session-token");
        assert_eq!(change(&browser, KILN, GRAVEL).await.status, 302);
        assert!(
            browser.is_signed_in().await && !other.is_signed_in().await,
            "{backend:?}"
        );
        assert_ne!(browser.cookie("tollgate.session-token"), before);
        assert_eq!(try_password(&world.browser(), ANN, KILN).await.status, 401);
        assert_eq!(
            try_password(&world.browser(), ANN, GRAVEL).await.status,
            200
        );
    }
}

/// An attacker with a stolen session cannot guess the password by changes of it.
#[tokio::test]
async fn tries_at_the_current_password_are_counted() {
    let world = world().await;
    let browser = world.signed_in(ANN).await;
    let (before, _) = password_work(&world.app);
    for _ in 0..12 {
        assert_eq!(
            change(&browser, "wrong password here", GRAVEL).await.status,
            400
        );
    }
    assert_eq!(password_work(&world.app).0 - before, 10);
    assert_eq!(
        change(&browser, KILN, GRAVEL).await.status,
        400,
        "looked at"
    );
}

#[tokio::test]
async fn first_password_needs_a_fresh_sign_in() {
    let world = TestInstallation::with(&[ON]).await;
    let (browser, late) = (world.signed_in(ANN).await, world.signed_in(ANN).await);
    assert!(
        !browser
            .get("/api/auth/password/change")
            .await
            .body
            .contains("input-current")
    );
    world.wait(Duration::from_mins(10));
    let again = format!(
        "{}/api/auth/signin?error=SessionRequired&callbackUrl=%2Fapi%2Fauth%2Fpassword%2Fchange",
        world.base
    );
    assert_eq!(
        late.get("/api/auth/password/change").await.location(),
        again
    );
    assert_eq!(change(&late, "", GRAVEL).await.location(), again);
    let page = late.get(&again).await;
    assert!(page.body.contains("Please sign in to access this page."));
    let fresh = world.signed_in(ANN).await;
    assert_eq!(change(&fresh, "", GRAVEL).await.status, 302);
    assert!(!browser.is_signed_in().await);
    assert_eq!(
        try_password(&world.browser(), ANN, GRAVEL).await.status,
        200
    );
}
