//! Tests sign-in methods in the API: their list, and removal after a recent sign-in, but never of the last one.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::{ANN, BASE, SIGN_IN_METHODS, call, kind, link, listed, send, token};
use crate::sign_in::passkeys::add;
use crate::visiting::{
    Authenticator, Browser, ReceivedEmail, TestBackend, TestInstallation, spawn,
};

/// Returns the id of the user's account at a provider.
async fn account_at(world: &TestInstallation, token: &str, provider: &str) -> String {
    let methods = call(world, ("GET", SIGN_IN_METHODS), token).await.ok();
    let accounts = methods["accounts"].as_array().unwrap();
    let found = accounts.iter().find(|one| one["provider"] == provider);
    found.expect(provider)["id"].as_str().unwrap().to_owned()
}

/// Adds a passkey and returns its id.
async fn passkey_of(world: &TestInstallation, browser: &Browser, token: &str) -> String {
    let mut device = Authenticator::new(BASE, "localhost");
    add(browser, &mut device, "Phone").await;
    let methods = call(world, ("GET", SIGN_IN_METHODS), token).await.ok();
    methods["passkeys"][0]["id"].as_str().unwrap().to_owned()
}

on_every_store! {
    async fn sign_in_methods_are_listed(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        link(&world, &ann, "github", "1").await;
        let token = token(&world, &ann).await;
        let passkey = passkey_of(&world, &ann, &token).await;
        let account = account_at(&world, &token, "github").await;
        let now = "2023-11-14T22:13:20.000Z";
        let response = call(&world, ("GET", SIGN_IN_METHODS), &token).await.ok();
        let expected = json!({
            "accounts": [{
                "id": account, "provider": "github", "provider_name": "GitHub",
                "linked_at": now, "last_used_at": now,
            }],
            "passkeys": [{ "id": passkey, "name": "Phone", "created_at": now }],
            "has_password": false,
            "email": { "address": ANN, "verified": true },
            "providers": [
                { "id": "github", "name": "GitHub", "linked": true },
                { "id": "google", "name": "Google", "linked": false },
            ],
            "can_remove": { account.as_str(): true, passkey.as_str(): true },
        });
        assert_eq!(response, expected);
    }

    // row: account-4
    async fn removed_account_cannot_sign_in_and_its_sessions_end(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        link(&world, &ann, "github", "1").await;
        let (attacker, bob) = (world.browser(), world.signed_in("bob@example.com").await);
        link(&world, &attacker, "github", "1").await;
        let (own, stolen) = (token(&world, &ann).await, token(&world, &attacker).await);
        assert_eq!(listed(&world, &own).await.len(), 2, "the same person");
        let path = format!("/account/v1/accounts/{}", account_at(&world, &own, "github").await);
        let before = ann.cookie_line();
        assert_eq!(call(&world, ("DELETE", &path), &own).await.status, 204);
        assert_eq!(kind(&call(&world, ("GET", SIGN_IN_METHODS), &stolen).await), (401, "invalid-token"));
        assert!(!attacker.is_signed_in().await && bob.is_signed_in().await);
        // The session of the request remains, with its cookie and its token.
        assert_eq!(ann.cookie_line(), before);
        assert!(ann.is_signed_in().await);
        let methods = call(&world, ("GET", SIGN_IN_METHODS), &own).await.ok();
        assert_eq!((&methods["accounts"], &methods["can_remove"]), (&json!([]), &json!({})));
        let audit_log = world.text("SELECT details FROM audit WHERE action = 'account.unlinked'").await;
        assert_eq!(audit_log, "{\"provider\":\"github\",\"reason\":\"asked\"}");
        // Waits for the sign-in link and the notice that GitHub was added.
        world.wait_for_email(ANN, 3).await;
        let matches = |email: &ReceivedEmail| email.text.starts_with("GitHub was removed");
        assert!(world.emails_to(ANN).iter().any(matches));
        // A later sign-in remains.
        assert!(world.signed_in(ANN).await.is_signed_in().await);
        assert!(ann.is_signed_in().await);
    }

    async fn passkey_is_renamed_and_removed(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let other = world.signed_in(ANN).await;
        let token = token(&world, &ann).await;
        let path = format!("/account/v1/passkeys/{}", passkey_of(&world, &ann, &token).await);
        let rename = ("PATCH", path.as_str());
        for (name, status) in [("Laptop", 204), (&"x".repeat(65), 400), ("a\nb", 400)] {
            let response = send(&world, rename, &token, Some(json!({ "name": name }))).await;
            assert_eq!(response.status, status, "{name}: {response:?}");
        }
        for odd in [json!({}), json!({ "name": "a", "id": "b" }), json!([])] {
            let response = send(&world, rename, &token, Some(odd)).await;
            assert_eq!(response.status, 400, "{response:?}");
        }
        let methods = call(&world, ("GET", SIGN_IN_METHODS), &token).await.ok();
        assert_eq!(methods["passkeys"][0]["name"], "Laptop");
        assert_eq!(call(&world, ("DELETE", &path), &token).await.status, 204);
        assert!(ann.is_signed_in().await && !other.is_signed_in().await);
        let absent = call(&world, ("DELETE", &path), &token).await;
        assert_eq!(kind(&absent), (404, "not-found"));
        let absent = send(&world, rename, &token, Some(json!({ "name": "a" }))).await;
        assert_eq!(kind(&absent), (404, "not-found"));
    }

    // row: account-2
    async fn sign_in_methods_of_another_user_cannot_be_changed(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        link(&world, &ann, "github", "1").await;
        let own = token(&world, &ann).await;
        let passkey = passkey_of(&world, &ann, &own).await;
        let account = account_at(&world, &own, "github").await;
        let before = call(&world, ("GET", SIGN_IN_METHODS), &own).await.ok();
        let mallory = world.signed_in("mallory@example.com").await;
        link(&world, &mallory, "google", "2").await;
        let stolen = token(&world, &mallory).await;
        for path in [
            format!("/account/v1/accounts/{account}"),
            format!("/account/v1/passkeys/{passkey}"),
            "/account/v1/accounts/%00".to_owned(),
        ] {
            let response = call(&world, ("DELETE", &path), &stolen).await;
            assert_eq!(kind(&response), (404, "not-found"), "{path}");
        }
        let rename = format!("/account/v1/passkeys/{passkey}");
        let response = send(&world, ("PATCH", &rename), &stolen, Some(json!({ "name": "mine" }))).await;
        assert_eq!(kind(&response), (404, "not-found"));
        assert_eq!(call(&world, ("GET", SIGN_IN_METHODS), &own).await.ok(), before);
        let theirs = call(&world, ("GET", SIGN_IN_METHODS), &stolen).await.ok().to_string();
        assert!(!theirs.contains(ANN) && !theirs.contains(&account));
        assert!(ann.is_signed_in().await);
    }

    // row: account-4
    async fn change_after_an_old_sign_in_requires_a_new_one(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        link(&world, &ann, "github", "1").await;
        let first = token(&world, &ann).await;
        let path = format!("/account/v1/accounts/{}", account_at(&world, &first, "github").await);
        world.wait(Duration::from_mins(10) + Duration::from_secs(1));
        let old = token(&world, &ann).await;
        let response = call(&world, ("DELETE", &path), &old).await;
        assert_eq!(kind(&response), (401, "step-up-required"));
        assert_eq!(response.body["max_age"], 600);
        let challenge = response.header("www-authenticate");
        let begins = "Bearer error=\"insufficient_user_authentication\", error_description=\"";
        assert!(challenge.starts_with(begins) && challenge.ends_with(", max_age=600"), "{challenge}");
        // Reading needs no recent sign-in, and a removal needs a token of the recent one.
        let methods = call(&world, ("GET", SIGN_IN_METHODS), &old).await.ok();
        assert_eq!(methods["accounts"].as_array().unwrap().len(), 1);
        let again = world.signed_in(ANN).await;
        assert_eq!(kind(&call(&world, ("DELETE", &path), &old).await), (401, "step-up-required"));
        let young = token(&world, &again).await;
        assert_eq!(call(&world, ("DELETE", &path), &young).await.status, 204);
    }

    // row: account-4
    async fn concurrent_api_removals_of_the_last_two_methods_refuse_one(backend: TestBackend) {
        let world = super::world(backend).await;
        let world = Arc::new(world);
        let person = world.browser();
        link(&world, &person, "github", "1").await;
        link(&world, &person, "google", "1").await;
        let mut removals = Vec::new();
        for provider in ["github", "google"] {
            let browser = world.browser();
            link(&world, &browser, "github", "1").await;
            let token = token(&world, &browser).await;
            let path = format!("/account/v1/accounts/{}", account_at(&world, &token, provider).await);
            let world = Arc::clone(&world);
            removals.push(async move { call(&world, ("DELETE", &path), &token).await });
        }
        let mut done = 0;
        for removal in removals.into_iter().map(spawn).collect::<Vec<_>>() {
            // The other request is refused because its method is the last one, or because the first request ended its session.
            done += usize::from(removal.await.unwrap().status == 204);
        }
        assert_eq!(done, 1);
        let left = world.text("SELECT CAST(count(*) AS TEXT) FROM accounts").await;
        assert_eq!(left, "1");
    }
}

