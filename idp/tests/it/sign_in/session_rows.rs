//! Tests more requests about sessions: content types, session members, sign-out without a session.

use std::time::Duration;

use serde_json::json;

use crate::visiting::{Browser, TestBackend, TestInstallation};

const ANN: &str = "ann@example.com";
const COOKIE: &str = "tollgate.session-token";
const JSON: &str = "application/json; charset=utf-8";
/// Time after which no server caches the user of a session.
const REMEMBERED: Duration = Duration::from_secs(1);

// row: requests-5, requests-7
#[tokio::test]
async fn script_responses_are_json_and_the_token_is_separate() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    let browser = world.browser();
    let response = browser.get("/api/auth/csrf").await;
    let cookie = browser.cookie("tollgate.csrf-token").unwrap();
    let (token, _) = cookie.split_once("%7C").unwrap();
    assert_eq!(response.body, format!(r#"{{"csrfToken":"{token}"}}"#));
    assert_eq!(response.header("content-type"), JSON);
    for path in ["session", "providers"] {
        let response = browser.get(&format!("/api/auth/{path}")).await;
        assert_eq!(response.header("content-type"), JSON, "{path}");
        assert!(response.json().is_object(), "{path}");
    }
    let fields = [("csrfToken", token), ("json", "true")];
    for path in [
        "signin",
        "signin/email",
        "signin/credentials",
        "callback/credentials",
        "signout",
    ] {
        let url = format!("/api/auth/{path}");
        let response = browser.post(&url, &fields).await;
        assert_eq!(response.header("content-type"), JSON, "{path}");
        let members = response.json();
        let members: Vec<_> = members.as_object().unwrap().iter().collect();
        assert_eq!(members.len(), 1, "{path}: {members:?}");
        // A client parses the value as an absolute address.
        let to = members[0].1.as_str().unwrap();
        assert!(members[0].0 == "url" && to.starts_with(&world.base), "{to}");
    }
}

// row: requests-8
#[tokio::test]
async fn first_response_sets_csrf_and_callback_cookies() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    for path in [
        "session",
        "csrf",
        "signin",
        "signin/email",
        "signout",
        "verify-request",
        "error",
        "error?error=AccessDenied",
        "error?error=Callback",
        "callback/email",
    ] {
        let browser = world.browser();
        browser.get(&format!("/api/auth/{path}")).await;
        for name in ["tollgate.csrf-token", "tollgate.callback-url"] {
            assert!(browser.cookie(name).is_some(), "{path}: {name}");
        }
    }
    for path in [
        "signin",
        "signin/email",
        "callback/credentials",
        "signout",
        "session",
    ] {
        let browser = world.browser();
        browser.post(&format!("/api/auth/{path}"), &[]).await;
        for name in ["tollgate.csrf-token", "tollgate.callback-url"] {
            assert!(browser.cookie(name).is_some(), "POST {path}: {name}");
        }
    }
}

on_every_store! {
    // row: session-1, session-4
    // The session has name, address and image of the user, and no other members.
    async fn session_response_has_name_address_and_image_only(world: TestInstallation) {
        let browser = world.signed_in(ANN).await;
        world
            .change("UPDATE users SET name = 'Ann \"O''Neil\" \u{e4}', image = 'https://example.com/ann.png'")
            .await;
        world.wait(REMEMBERED);
        let user = json!({
            "name": "Ann \"O'Neil\" \u{e4}", "email": ANN, "image": "https://example.com/ann.png",
        });
        let expected = json!({ "user": user, "expires": "2023-12-14T22:13:20.000Z" });
        assert_eq!(browser.session().await, expected);
        // A form that updates the session gets these members as well.
        let token = browser.csrf().await;
        let fields = [("csrfToken", token.as_str()), ("data", "{\"name\":\"x\"}"), ("name", "x")];
        let response = browser.post("/api/auth/session", &fields).await;
        assert_eq!((response.status, response.json()), (200, expected.clone()));
        assert_eq!(browser.session().await, expected);
    }
}

on_every_store! {
    // row: routes-5, session-5
    // The server accepts a sign-out of a browser that has no session.
    async fn sign_out_without_a_valid_session_succeeds(world: TestInstallation) {
        let elsewhere = world.signed_in(ANN).await;
        let long = "a".repeat(3000);
        for odd in ["x", "a.b.c", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA", &long] {
            let browser = world.browser();
            browser.set_cookie(COOKIE, Some(odd));
            let token = browser.csrf().await;
            let fields = [("csrfToken", token.as_str()), ("callbackUrl", "/bye")];
            let response = browser.post("/api/auth/signout", &fields).await;
            let bye = format!("{}/bye", world.base);
            assert_eq!((response.status, response.location()), (302, bye.as_str()), "{odd}");
            assert_eq!(browser.cookie(COOKIE), None, "{odd}");
        }
        assert!(elsewhere.is_signed_in().await);
    }
}

const KILN: &str = "kiln tugboat 40";

/// Signs Ann in by a method; her first email has the code.
async fn sign_in_by(world: &TestInstallation, browser: &Browser, way: &str) {
    if way == "password" {
        let csrf = browser.csrf().await;
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("email", ANN),
            ("password", KILN),
        ];
        let path = "/api/auth/callback/credentials";
        browser.post(path, &fields).await;
        return;
    }
    browser.ask(ANN).await;
    let code = world.wait_for_email(ANN, 1).await.code();
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
    browser.post("/api/auth/callback/email", &fields).await;
}

// row: G1
/// A password or code replaces a planted session id as well (G1).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn session_planted_before_a_password_or_a_code_is_replaced() {
    for backend in [
        TestBackend::Sqlite,
        TestBackend::Postgres,
        TestBackend::Redis,
        TestBackend::Cookie,
    ] {
        let world = TestInstallation::at(backend, &[("IDP_PASSWORDS", "sign-in")]).await;
        let set = idp::testing::set_password(&world.app, ANN, KILN).await;
        set.unwrap();
        for way in ["password", "code"] {
            let attacker = world.signed_in("mallory@example.com").await;
            let planted = attacker.cookie(COOKIE).unwrap();
            let victim = world.browser();
            victim.set_cookie(COOKIE, Some(&planted));
            sign_in_by(&world, &victim, way).await;
            let response = victim.session().await;
            assert_eq!(response["user"]["email"], ANN, "{backend:?} {way}");
            assert_ne!(victim.cookie(COOKIE).unwrap(), planted);
            assert!(
                !attacker.is_signed_in().await,
                "{backend:?} {way}: it lives"
            );
        }
    }
}
