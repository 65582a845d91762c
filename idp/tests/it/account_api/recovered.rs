//! Tests grants after an account recovery or a password change: earlier ones end, with or without `offline_access`.

use idp::testing::{TestProfile, set_password, sign_in_by_provider};
use serde_json::Value;

use super::{ANN, COOKIE, lasting, refresh, world_with};
use crate::sign_in::passwords::{GRAVEL, KILN, ON, change, link_to, set_by, try_password};
use crate::visiting::{Browser, TestBackend, TestInstallation};

/// Opens an idp with each session store, with a password of Ann's.
async fn worlds() -> Vec<TestInstallation> {
    let mut worlds = Vec::new();
    for backend in [
        TestBackend::Sqlite,
        TestBackend::Postgres,
        TestBackend::Redis,
        TestBackend::Cookie,
    ] {
        let world = world_with(backend, &[ON]).await;
        set_password(&world.app, ANN, KILN).await.unwrap();
        worlds.push(world);
    }
    worlds
}

async fn by_password(world: &TestInstallation, password: &str) -> Browser {
    let browser = world.browser();
    assert_eq!(try_password(&browser, ANN, password).await.status, 200);
    browser
}

/// Returns refresh tokens of an attacker with the password, of a live and of an ended session.
async fn stolen_tokens(world: &TestInstallation) -> [Value; 2] {
    let (attacker, signed_out) = (
        by_password(world, KILN).await,
        by_password(world, KILN).await,
    );
    let tokens = [
        lasting(world, &attacker).await,
        lasting(world, &signed_out).await,
    ];
    let csrf = signed_out.csrf().await;
    signed_out
        .post("/api/auth/signout", &[("csrfToken", &csrf)])
        .await;
    assert!(!signed_out.is_signed_in().await && attacker.is_signed_in().await);
    tokens
}

async fn are_good(world: &TestInstallation, tokens: &[Value], expected: bool) {
    for token in tokens {
        let response = refresh(world, token).await;
        if expected {
            response.ok();
        } else {
            assert_eq!(
                response.refusal(),
                (400, "invalid_grant"),
                "{:?}",
                world.backend
            );
        }
    }
}

// row: stricter-9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reset_by_mail_leaves_no_grant_of_before() {
    for world in worlds().await {
        let bob = world.signed_in("bob@example.com").await;
        let (of_bob, stolen) = (lasting(&world, &bob).await, stolen_tokens(&world).await);
        let ann = world.browser();
        let link = link_to(&world, ANN, 1).await;
        assert_eq!(set_by(&ann, &link, GRAVEL).await.status, 302);
        are_good(&world, &stolen, false).await;
        are_good(&world, &[of_bob, lasting(&world, &ann).await], true).await;
    }
}

// row: stricter-9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changed_password_leaves_no_grant_of_before() {
    for world in worlds().await {
        let (ann, stolen) = (by_password(&world, KILN).await, stolen_tokens(&world).await);
        let own = lasting(&world, &ann).await;
        let wrong = change(&ann, "not the password", GRAVEL).await;
        assert_eq!(wrong.status, 400);
        let page = ann.get("/api/auth/password/change").await.body;
        assert!(page.contains("Every other browser and every app is signed out."));
        assert_eq!(change(&ann, KILN, GRAVEL).await.status, 302);
        are_good(&world, &stolen, false).await;
        are_good(&world, &[own], false).await;
        are_good(&world, &[lasting(&world, &ann).await], true).await;
    }
}

// row: stricter-9
/// Setting a first password revokes no sign-in method, and so no grant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_password_keeps_offline_grants() {
    for backend in [
        TestBackend::Sqlite,
        TestBackend::Postgres,
        TestBackend::Redis,
        TestBackend::Cookie,
    ] {
        let world = world_with(backend, &[ON]).await;
        let (ann, other) = (world.signed_in(ANN).await, world.signed_in(ANN).await);
        let tokens = [lasting(&world, &ann).await, lasting(&world, &other).await];
        let page = ann.get("/api/auth/password/change").await.body;
        assert!(!page.contains("every app is"), "{page}");
        assert_eq!(change(&ann, "", GRAVEL).await.status, 302);
        assert!(!other.is_signed_in().await);
        are_good(&world, &tokens, true).await;
    }
}

/// An attacker who signed in before the owner of the address loses the account with all grants.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_proof_of_an_address_leaves_no_grant_of_before() {
    for backend in [
        TestBackend::Sqlite,
        TestBackend::Postgres,
        TestBackend::Redis,
        TestBackend::Cookie,
    ] {
        let world = world_with(backend, &[]).await;
        let mallory = world.browser();
        let profile = TestProfile {
            provider: "google",
            id: "1",
            email: Some(ANN),
            token: "gho_first",
        };
        let came = sign_in_by_provider(&world.app, profile, None, None)
            .await
            .unwrap();
        mallory.set_cookie(COOKIE, came.session.as_deref());
        let stolen = [lasting(&world, &mallory).await];
        let ann = world.signed_in(ANN).await;
        assert!(!mallory.is_signed_in().await, "{backend:?}");
        are_good(&world, &stolen, false).await;
        // A second proof of the address revokes nothing.
        let own = [lasting(&world, &ann).await];
        world.signed_in(ANN).await;
        are_good(&world, &own, true).await;
    }
}