// row: account-4
#[tokio::test]
async fn last_sign_in_method_is_not_removed() {
    let world = super::world(TestBackend::Sqlite).await;
    let person = world.browser();
    link(&world, &person, "github", "1").await;
    let token = token(&world, &person).await;
    let account = account_at(&world, &token, "github").await;
    let methods = call(&world, ("GET", SIGN_IN_METHODS), &token).await.ok();
    assert_eq!(methods["email"], Value::Null);
    assert_eq!(
        methods["can_remove"],
        json!({ account.as_str(): "last-sign-in-method" })
    );
    let path = format!("/account/v1/accounts/{account}");
    let response = call(&world, ("DELETE", &path), &token).await;
    assert_eq!(kind(&response), (409, "last-sign-in-method"));
    let passkey = passkey_of(&world, &person, &token).await;
    assert_eq!(call(&world, ("DELETE", &path), &token).await.status, 204);
    let path = format!("/account/v1/passkeys/{passkey}");
    let response = call(&world, ("DELETE", &path), &token).await;
    assert_eq!(kind(&response), (409, "last-sign-in-method"));
    assert!(person.is_signed_in().await);
}

#[tokio::test]
async fn account_of_a_removed_provider_does_not_count_as_last_method() {
    let world = super::world(TestBackend::Sqlite).await;
    let person = world.browser();
    link(&world, &person, "github", "1").await;
    link(&world, &person, "gone", "1").await;
    let token = token(&world, &person).await;
    let account = account_at(&world, &token, "github").await;
    let dead = account_at(&world, &token, "gone").await;
    let methods = call(&world, ("GET", SIGN_IN_METHODS), &token).await.ok();
    let expected = json!({ account.as_str(): "last-sign-in-method", dead.as_str(): true });
    assert_eq!(methods["can_remove"], expected);
    let remove = async |id: &str| {
        let path = format!("/account/v1/accounts/{id}");
        call(&world, ("DELETE", &path), &token).await
    };
    assert_eq!(kind(&remove(&account).await), (409, "last-sign-in-method"));
    assert_eq!(remove(&dead).await.status, 204);
    assert_eq!(kind(&remove(&account).await), (409, "last-sign-in-method"));
}

#[tokio::test]
async fn passkeys_are_not_changed_without_end() {
    let world = super::world(TestBackend::Sqlite).await;
    let ann = world.signed_in(ANN).await;
    let token = token(&world, &ann).await;
    let path = format!(
        "/account/v1/passkeys/{}",
        passkey_of(&world, &ann, &token).await
    );
    let mut response = send(
        &world,
        ("PATCH", &path),
        &token,
        Some(json!({ "name": "a" })),
    )
    .await;
    let mut changes = 1;
    while response.status == 204 {
        changes += 1;
        assert!(changes <= 100, "no end");
        response = send(
            &world,
            ("PATCH", &path),
            &token,
            Some(json!({ "name": "a" })),
        )
        .await;
    }
    assert_eq!(kind(&response), (429, "rate-limited"));
    let wait: u64 = response.header("retry-after").parse().unwrap();
    assert_eq!(wait, 3600);
    let detail = response.body["detail"].as_str().unwrap();
    assert!(detail.ends_with("Try again in 60 minutes."), "{detail}");
}
