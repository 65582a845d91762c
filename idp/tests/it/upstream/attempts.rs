//! Tests attempts at providers: bound to their provider and browser, used once, and several concurrently.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use foundation::on_both_engines;
use serde_json::json;

use super::fake_provider::FakeProvider;
use super::{code, press, round, world};
use crate::visiting::{Browser, TestBackend, retry_while_busy, spawn};

/// A change of the valid return address in a row.
type StateChange<'a> = Box<dyn Fn(&str) -> String + 'a>;

// row: decision-2, providers-6, seed-6, D1, D2, D5
#[tokio::test]
async fn returns_that_name_no_attempt_of_this_browser_are_refused() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let base = world.base.clone();
    let honest = |at: &str, provider: &str| at.replace("/google?", &format!("/{provider}?"));
    let rows: [(&str, StateChange<'_>); 8] = [
        (
            "D1 no state",
            Box::new(|_| format!("{base}/api/auth/callback/google?code=x")),
        ),
        (
            "D1 wrong state",
            Box::new(|_| format!("{base}/api/auth/callback/google?code=x&state=y")),
        ),
        ("D1 state twice", Box::new(|at| format!("{at}&state=y"))),
        (
            "D2 another provider",
            Box::new(move |at| honest(at, "github")),
        ),
        (
            "D5 wrong iss",
            Box::new(|at| format!("{at}&iss=https://evil.example")),
        ),
        ("code twice", Box::new(|at| format!("{at}&code=y"))),
        (
            "no code",
            Box::new(|at| at.replace("code=code-of-the-double&", "")),
        ),
        (
            "a code of nobody",
            Box::new(|at| at.replace("code-of-the-double", "guessed")),
        ),
    ];
    for (row, change) in rows {
        let browser = world.browser();
        let at = double.agree(press(&browser, "google").await.location());
        let response = browser.get(&change(&at)).await;
        assert_eq!(code(&response), "OAuthCallback", "{row}");
        assert!(!browser.is_signed_in().await, "{row}");
    }
    let other_browser = world.browser();
    let at = double.agree(press(&world.browser(), "google").await.location());
    assert_eq!(
        code(&other_browser.get(&at).await),
        "OAuthCallback",
        "another browser"
    );
    assert_eq!(
        other_browser
            .get("/api/auth/callback/unknown?code=x")
            .await
            .status,
        400
    );
}

// row: D1, D2
#[tokio::test]
async fn attempt_counts_for_a_quarter_of_an_hour() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    for (seconds, is_in_time) in [(899, true), (901, false)] {
        let browser = world.browser();
        let at = double.agree(press(&browser, "google").await.location());
        double.wait(&world, Duration::from_secs(seconds));
        let response = browser.get(&at).await;
        let refused = code(&response) == "OAuthCallback";
        assert_eq!(refused, !is_in_time, "D1 after {seconds} s");
        assert_eq!(browser.is_signed_in().await, is_in_time, "{seconds}");
    }
}

// row: providers-6
/// The cookie of an attempt must be present, complete, sealed by us, and of this provider.
#[tokio::test]
async fn cookie_that_is_no_attempt_of_ours_is_none() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    let other = world.browser();
    press(&other, "github").await;
    let theirs = attempt(&other).1;
    let at = double.agree(press(&browser, "github").await.location());
    let (name, honest) = attempt(&browser);
    let cut = &honest[..honest.len() - 4];
    for forged in [None, Some(""), Some("garbage"), Some(cut), Some(&theirs)] {
        browser.set_cookie(&name, forged);
        assert_eq!(code(&browser.get(&at).await), "OAuthCallback", "{forged:?}");
        assert!(!browser.is_signed_in().await, "{forged:?}");
    }
    browser.set_cookie(&name, Some(&honest));
    browser.get(&at).await;
    assert!(browser.is_signed_in().await, "the control");
}

/// Returns the name and the value of the only attempt in a browser.
fn attempt(browser: &Browser) -> (String, String) {
    let line = browser.cookie_line();
    let mut pairs = line.split("; ").filter(|pair| pair.contains(".attempt."));
    let (name, value) = pairs.next().unwrap().split_once('=').unwrap();
    assert_eq!(pairs.next(), None);
    (name.to_owned(), value.to_owned())
}

