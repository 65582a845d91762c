//! Tests identification of users by the provider's own id alone, with any other profile data.

use std::time::Duration;

use foundation::on_both_engines;
use serde_json::json;

use super::fake_provider::FakeProvider;
use super::{code, press, round, world};
use crate::visiting::{TestBackend, TestInstallation};

async fn users(world: &TestInstallation) -> String {
    world.text("SELECT CAST(COUNT(*) AS TEXT) FROM users").await
}

on_both_engines!(login_name_or_address_that_changes_hands_takes_no_user_along);

// row: D13
async fn login_name_or_address_that_changes_hands_takes_no_user_along(backend: TestBackend) {
    let double = FakeProvider::start().await;
    let world = world(backend, &double).await;
    round(&world.browser(), &double, "github").await;
    // The account with another login name and another address is the same user.
    double.lie(|says| {
        says.user["login"] = json!("anna");
        says.emails = json!([{ "email": "anna@example.com", "primary": true, "verified": true }]);
    });
    let ann = world.browser();
    round(&ann, &double, "github").await;
    assert_eq!(ann.session().await["user"]["email"], "ann@example.com");
    assert_eq!(users(&world).await, "1");
    // Another account at the provider gets the old login name and the old address.
    double.lie(|says| {
        says.user["id"] = json!(999);
        says.user["login"] = json!("ann");
        says.emails = json!([{ "email": "ann@example.com", "primary": true, "verified": true }]);
    });
    let other = world.browser();
    let response = round(&other, &double, "github").await;
    assert_eq!(code(&response), "OAuthAccountNotLinked");
    assert!(!other.is_signed_in().await);
    assert_eq!(users(&world).await, "1");
    // With another address this account becomes a new user.
    double.lie(|says| says.emails = json!([]));
    round(&other, &double, "github").await;
    assert!(other.is_signed_in().await);
    assert_eq!(users(&world).await, "2");
}

// row: D8
#[tokio::test]
async fn address_of_another_provider_is_refused_and_the_page_explains_it() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    round(&world.browser(), &double, "github").await;
    let browser = world.browser();
    let response = round(&browser, &double, "google").await;
    assert_eq!(code(&response), "OAuthAccountNotLinked");
    assert!(!browser.is_signed_in().await);
    let left = browser.cookie_line();
    assert!(!left.contains("tollgate.attempt."), "{left}");
    let sign_in = browser.get(response.location()).await;
    assert_eq!((sign_in.status, code(&sign_in)), (302, ""));
    let page = browser.get(sign_in.location()).await.body;
    assert!(
        page.contains(
            "To confirm your identity, sign in with the same account you used originally."
        )
    );
    assert!(
        page.contains("id=\"link-hint\"") && page.contains("href=\"/api/auth/account\""),
        "{page}"
    );
    // The old provider still works, and with another address the other does too.
    round(&browser, &double, "github").await;
    assert!(browser.is_signed_in().await);
    double.lie(|says| says.claims = json!({ "email": "other@example.com" }));
    let other = world.browser();
    round(&other, &double, "google").await;
    assert_eq!(other.session().await["user"]["email"], "other@example.com");
}

// row: D22
#[tokio::test]
async fn extra_provider_claims_are_ignored() {
    let double = FakeProvider::start().await;
    let extra = json!({
        "role": "operator", "roles": ["operator"], "isOperator": true, "is_operator": true,
        "isActive": true, "credits": 1_000_000, "emailVerified": "2020-01-01", "userId": "usr_1",
        "user_id": "usr_1", "createdAt": 0, "scope": "idp.users", "amr": ["hwk"], "acr": "high",
    });
    double.lie(|says| {
        let members = || extra.as_object().unwrap().clone();
        says.claims = extra.clone();
        says.user.as_object_mut().unwrap().extend(members());
        says.token = json!(members());
        for other in [&mut says.user, &mut says.token] {
            other["sub"] = json!("usr_1");
            other["iss"] = json!("https://evil.example");
        }
        says.token["scope"] = json!("openid");
    });
    for (provider, id) in [("github", "583231"), ("google", "subject-1")] {
        let world = world(TestBackend::Sqlite, &double).await;
        let browser = world.browser();
        round(&browser, &double, provider).await;
        let session = browser.session().await;
        assert_eq!(session["user"]["email"], "ann@example.com");
        let account = "SELECT provider || ' ' || provider_account_id FROM accounts";
        assert_eq!(world.text(account).await, format!("{provider} {id}"));
        let mut names: Vec<_> = session["user"].as_object().unwrap().keys().collect();
        names.sort();
        assert_eq!(names, ["email", "image", "name"], "{provider}");
        let row = "SELECT id || ' ' || CAST(is_operator AS TEXT) || ' ' || (email_verified_at IS NULL) FROM users";
        let row = world.text(row).await;
        assert!(
            row.starts_with("usr_") && !row.contains("usr_1 ") && row.ends_with(" 0 1"),
            "{row}"
        );
        let way = world.text("SELECT amr FROM sessions").await;
        assert!(!way.contains("hwk"), "{way}");
    }
}

