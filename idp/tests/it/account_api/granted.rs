//! Tests grants of sessions whose sign-in method was removed: they end, with or without `offline_access`.

use serde_json::Value;

use super::{ANN, BASE, WAYS, call, kind, lasting, link, on_each_app_store, refresh, token};
use crate::sign_in::passkeys::add;
use crate::visiting::{Authenticator, Browser, TestBackend, TestInstallation};

/// Returns refresh tokens of an attacker who signed in with GitHub, of a live and of an ended session.
async fn stolen_tokens(world: &TestInstallation) -> [Value; 2] {
    let (thief, again) = (world.browser(), world.browser());
    for browser in [&thief, &again] {
        link(world, browser, "github", "1").await;
    }
    let tokens = [lasting(world, &thief).await, lasting(world, &again).await];
    let csrf = again.csrf().await;
    again
        .post("/api/auth/signout", &[("csrfToken", &csrf)])
        .await;
    assert!(!again.is_signed_in().await && thief.is_signed_in().await);
    tokens
}

/// Asserts that the attacker's tokens are revoked and the user's own token is valid.
async fn only_own_are_left(world: &TestInstallation, own: &Value, stolen: &[Value]) {
    for token in stolen {
        let told = refresh(world, token).await;
        assert_eq!(told.refusal(), (400, "invalid_grant"));
    }
    refresh(world, own).await.ok();
}

/// Signs Ann in and links GitHub; returns her browser, her token and the account's id.
async fn linked(world: &TestInstallation) -> (Browser, String, String) {
    let ann = world.signed_in(ANN).await;
    link(world, &ann, "github", "1").await;
    let own = token(world, &ann).await;
    let ways = call(world, ("GET", WAYS), &own).await.ok();
    let account = ways["accounts"][0]["id"].as_str().unwrap().to_owned();
    (ann, own, account)
}

on_each_app_store! {
    async fn an_account_removed_by_the_api_leaves_no_grant_of_who_came_in_by_it(world) {
        let (ann, own, account) = linked(&world).await;
        let (kept, stolen) = (lasting(&world, &ann).await, stolen_tokens(&world).await);
        let path = format!("/account/v1/accounts/{account}");
        assert_eq!(call(&world, ("DELETE", &path), &own).await.status, 204);
        only_own_are_left(&world, &kept, &stolen).await;
    }

    async fn an_account_removed_on_the_page_leaves_no_grant_of_who_came_in_by_it(world) {
        let (ann, _, account) = linked(&world).await;
        let (kept, stolen) = (lasting(&world, &ann).await, stolen_tokens(&world).await);
        let csrf = ann.csrf().await;
        let form = [("csrfToken", csrf.as_str()), ("account", &account)];
        let answer = ann.post("/api/auth/account/unlink", &form).await;
        assert_eq!(answer.location(), "/api/auth/account?done=removed", "{answer:?}");
        only_own_are_left(&world, &kept, &stolen).await;
    }

    async fn sessions_that_end_by_themselves_leave_what_is_to_outlive_them(world) {
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
async fn whoever_is_signed_out_while_a_way_in_goes_is_told_so_and_it_stays() {
    let world = super::world(TestBackend::Sqlite).await;
    let (ann, own, account) = linked(&world).await;
    let mut device = Authenticator::new(BASE, "localhost");
    add(&ann, &mut device, "Phone").await;
    let ways = call(&world, ("GET", WAYS), &own).await.ok();
    let passkey = ways["passkeys"][0]["id"].as_str().unwrap();
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
        let told = call(&world, ("DELETE", &path), &own).await;
        assert_eq!(kind(&told), (401, "invalid-token"), "{path}");
        let challenge = told.header("www-authenticate");
        assert!(
            challenge.starts_with("Bearer error=\"invalid_token\""),
            "{challenge}"
        );
    }
    let after = call(&world, ("GET", WAYS), &own).await.ok();
    assert_eq!(after, ways, "nothing was changed");
}
