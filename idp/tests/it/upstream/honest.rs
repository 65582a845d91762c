//! Tests sign-ins with providers that work correctly.

use serde_json::json;

use super::fake_provider::FakeProvider;
use super::{code, press, round, world};
use crate::visiting::{TestBackend, TestInstallation};

// row: routes-6
#[tokio::test]
async fn both_kinds_sign_a_user_in_and_keep_the_address_that_is_verified() {
    let requested = [
        (
            "github",
            vec!["/login/oauth/access_token", "/user", "/user/emails"],
        ),
        (
            "google",
            vec!["/.well-known/openid-configuration", "/jwks", "/token"],
        ),
    ];
    for (provider, requested) in requested {
        let double = FakeProvider::start().await;
        let world = world(TestBackend::Sqlite, &double).await;
        let browser = world.browser();
        let response = round(&browser, &double, provider).await;
        assert_eq!(
            response.location(),
            format!("{}/dash", world.base),
            "{response:?}"
        );
        let session = browser.session().await;
        assert_eq!(session["user"]["email"], "ann@example.com", "{provider}");
        assert_eq!(session["user"]["name"], "Ann");
        assert_eq!(session["user"]["image"], "https://example.com/ann.png");
        let left = browser.cookie_line();
        assert!(!left.contains("tollgate.attempt."), "{left}");
        double.lie(|says| assert_eq!(says.requests, requested, "no more is asked"));
        let dump = world.dump();
        assert!(!crate::visiting::holds(&dump, b"at-secret"));
    }
}

// row: providers-2, stricter-3
#[tokio::test]
async fn request_parameters_are_forwarded_except_our_own() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let path = "/api/auth/signin/google?prompt=login&hd=example.com&client_id=evil&redirect_uri=https://evil&scope=all&state=x&callbackUrl=/x";
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("login_hint", "of-the-body"),
        ("scope", "of-the-body"),
    ];
    let response = browser.post(path, &fields).await;
    let to = response.location();
    assert!(!to.contains("of-the-body"), "{to}");
    assert!(
        to.contains("prompt=login") && to.contains("hd=example.com"),
        "{to}"
    );
    assert!(to.contains("client_id=tollgate") && to.contains("scope=openid+email+profile"));
    assert!(!to.contains("evil") && !to.contains("scope=all") && !to.contains("callbackUrl"));
    for name in [
        "client_id",
        "redirect_uri",
        "state",
        "nonce",
        "code_challenge",
    ] {
        assert_eq!(to.matches(&format!("{name}=")).count(), 1, "{name} in {to}");
    }
}

// row: providers-1, pages-6
#[tokio::test]
async fn map_and_the_page_list_providers_in_their_order() {
    let double = FakeProvider::start().await;
    let with = world(TestBackend::Sqlite, &double).await;
    let browser = with.browser();
    let map = browser.get("/api/auth/providers").await.json();
    let ids: Vec<_> = map.as_object().unwrap().keys().collect();
    assert_eq!(ids, ["github", "google", "email"]);
    assert_eq!(map["google"]["type"], "oauth");
    let page = browser.get("/api/auth/signin").await.body;
    let position = |text: &str| {
        page.find(text)
            .unwrap_or_else(|| panic!("{text} in {page}"))
    };
    assert!(position("Sign in with GitHub") < position("Sign in with Google"));
    assert!(position("Sign in with Email") < position("id=\"or\""));
    assert!(position("id=\"or\"") < position("Sign in with GitHub"));

    let without = TestInstallation::new().await;
    let page = without.browser().get("/api/auth/signin").await.body;
    assert!(!page.contains("Sign in with GitHub"));
    let away = press(&without.browser(), "github").await;
    assert!(away.location().ends_with("/api/auth/signin?csrf=true"));
}

// row: decision-8, stricter-8, D9, D10, D14
#[tokio::test]
async fn address_counts_only_when_the_provider_verified_it() {
    let rows = [
        (
            "D9 not verified",
            json!([{ "email": "a@example.com", "primary": true, "verified": false }]),
        ),
        (
            "D9 not primary",
            json!([{ "email": "a@example.com", "primary": false, "verified": true }]),
        ),
        (
            "D9 a text",
            json!([{ "email": "a@example.com", "primary": true, "verified": "true" }]),
        ),
        (
            "D14 two @",
            json!([{ "email": "a@b@example.com", "primary": true, "verified": true }]),
        ),
        ("none", json!([])),
    ];
    for (row, emails) in rows {
        let double = FakeProvider::start().await;
        double.lie(|says| says.emails = emails);
        let world = world(TestBackend::Sqlite, &double).await;
        let browser = world.browser();
        round(&browser, &double, "github").await;
        let session = browser.session().await;
        assert_eq!(session["user"]["name"], "Ann", "{row}");
        assert!(session["user"]["email"].is_null(), "{row}: {session}");
    }
    for (row, claim) in [("D10 false", json!(false)), ("D10 absent", json!(null))] {
        let double = FakeProvider::start().await;
        double.lie(|says| says.claims = json!({ "email_verified": claim }));
        let world = world(TestBackend::Sqlite, &double).await;
        let browser = world.browser();
        round(&browser, &double, "google").await;
        let session = browser.session().await;
        assert!(
            session["user"]["email"].is_null() && session["user"]["name"] == "Ann",
            "{row}"
        );
    }
}

