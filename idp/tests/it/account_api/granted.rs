//! Tests grants of sessions whose sign-in method was removed: they end, with or without `offline_access`.

use serde_json::Value;

use super::{ANN, BASE, SIGN_IN_METHODS, call, kind, lasting, link, refresh, token};
use crate::sign_in::passkeys::add;
use crate::visiting::{Authenticator, Browser, TestBackend, TestInstallation};

/// Returns refresh tokens of an attacker who signed in with GitHub, of a live and of an ended session.
async fn stolen_tokens(world: &TestInstallation) -> [Value; 2] {
    let (attacker, signed_out) = (world.browser(), world.browser());
    for browser in [&attacker, &signed_out] {
        link(world, browser, "github", "1").await;
    }
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

/// Asserts that the attacker's tokens are revoked and the user's own token is valid.
async fn only_own_are_left(world: &TestInstallation, own: &Value, stolen: &[Value]) {
    for token in stolen {
        let response = refresh(world, token).await;
        assert_eq!(response.refusal(), (400, "invalid_grant"));
    }
    refresh(world, own).await.ok();
}

/// Signs Ann in and links GitHub; returns her browser, her token and the account's id.
async fn linked(world: &TestInstallation) -> (Browser, String, String) {
    let ann = world.signed_in(ANN).await;
    link(world, &ann, "github", "1").await;
    let own = token(world, &ann).await;
    let methods = call(world, ("GET", SIGN_IN_METHODS), &own).await.ok();
    let account = methods["accounts"][0]["id"].as_str().unwrap().to_owned();
    (ann, own, account)
}

on_every_store! {
    async fn account_removed_by_the_api_ends_the_grants_of_its_sessions(backend: TestBackend) {
        let world = super::world(backend).await;
        let (ann, own, account) = linked(&world).await;
        let (remaining, stolen) = (lasting(&world, &ann).await, stolen_tokens(&world).await);
        let path = format!("/account/v1/accounts/{account}");
        assert_eq!(call(&world, ("DELETE", &path), &own).await.status, 204);
        only_own_are_left(&world, &remaining, &stolen).await;
    }

    async fn account_removed_on_the_page_ends_the_grants_of_its_sessions(backend: TestBackend) {
        let world = super::world(backend).await;
        let (ann, _, account) = linked(&world).await;
        let (remaining, stolen) = (lasting(&world, &ann).await, stolen_tokens(&world).await);
        let csrf = ann.csrf().await;
        let form = [("csrfToken", csrf.as_str()), ("account", &account)];
        let response = ann.post("/api/auth/account/unlink", &form).await;
        assert_eq!(response.location(), "/api/auth/account?done=removed", "{response:?}");
        only_own_are_left(&world, &remaining, &stolen).await;
    }

    async fn expired_sessions_keep_offline_grants(backend: TestBackend) {
        let world = super::world(backend).await;
        let (ann, own, _) = linked(&world).await;
        let others = stolen_tokens(&world).await;
        let path = "/account/v1/sessions?except=current";
        assert_eq!(call(&world, ("DELETE", path), &own).await.status, 200);
        for token in &others {
            refresh(&world, token).await.ok();
        }
        assert!(ann.is_signed_in().await);
    }
}

/// A removal answers 401 and changes nothing if the session ends during it, which a trigger simulates here.
#[tokio::test]
async fn removal_by_a_signed_out_session_is_refused() {
    let world = super::world(TestBackend::Sqlite).await;
    let (ann, own, account) = linked(&world).await;
    let mut device = Authenticator::new(BASE, "localhost");
    add(&ann, &mut device, "Phone").await;
    let methods = call(&world, ("GET", SIGN_IN_METHODS), &own).await.ok();
    let passkey = methods["passkeys"][0]["id"].as_str().unwrap();
    for statement in [
        "CREATE TRIGGER one AFTER DELETE ON accounts BEGIN DELETE FROM sessions; END",
        "CREATE TRIGGER other AFTER DELETE ON passkeys BEGIN DELETE FROM sessions; END",
    ] {
        world.change(statement).await;
    }
    for path in [
        format!("/account/v1/accounts/{account}"),
        format!("/account/v1/passkeys/{passkey}"),
    ] {
        let response = call(&world, ("DELETE", &path), &own).await;
        assert_eq!(kind(&response), (401, "invalid-token"), "{path}");
        let challenge = response.header("www-authenticate");
        assert!(
            challenge.starts_with("Bearer error=\"invalid_token\""),
            "{challenge}"
        );
    }
    let after = call(&world, ("GET", SIGN_IN_METHODS), &own).await.ok();
    assert_eq!(after, methods, "nothing was changed");
}