// row: D1, D2
#[tokio::test]
async fn attempt_is_valid_at_its_own_provider_only() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    for name in [None, Some("tollgate.attempt.00000000")] {
        let browser = world.browser();
        let at = double.agree(press(&browser, "google").await.location());
        let line = browser.cookie_line();
        let of_google = line.split("; ").find(|pair| pair.contains(".attempt."));
        let (own, sealed) = of_google.unwrap().split_once('=').unwrap();
        browser.set_cookie(own, None);
        browser.set_cookie(name.unwrap_or(own), Some(sealed));
        let url = url::Url::parse(&at).unwrap();
        let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        let fields: Vec<_> = pairs
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        let requests = double.request_count("/login/oauth/access_token");
        let response = browser.post("/api/auth/callback/github", &fields).await;
        assert_eq!(code(&response), "OAuthCallback", "{name:?}");
        assert!(!browser.is_signed_in().await, "{name:?}");
        assert_eq!(double.request_count("/login/oauth/access_token"), requests);
        // The attempt is valid at its own provider and under its own name.
        let response = browser.get(&at).await;
        let is_in = browser.is_signed_in().await;
        assert_eq!(is_in, name.is_none(), "{name:?}: {response:?}");
    }
}

// row: D5
#[tokio::test]
async fn iss_is_required_if_announced() {
    let double = FakeProvider::start().await;
    double.lie(|says| {
        says.discovery = json!({ "authorization_response_iss_parameter_supported": true });
    });
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    assert_eq!(
        code(&round(&browser, &double, "google").await),
        "OAuthCallback"
    );
    let at = double.agree(press(&browser, "google").await.location());
    browser.get(&format!("{at}&iss={}", double.address)).await;
    assert!(browser.is_signed_in().await);
}

// row: providers-5, stricter-7
#[tokio::test]
async fn provider_error_is_reported_only_after_the_state_check() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    let forged = "/api/auth/callback/google?error=access_denied&state=x";
    assert_eq!(code(&browser.get(forged).await), "OAuthCallback");
    let at = double.agree(press(&browser, "google").await.location());
    let no = at.replace("code=code-of-the-double", "error=access_denied");
    assert_eq!(code(&browser.get(&no).await), "Callback");
    assert_eq!(code(&browser.get(&at).await), "OAuthCallback", "used up");
}

// row: decision-2, stricter-6, D18
#[tokio::test]
async fn two_tabs_keep_their_attempts_up_to_five() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    let first = double.agree(press(&browser, "github").await.location());
    let second = double.agree(press(&browser, "github").await.location());
    browser.get(&first).await;
    assert!(browser.is_signed_in().await);
    browser.get(&second).await;
    assert!(browser.is_signed_in().await);
    let other = world.browser();
    for _ in 0..8 {
        world.wait(Duration::from_secs(1));
        press(&other, "github").await;
    }
    assert_eq!(other.cookie_line().matches("tollgate.attempt.").count(), 5);
}

// row: routes-6
#[tokio::test]
async fn provider_response_may_be_posted() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    let at = double.agree(press(&browser, "google").await.location());
    let url = url::Url::parse(&at).unwrap();
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let fields: Vec<_> = pairs
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let headers = [("origin", double.address.as_str())];
    let path = "/api/auth/callback/google";
    browser.post_with(path, &headers, &fields).await;
    assert!(browser.is_signed_in().await);
}

on_both_engines!(one_of_fifty_concurrent_returns_signs_in);

// row: stricter-6
/// Of fifty concurrent returns with one cookie, one signs in.
async fn one_of_fifty_concurrent_returns_signs_in(backend: TestBackend) {
    let double = FakeProvider::start().await;
    let world = world(backend, &double).await;
    let browser = Arc::new(world.browser());
    let at = double.agree(press(&browser, "github").await.location());
    let line = browser.cookie_line();
    let tries: Vec<_> = (0..50)
        .map(|_| {
            let (one, at, line) = (world.browser(), at.clone(), line.clone());
            for pair in line.split("; ") {
                let (name, value) = pair.split_once('=').unwrap();
                one.set_cookie(name, Some(value));
            }
            spawn(async move { retry_while_busy(|| one.get(&at)).await })
        })
        .collect();
    let mut sessions = BTreeSet::new();
    for one in tries {
        let response = one.await.unwrap();
        sessions.extend(response.set_cookies("tollgate.session-token"));
    }
    assert_eq!(sessions.len(), 1);
}
