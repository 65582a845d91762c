//! Tests providers that are down, slow or unreadable (D16): the right error code in time, no effect on other requests.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::fake_provider::{FakeProvider, RawResponse};
use super::packing::{bomb, packed};
use super::{code, press, round, settings, world};
use crate::visiting::{Browser, BrowserResponse, TestBackend, TestInstallation, spawn};

/// Returns faulty responses. Each contains correct data where possible, so that reading it would be the error.
fn rows(elsewhere: &str) -> Vec<(&'static str, RawResponse)> {
    let honest = r#"{"access_token":"a","token_type":"bearer","id":1}"#;
    let plain = |status, body: &str| RawResponse::Plain(status, body.as_bytes().to_vec());
    vec![
        ("500", plain(500, honest)),
        ("429", plain(429, honest)),
        ("redirect", RawResponse::Redirect(elsewhere.to_owned())),
        ("HTML", plain(200, "<html>busy</html>")),
        (
            "a refusal",
            plain(200, r#"{"error":"bad_verification_code"}"#),
        ),
        ("a list", plain(200, "[]")),
        ("nothing", plain(200, "")),
        (
            "a name twice",
            plain(
                200,
                r#"{"access_token":"a","access_token":"b","token_type":"bearer","id":1,"id":2}"#,
            ),
        ),
        (
            "a huge number",
            plain(
                200,
                r#"{"access_token":"a","token_type":"bearer","expires_in":1e999,"id":1e999}"#,
            ),
        ),
        (
            "an endless number",
            plain(
                200,
                &format!(r#"{{"id":{0},"expires_in":{0}}}"#, "9".repeat(400)),
            ),
        ),
        (
            "deep",
            plain(
                200,
                &format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)),
            ),
        ),
        (
            "10 MB",
            RawResponse::Plain(
                200,
                format!("{}{honest}", " ".repeat(10 << 20)).into_bytes(),
            ),
        ),
        ("packed", RawResponse::Packed(packed(honest.as_bytes()))),
        ("a bomb", RawResponse::Packed(bomb(honest.as_bytes()))),
    ]
}

/// Rows that can be read, but name no user and no endpoint.
const EMPTY: [&str; 2] = ["a refusal", "a list"];

/// Asserts that each row at a provider's path starts no session, and that the provider works again afterwards.
async fn each_row_at(provider: &str, path: &'static str) {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let honest = double.address.clone() + path;
    for (row, instead) in rows(&honest) {
        double.instead(path, instead);
        let browser = world.browser();
        let response = round(&browser, &double, provider).await;
        assert!(!browser.is_signed_in().await, "{row} at {path}");
        // A profile without a user redirects to the sign-in page, without a code.
        let is_nobody = path == "/user" && EMPTY.contains(&row);
        let to = if is_nobody {
            "signin"
        } else {
            "error?error=OAuthCallback"
        };
        assert_eq!(
            response.location(),
            format!("{}/api/auth/{to}", world.base),
            "{row}"
        );
        double.is_honest();
        let browser = world.browser();
        round(&browser, &double, provider).await;
        assert!(browser.is_signed_in().await, "honest after {row} at {path}");
    }
}

// row: providers-6, D16
#[tokio::test]
async fn invalid_responses_of_githubs_token_endpoint_start_no_session() {
    each_row_at("github", "/login/oauth/access_token").await;
}

// row: D16
#[tokio::test]
async fn invalid_profiles_of_github_start_no_session() {
    each_row_at("github", "/user").await;
}

// row: providers-6, D16
#[tokio::test]
async fn invalid_responses_of_an_openid_token_endpoint_start_no_session() {
    each_row_at("google", "/token").await;
}

// row: providers-4, D16
#[tokio::test]
async fn invalid_documents_and_keys_prevent_the_sign_in() {
    for path in ["/.well-known/openid-configuration", "/jwks"] {
        let double = FakeProvider::start().await;
        let world = world(TestBackend::Sqlite, &double).await;
        let honest = double.address.clone() + path;
        for (row, instead) in rows(&honest) {
            double.instead(path, instead);
            let browser = world.browser();
            let away = press(&browser, "google").await;
            // A readable document without an issuer is an error of the settings.
            let is_read = path != "/jwks" && EMPTY.contains(&row);
            let expected = ["OAuthSignin", "Configuration"][usize::from(is_read)];
            assert_eq!(code(&away), expected, "{row} at {path}");
            // Waits for the circuit breaker, which this test does not cover.
            double.wait(&world, Duration::from_secs(31));
        }
        double.is_honest();
        let browser = world.browser();
        round(&browser, &double, "google").await;
        assert!(browser.is_signed_in().await, "honest at {path}");
    }
}

#[tokio::test]
async fn malformed_email_list_signs_in_without_an_address() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let honest = double.address.clone() + "/user/emails";
    for (number, (row, instead)) in rows(&honest).into_iter().enumerate() {
        double.instead("/user/emails", instead);
        double.lie(|says| says.user["id"] = json!(1000 + number));
        let browser = world.browser();
        round(&browser, &double, "github").await;
        let session = browser.session().await;
        assert_eq!(session["user"]["name"], "Ann", "{row}");
        assert!(session["user"]["email"].is_null(), "{row}: {session}");
    }
}

