//! Tests audit entries of failed returns: they show the failure and no secret, and their number is bounded.

use std::time::Duration;

use foundation::on_both_engines;
use serde_json::json;

use super::fake_provider::FakeProvider;
use super::{code, press, round, settings};
use crate::visiting::{TestBackend, TestInstallation, holds};

const FAILED: &str = "SELECT CAST(COUNT(*) AS TEXT) FROM audit WHERE action = 'sign_in.failed'";

on_both_engines!(network_fills_at_most_its_part_of_the_log);

// row: audit-5
async fn network_fills_at_most_its_part_of_the_log(backend: TestBackend) {
    let double = FakeProvider::start().await;
    let mut settings = settings(&double);
    settings.push(("IDP_TRUSTED_PROXIES", "127.0.0.0/8"));
    let world = TestInstallation::at(backend, &settings).await;
    let browser = world.browser();
    let refused = async |from: &str| {
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str())];
        let away = browser.post("/api/auth/signin/github", &fields).await;
        let at = double.agree(away.location());
        let no = at.replace("code=code-of-the-double", "error=access_denied");
        let headers = [("x-forwarded-for", from)];
        let response = browser
            .send(reqwest::Method::GET, &no, &headers, None)
            .await;
        assert_eq!(code(&response), "Callback");
    };
    for _ in 0..62 {
        refused("192.0.2.1").await;
    }
    assert_eq!(world.text(FAILED).await, "60", "one network's part");
    refused("192.0.2.2").await;
    assert_eq!(world.text(FAILED).await, "61", "another's");
    double.wait(&world, Duration::from_hours(1));
    refused("192.0.2.1").await;
    assert_eq!(world.text(FAILED).await, "62", "an hour later");
}

// row: audit-1
#[tokio::test]
async fn audit_log_contains_method_and_code_and_no_secret() {
    let double = FakeProvider::start().await;
    let world = super::world(TestBackend::Sqlite, &double).await;
    double.lie(|says| says.claims = json!({ "aud": "other" }));
    round(&world.browser(), &double, "google").await;
    let row = "SELECT actor || ' ' || subject || ' ' || details FROM audit WHERE action = 'sign_in.failed'";
    assert_eq!(
        world.text(row).await,
        r#"anonymous anonymous {"way":"google","code":"OAuthCallback"}"#
    );
    let dump = world.dump();
    for secret in ["code-of-the-double", "ann@example.com", "at-secret"] {
        assert!(!holds(&dump, secret.as_bytes()), "{secret}");
    }
    // A return without an attempt has no audit entry.
    let other_browser = world.browser();
    other_browser
        .get("/api/auth/callback/google?code=x&state=y")
        .await;
    assert_eq!(world.text(FAILED).await, "1");
    double.lie(|says| says.claims = json!({}));
    let browser = world.browser();
    assert_eq!(code(&press(&browser, "google").await), "");
}

#[tokio::test]
async fn wrong_passwords_share_the_log_limit() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    for number in 0..62 {
        let email = format!("person{number}@example.com");
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("email", email.as_str()),
            ("password", "a password that is wrong"),
            ("json", "true"),
        ];
        let response = browser.post("/api/auth/callback/credentials", &fields);
        assert_eq!(response.await.status, 401, "{number}");
    }
    assert_eq!(world.text(FAILED).await, "60");
}
