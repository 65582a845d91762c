//! Tests requests for a fresh sign-in: the idp forwards them to the provider and checks the provider's `auth_time`.

use std::collections::BTreeMap;

use reqwest::Url;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::fake_provider::{FakeProvider, NOW};
use super::{code, press, round, settings};
use crate::harness::{CHALLENGE, SECRET, VERIFIER, claims};
use crate::installation::clients;
use crate::visiting::{Browser, BrowserResponse, TestBackend, TestInstallation, hidden};

const CALLBACK: &str = "https://backend.example/cb";

/// Opens a world with the client `backend`, and the folder of its clients.
async fn world(backend: TestBackend, double: &FakeProvider) -> (TestInstallation, TempDir) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("clients.json");
    std::fs::write(&file, clients("http://localhost").to_string()).unwrap();
    let file = file.display().to_string();
    let mut all = settings(double);
    all.push(("IDP_CLIENTS_FILE", file.as_str()));
    (TestInstallation::at(backend, &all).await, folder)
}

/// Returns a request of the client with additional parameters.
fn request(wishes: &[(&str, &str)]) -> String {
    let mut parameters = vec![
        ("client_id", "backend"),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    parameters.extend(wishes);
    let url = Url::parse_with_params("http://localhost/oauth/authorize", parameters).unwrap();
    format!("{}?{}", url.path(), url.query().unwrap())
}

/// Sends a request; returns the sign-in page to which it redirects.
async fn sign_in_page(browser: &Browser, wishes: &[(&str, &str)]) -> BrowserResponse {
    let away = browser.get(&request(wishes)).await;
    let to = away.location().to_owned();
    assert!(to.starts_with("/api/auth/signin?"), "{away:?}");
    browser.get(&to).await
}

/// Submits a provider's form on a sign-in page; returns the response.
async fn choose(browser: &Browser, page: &BrowserResponse, provider: &str) -> BrowserResponse {
    let values = ["csrfToken", "callbackUrl"].map(|name| hidden(&page.body, name));
    let fields = [
        ("csrfToken", values[0].as_str()),
        ("callbackUrl", &values[1]),
    ];
    let path = format!("/api/auth/signin/{provider}");
    browser.post(&path, &fields).await
}

fn query(address: &str) -> BTreeMap<String, String> {
    let url = Url::parse(address).unwrap();
    url.query_pairs().into_owned().collect()
}

/// Returns from the provider to the client, and returns the claims of the ID token.
async fn arrive(world: &TestInstallation, browser: &Browser, back: &str) -> Value {
    let arrived = browser.get(back).await;
    let landing = browser.get(arrived.location()).await;
    id_token_claims(world, &landing).await
}

/// Asserts that the provider's response starts no session, and that the page says what to do.
async fn is_refused_as_not_fresh(world: &TestInstallation, browser: &Browser, back: &str) {
    let refused = browser.get(back).await;
    assert_eq!(code(&refused), "NotFresh");
    assert!(!browser.is_signed_in().await);
    let address = format!("{}/api/auth/signin?error=NotFresh", world.base);
    let page = browser.get(&address).await;
    let text = "The provider did not ask you to sign in again.";
    assert!(page.body.contains(text));
}

async fn id_token_claims(world: &TestInstallation, landing: &BrowserResponse) -> Value {
    let code = query(landing.location())
        .remove("code")
        .unwrap_or_else(|| panic!("no code: {landing:?}"));
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
        ("client_id", "backend"),
        ("client_secret", SECRET),
    ];
    let tokens = world.browser().post("/oauth/token", &form).await;
    claims(tokens.json()["id_token"].as_str().expect("an ID token"))
}

/// Returns the `auth_time` of the idp for a provider's. A fresh sign-in is never earlier than its request, so a provider's
/// clock that is some seconds behind yields the time of the request.
fn expected_auth_time(of_provider: &Value) -> Value {
    if *of_provider == json!(NOW - 5) {
        json!(NOW)
    } else {
        of_provider.clone()
    }
}