// row: D14
#[tokio::test]
async fn invalid_addresses_of_a_provider_are_omitted() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let addresses = [
        "a@b@example.com",
        "\"a b\"@example.com",
        "a@example.com,b@example.org",
        "a@example.com@",
        "a b@example.com",
        "a@localhost",
        "a@example.com\r\nBcc: b@example.org",
        "",
    ];
    for (number, address) in addresses.into_iter().enumerate() {
        double.lie(|says| says.claims = json!({ "sub": format!("s{number}"), "email": address }));
        let browser = world.browser();
        round(&browser, &double, "google").await;
        let session = browser.session().await;
        assert_eq!(session["user"]["name"], "Ann", "{address:?}");
        assert!(session["user"]["email"].is_null(), "{address:?}: {session}");
    }
    double.lie(|says| says.claims = json!({ "sub": "good", "email": " Ann@Example.COM " }));
    let browser = world.browser();
    round(&browser, &double, "google").await;
    assert_eq!(browser.session().await["user"]["email"], "ann@example.com");
}

// row: D20
/// A failed sign-in keeps the browser's existing session.
#[tokio::test]
async fn failed_return_leaves_the_session_as_it_was() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    round(&browser, &double, "google").await;
    let before = browser.cookie("tollgate.session-token").unwrap();
    let sessions = "SELECT CAST(COUNT(*) AS TEXT) FROM sessions";
    let no = |at: &str| at.replace("code=code-of-the-double", "error=access_denied");
    let at = double.agree(press(&browser, "github").await.location());
    assert_eq!(code(&browser.get(&no(&at)).await), "Callback");
    let at = double.agree(press(&browser, "google").await.location());
    double.lie(|says| says.claims = json!({ "aud": "other" }));
    assert_eq!(code(&browser.get(&at).await), "OAuthCallback");
    assert_eq!(
        code(&browser.get(&at).await),
        "OAuthCallback",
        "D18: opened twice"
    );
    assert_eq!(browser.cookie("tollgate.session-token").unwrap(), before);
    assert_eq!(world.text(sessions).await, "1");
    assert_eq!(browser.session().await["user"]["email"], "ann@example.com");
    // A successful return changes the session's id.
    double.lie(|says| says.claims = json!({}));
    round(&browser, &double, "google").await;
    assert_ne!(browser.cookie("tollgate.session-token").unwrap(), before);
    assert_eq!(world.text(sessions).await, "1");
}

// row: D18
#[tokio::test]
async fn address_opened_twice_or_in_two_tabs_is_one_session_and_a_clean_error() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    let at = double.agree(press(&browser, "github").await.location());
    let jar = browser.cookie_line();
    let first = browser.get(&at).await;
    let again = browser.get(&at).await;
    assert_eq!(again.location(), first.location(), "twice at once");
    assert!(browser.is_signed_in().await);
    world.wait(Duration::from_secs(31));
    assert_eq!(
        code(&browser.get(&at).await),
        "OAuthCallback",
        "the same tab"
    );
    assert!(browser.is_signed_in().await, "the session stays");
    // The other tab sent its request before the first response, so it still has the attempt's cookie.
    let tab = world.browser();
    for pair in jar.split("; ") {
        let (name, value) = pair.split_once('=').unwrap();
        tab.set_cookie(name, Some(value));
    }
    assert_eq!(code(&tab.get(&at).await), "OAuthCallback", "the other tab");
    assert!(!tab.is_signed_in().await);
    assert_eq!(
        world
            .text("SELECT CAST(COUNT(*) AS TEXT) FROM sessions")
            .await,
        "1"
    );
}

// row: providers-9
/// A deactivated user gets an error, and the attempt ends.
#[tokio::test]
async fn deactivated_user_is_denied_and_nothing_is_stored() {
    let double = FakeProvider::start().await;
    for provider in ["github", "google"] {
        let world = world(TestBackend::Sqlite, &double).await;
        round(&world.browser(), &double, provider).await;
        world.change("UPDATE users SET is_active = FALSE").await;
        let browser = world.browser();
        let response = round(&browser, &double, provider).await;
        assert_eq!(code(&response), "AccessDenied");
        assert!(!browser.is_signed_in().await);
        assert!(!browser.cookie_line().contains("tollgate.attempt."));
        assert_eq!(browser.get(response.location()).await.status, 403);
        world.change("UPDATE users SET is_active = TRUE").await;
        round(&browser, &double, provider).await;
        assert!(browser.is_signed_in().await, "the control");
    }
}
