//! Tests the page that waits for an email: attempts with its code, another email, and the link in another browser.

use std::time::Duration;

use serde_json::json;

use crate::visiting::{TestBackend, TestInstallation, hidden};

#[tokio::test]
async fn wrong_code_shows_the_remaining_attempts() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser.ask("ann@example.com").await;
    let sentences = [
        "You have 4 attempts left.",
        "You have 3 attempts left.",
        "You have 2 attempts left.",
        "You have one attempt left.",
        "No attempts are left for this code. Use the link in the email, or send it again.",
    ];
    for sentence in sentences {
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("code", "no code")];
        let refused = browser.post("/api/auth/callback/email", &fields).await;
        let page = browser.get(refused.location()).await;
        assert!(page.body.contains(sentence), "{sentence}: {}", page.body);
    }
}

#[tokio::test]
async fn mail_is_sent_again_from_the_page_that_waits_for_it() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser.get("/api/auth/signin?callbackUrl=%2Fdash").await;
    let response = browser.ask("ann@gmail.com").await;
    let page = browser.get(response.location()).await.body;
    assert!(
        page.contains("href=\"https://mail.google.com/mail/\""),
        "{page}"
    );
    let (_, form) = page.split_once("id=\"resend-form\"").unwrap();
    let names = ["csrfToken", "callbackUrl", "email", "again"];
    let fields = names.map(|name| (name, hidden(form, name)));
    let fields = fields
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let again = browser.post("/api/auth/signin/email", &fields).await;
    let page = browser.get(again.location()).await.body;
    let way_on = format!("<a id=\"continue-link\" href=\"{}/dash\">", world.base);
    assert!(page.contains(&way_on), "{page}");
    let code = world.wait_for_email("ann@gmail.com", 2).await.code();
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
    let signed_in = browser.post("/api/auth/callback/email", &fields).await;
    assert_eq!(signed_in.location(), format!("{}/dash", world.base));
}

#[tokio::test]
async fn link_in_another_browser_explains_the_sign_in_in_the_first() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser.ask("ann@example.com").await;
    let link = world.wait_for_email("ann@example.com", 1).await.link();
    for (opened_in, is_told) in [(&browser, false), (&world.browser(), true)] {
        let page = opened_in.get(&link).await.body;
        assert!(page.contains("You are signing in as <strong"), "{page}");
        assert_eq!(page.contains("id=\"elsewhere\""), is_told, "{page}");
    }
}

/// The waiting page requests the session, and the response deletes the cookie of an ended session.
#[tokio::test]
async fn form_counts_after_the_page_found_that_an_old_session_had_ended() {
    for backend in [TestBackend::Sqlite, TestBackend::Redis, TestBackend::Cookie] {
        let world = TestInstallation::at(backend, &[]).await;
        let browser = world.signed_in("ann@example.com").await;
        world.wait(Duration::from_hours(31 * 24));
        browser.ask("ann@example.com").await;
        let page = browser.get("/api/auth/verify-request").await.body;
        let csrf = hidden(&page, "csrfToken");
        assert_eq!(browser.session().await, json!({}));
        let code = world.wait_for_email("ann@example.com", 2).await.code();
        let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
        browser.post("/api/auth/callback/email", &fields).await;
        assert!(browser.is_signed_in().await, "{backend:?}");
    }
}