#[tokio::test]
async fn empty_or_missing_tokens_are_refused() {
    let rows = [
        ("no access token", json!({ "access_token": null })),
        ("empty access token", json!({ "access_token": "" })),
        ("no token type", json!({ "token_type": null })),
        ("no ID token", json!({ "id_token": null })),
        ("ID token as a number", json!({ "id_token": 1 })),
    ];
    for (row, token) in rows {
        let double = FakeProvider::start().await;
        let world = world(TestBackend::Sqlite, &double).await;
        double.lie(|says| says.token = token);
        let browser = world.browser();
        let response = round(&browser, &double, "google").await;
        assert_eq!(code(&response), "OAuthCallback", "{row}");
        assert!(!browser.is_signed_in().await, "{row}");
    }
}

/// Opens a world with a provider timeout of one second.
async fn hurried(double: &FakeProvider) -> TestInstallation {
    let mut settings = settings(double);
    settings.push(("IDP_PROVIDER_SECONDS", "1"));
    TestInstallation::at(TestBackend::Sqlite, &settings).await
}

async fn come_back(browser: Browser, at: String) -> (BrowserResponse, Browser) {
    (browser.get(&at).await, browser)
}

// row: D16
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_response_ends_in_time_and_delays_no_other_path() {
    for (provider, path) in [
        ("github", "/login/oauth/access_token"),
        ("github", "/user"),
        ("google", "/token"),
    ] {
        let double = FakeProvider::start().await;
        let world = hurried(&double).await;
        let browser = world.browser();
        let at = double.agree(press(&browser, provider).await.location());
        double.instead(path, RawResponse::Drip);
        let began = Instant::now();
        let hanging = spawn(come_back(browser, at));
        // The server responds to other requests while it waits for the provider.
        while double.request_count(path) == 0 {
            tokio::task::yield_now().await;
        }
        for path in [
            "/api/auth/session",
            "/api/auth/signin",
            "/api/auth/providers",
        ] {
            assert_eq!(world.browser().get(path).await.status, 200, "{path}");
        }
        assert!(!hanging.is_finished(), "the others waited for {path}");
        let (response, browser) = hanging.await.unwrap();
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "{:?}",
            began.elapsed()
        );
        assert_eq!(code(&response), "OAuthCallback", "{path}");
        assert!(!browser.is_signed_in().await, "{path}");
    }
}

// row: D16
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_document_times_out_for_all_waiting_requests() {
    let double = FakeProvider::start().await;
    let world = Arc::new(hurried(&double).await);
    let path = "/.well-known/openid-configuration";
    double.instead(path, RawResponse::Drip);
    let began = Instant::now();
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let world = Arc::clone(&world);
            spawn(async move { press(&world.browser(), "google").await })
        })
        .collect();
    for one in waiting {
        assert_eq!(code(&one.await.unwrap()), "OAuthSignin");
    }
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{:?}",
        began.elapsed()
    );
    double.is_honest();
    double.wait(&world, Duration::from_secs(31));
    let browser = world.browser();
    round(&browser, &double, "google").await;
    assert!(browser.is_signed_in().await, "honest again");
}

// row: D16
#[tokio::test]
async fn failing_provider_is_skipped_for_half_a_minute() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let path = "/login/oauth/access_token";
    double.instead(path, RawResponse::Plain(500, Vec::new()));
    for _ in 0..5 {
        round(&world.browser(), &double, "github").await;
    }
    double.is_honest();
    let before = double.request_count("");
    let response = round(&world.browser(), &double, "github").await;
    assert_eq!(code(&response), "OAuthCallback");
    assert_eq!(double.request_count(""), before, "left alone");
    let other = world.browser();
    round(&other, &double, "google").await;
    assert!(other.is_signed_in().await, "the other one works");
    double.wait(&world, Duration::from_secs(31));
    double.lie(|says| says.emails = json!([]));
    let later = world.browser();
    round(&later, &double, "github").await;
    assert!(later.is_signed_in().await, "tried again");
}

/// Reserves an address at which no server listens.
fn reserve_silent_address() -> (tokio::net::TcpSocket, String) {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
    let address = format!("http://{}", socket.local_addr().unwrap());
    (socket, address)
}

// row: D16
#[tokio::test]
async fn unavailable_provider_fails_fast_and_the_other_works() {
    let double = FakeProvider::start().await;
    let (_held, down) = reserve_silent_address();
    for (provider, other) in [("github", "google"), ("google", "github")] {
        let is_theirs = |name: &str| match provider {
            "github" => name.ends_with("_URL"),
            _ => name.ends_with("_ISSUER"),
        };
        let mut settings = settings(&double);
        for (_, value) in settings.iter_mut().filter(|(name, _)| is_theirs(name)) {
            *value = &down;
        }
        let world = TestInstallation::at(TestBackend::Sqlite, &settings).await;
        let browser = world.browser();
        let away = press(&browser, provider).await;
        if provider == "github" {
            let back = browser.get(&double.agree(away.location())).await;
            assert_eq!(code(&back), "OAuthCallback");
        } else {
            assert_eq!(code(&away), "OAuthSignin");
        }
        assert!(!browser.is_signed_in().await, "{provider}");
        round(&browser, &double, other).await;
        assert!(browser.is_signed_in().await, "{other}");
    }
}