// row: providers-8, D21
#[tokio::test]
async fn hostile_profile_is_sanitized_and_one_without_an_id_is_refused() {
    let double = FakeProvider::start().await;
    let name = format!("A\u{202e}n\u{0}n{}", "x".repeat(100_000));
    let user = json!({ "id": 1, "login": "a", "name": name, "avatar_url": "javascript:alert(1)" });
    double.lie(|says| says.user = user);
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    round(&browser, &double, "github").await;
    let session = browser.session().await;
    let seen = session["user"]["name"].as_str().unwrap();
    assert!(
        seen.starts_with("Annx") && seen.len() <= 200,
        "{}",
        seen.len()
    );
    assert!(session["user"]["image"].is_null());

    double.lie(|says| says.user = json!({ "login": "a" }));
    let other = world.browser();
    let response = round(&other, &double, "github").await;
    assert_eq!(
        response.location(),
        format!("{}/api/auth/signin", world.base)
    );
    assert!(!other.is_signed_in().await && code(&response).is_empty());
}

// row: pages-4
#[tokio::test]
async fn new_user_is_redirected_to_the_operators_welcome_page() {
    let double = FakeProvider::start().await;
    let mut settings = super::settings(&double);
    settings.push(("IDP_PAGE_NEW_USER", "/first-steps"));
    let world = TestInstallation::at(TestBackend::Sqlite, &settings).await;
    let first = round(&world.browser(), &double, "github").await;
    let (page, expected) = first.location().split_once('?').unwrap_or_default();
    assert_eq!(page, format!("{}/first-steps", world.base));
    assert!(expected.starts_with("callbackUrl=http%3A%2F%2F") && expected.ends_with("%2Fdash"));
    let again = round(&world.browser(), &double, "github").await;
    assert_eq!(again.location(), format!("{}/dash", world.base));
}

#[tokio::test]
async fn provider_claims_fill_only_a_new_users_profile() {
    let rows = [
        ("github", r#"{"preferred_username":"ann-lee"}"#),
        (
            "google",
            r#"{"family_name":"Lee","given_name":"Ann","locale":"de-AT","preferred_username":"ann-lee","zoneinfo":"Europe/Vienna"}"#,
        ),
    ];
    for (provider, expected) in rows {
        let double = FakeProvider::start().await;
        double.lie(|says| {
            says.user["login"] = "ann-lee".into();
            says.claims = json!({
                "given_name": " Ann\u{202e}", "family_name": "Lee", "preferred_username": "ann-lee", "locale": "de_AT",
                "zoneinfo": "Europe/Vienna",
            });
        });
        let world = world(TestBackend::Sqlite, &double).await;
        round(&world.browser(), &double, provider).await;
        let statement = "SELECT COALESCE(profile, '') FROM users";
        assert_eq!(world.text(statement).await, expected, "{provider}");
        double.lie(|says| {
            says.user["login"] = "other".into();
            says.claims = json!({ "given_name": "Other", "locale": "fr" });
        });
        let browser = world.browser();
        round(&browser, &double, provider).await;
        assert!(browser.is_signed_in().await);
        assert_eq!(
            world.text(statement).await,
            expected,
            "{provider}: the person's own"
        );
    }
}

#[tokio::test]
async fn claims_of_a_provider_that_are_not_of_their_form_are_omitted() {
    let double = FakeProvider::start().await;
    double.lie(|says| {
        says.claims = json!({
            "given_name": "\u{200b}", "family_name": "\u{202e}", "preferred_username": "", "locale": "<b>",
            "zoneinfo": "Europe//Vienna",
        });
    });
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    round(&browser, &double, "google").await;
    assert!(browser.is_signed_in().await);
    let stored = world.text("SELECT COALESCE(profile, '') FROM users").await;
    assert_eq!(stored, "");
}