#[tokio::test]
async fn fresh_sign_in_request_reaches_the_provider_and_its_time_counts() {
    let double = FakeProvider::start().await;
    let hour_ago = NOW - 3600;
    // The parameter, the prompt and maximum age at the provider, the provider's time, and whether it is accepted.
    let rows = [
        (
            ("prompt", "login"),
            Some("login"),
            "0",
            json!(hour_ago),
            false,
        ),
        (("max_age", "0"), Some("login"), "0", json!(hour_ago), false),
        (("max_age", "1"), None, "1", json!(hour_ago), false),
        (("max_age", "1"), None, "1", Value::Null, false),
        (("prompt", "login"), Some("login"), "0", json!(NOW), true),
        (("max_age", "0"), Some("login"), "0", json!(NOW), true),
        (("max_age", "7200"), None, "7200", json!(hour_ago), true),
        // The provider's clock is some seconds behind.
        (
            ("prompt", "login"),
            Some("login"),
            "0",
            json!(NOW - 5),
            true,
        ),
    ];
    let backends = [TestBackend::Sqlite, TestBackend::Cookie];
    for (backend, row) in backends
        .iter()
        .flat_map(|backend| rows.iter().map(move |row| (*backend, row)))
    {
        let (wish, prompt, max_age, auth_time, is_fresh) = row;
        let (world, _folder) = world(backend, &double).await;
        let browser = world.browser();
        double.lie(|says| says.claims = json!({ "auth_time": auth_time }));
        let page = sign_in_page(&browser, &[*wish]).await;
        let away = choose(&browser, &page, "google").await;
        let sent = query(away.location());
        assert_eq!(sent.get("prompt").map(String::as_str), *prompt, "{wish:?}");
        assert_eq!(sent["max_age"], *max_age, "{wish:?}");
        let back = double.agree(away.location());
        if *is_fresh {
            let claims = arrive(&world, &browser, &back).await;
            assert_eq!(
                claims["auth_time"],
                expected_auth_time(auth_time),
                "{wish:?}"
            );
        } else {
            is_refused_as_not_fresh(&world, &browser, &back).await;
        }
    }
}

#[tokio::test]
async fn silent_sign_in_has_the_providers_time_and_is_not_fresh() {
    let double = FakeProvider::start().await;
    double.lie(|says| says.claims = json!({ "auth_time": NOW - 3600 }));
    let (world, _folder) = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    round(&browser, &double, "google").await;
    assert!(browser.is_signed_in().await);
    let plain = browser.get(&request(&[])).await;
    assert_eq!(
        id_token_claims(&world, &plain).await["auth_time"],
        NOW - 3600
    );
    for wish in [("prompt", "login"), ("max_age", "0"), ("max_age", "1")] {
        let page = sign_in_page(&browser, &[wish]).await;
        assert!(page.body.contains("id=\"google-form\""), "{wish:?}");
        assert!(!page.body.contains("id=\"github-form\""), "{wish:?}");
    }
    let young_enough = browser.get(&request(&[("max_age", "7200")])).await;
    assert_eq!(
        id_token_claims(&world, &young_enough).await["auth_time"],
        NOW - 3600
    );
}

/// GitHub and a provider without `auth_time` sign users in, but cannot prove a fresh sign-in.
#[tokio::test]
async fn provider_without_auth_time_is_no_fresh_sign_in() {
    let double = FakeProvider::start().await;
    for provider in ["github", "google"] {
        let (world, _folder) = world(TestBackend::Sqlite, &double).await;
        let browser = world.browser();
        round(&browser, &double, provider).await;
        assert!(browser.is_signed_in().await);
        let plain = browser.get(&request(&[])).await;
        let claims = id_token_claims(&world, &plain).await;
        assert_eq!(claims.get("auth_time"), None, "{provider}");
        let page = sign_in_page(&browser, &[("max_age", "600")]).await;
        assert!(page.body.contains("id=\"email-form\""), "{provider}");
        // A forced form is refused.
        let forced = choose(&browser, &page, "github").await;
        assert_eq!(code(&forced), "NotFresh");
    }
    // A provider whose supported claims lack the time is not offered.
    let list = json!({ "claims_supported": ["sub", "email"] });
    double.lie(|says| says.discovery = list);
    let (world, _folder) = world(TestBackend::Sqlite, &double).await;
    let page = sign_in_page(&world.browser(), &[("prompt", "login")]).await;
    assert!(!page.body.contains("id=\"google-form\""));
}

#[tokio::test]
async fn hints_and_languages_of_a_request_reach_the_provider() {
    let double = FakeProvider::start().await;
    double.lie(|says| says.discovery = json!({ "claims_parameter_supported": true }));
    let (world, _folder) = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    let wishes = [
        ("login_hint", "ann@example.com"),
        ("ui_locales", "de"),
        ("prompt", "select_account"),
        ("acr_values", "phr"),
    ];
    let page = sign_in_page(&browser, &wishes).await;
    let sent = query(choose(&browser, &page, "google").await.location());
    assert_eq!(sent["login_hint"], "ann@example.com");
    assert_eq!(sent["ui_locales"], "de");
    assert_eq!(sent["prompt"], "select_account");
    assert!(sent["claims"].contains("auth_time"), "{sent:?}");
    assert!(
        !sent.contains_key("acr_values"),
        "our classes mean nothing there"
    );
    // Our own account pages require a recent sign-in.
    let page = browser
        .get("/api/auth/signin?callbackUrl=/api/auth/account")
        .await;
    let sent = query(choose(&browser, &page, "google").await.location());
    assert_eq!(sent["max_age"], "600");
    let sent = query(press(&browser, "google").await.location());
    assert!(!sent.contains_key("max_age"), "{sent:?}");
}
