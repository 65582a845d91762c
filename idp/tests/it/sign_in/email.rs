//! Tests sign-in by an email link or its code: the valid flows, and the end of proofs.

use std::time::Duration;

use foundation::{on_both_engines, on_engine};
use poem::http::Method;

use crate::visiting::{TestInstallation, hidden};

const ANN: &str = "ann@example.com";

on_every_store! {
    // row: routes-7
    async fn link_signs_in_on_every_store(world: TestInstallation) {
        let browser = world.browser();
        browser.get("/api/auth/signin?callbackUrl=/account").await;
        let response = browser.ask("  Ann@Example.COM ").await;
        let verify = format!(
            "{}/api/auth/verify-request?provider=email&type=email&callbackUrl={}%2Faccount",
            world.base,
            world.base.replace(':', "%3A").replace('/', "%2F")
        );
        assert_eq!((response.status, response.location()), (302, verify.as_str()));
        let email = world.wait_for_email(ANN, 1).await;
        let link = email.link();
        let start = format!("{}/api/auth/callback/email?callbackUrl=", world.base);
        assert!(link.starts_with(&start), "{link}");
        assert!(link.ends_with("&email=ann%40example.com"), "{link}");

        let page = browser.get(&link).await;
        assert_eq!(page.status, 200);
        assert!(page.body.contains(ANN) && page.body.contains("id=\"submitButton\""));
        assert!(!browser.is_signed_in().await, "looking signed in");
        let token = hidden(&page.body, "csrfToken");
        let signed_in = browser.post(&link, &[("csrfToken", &token)]).await;
        assert_eq!(signed_in.status, 302);
        assert_eq!(signed_in.location(), format!("{}/account", world.base));
        assert_eq!(browser.session().await["user"]["email"], ANN);
        assert_eq!(browser.cookie("tollgate.attempt"), None);
    }
}

// row: email-3
#[tokio::test]
async fn email_has_its_texts() {
    let world =
        TestInstallation::with(&[("IDP_MAIL_FROM", "Example <no-reply@id.example.com>")]).await;
    world.browser().ask(ANN).await;
    let email = world.wait_for_email(ANN, 1).await;
    let host = world.base.strip_prefix("http://").unwrap();
    assert_eq!(email.subject, format!("Sign in to {host}"));
    assert_eq!(email.from, "no-reply@id.example.com");
    let mut lines = email.text.lines();
    assert_eq!(lines.next(), Some(email.subject.as_str()));
    assert_eq!(lines.next(), Some(email.link().as_str()));
    assert!(email.html.contains(">Sign in</a>"));
    assert!(
        email.html.contains(&email.link().replace('&', "&#38;")),
        "{}",
        email.html
    );
    assert!(email.html.contains(&email.code()));
    assert!(email.text.contains("you can ignore it") && email.html.contains("you can ignore it"));
}

// row: decision-6, E18
#[tokio::test]
async fn code_signs_in_the_requesting_browser_only() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("email", ANN),
        ("callbackUrl", "/account"),
    ];
    browser.post("/api/auth/signin/email", &fields).await;
    let code = world.wait_for_email(ANN, 1).await.code();

    let other_browser = world.browser();
    let token = other_browser.csrf().await;
    let fields = [("csrfToken", token.as_str()), ("code", code.as_str())];
    let response = other_browser
        .post("/api/auth/callback/email", &fields)
        .await;
    assert!(
        response.location().ends_with("/verify-request?error=Code"),
        "{response:?}"
    );
    other_browser.set_cookie("tollgate.attempt", Some(&"a".repeat(43)));
    other_browser
        .post("/api/auth/callback/email", &fields)
        .await;
    assert!(!other_browser.is_signed_in().await);

    // The sign-in returns to the address of its request, even after the browser visited other pages.
    browser.get("/api/auth/signin?callbackUrl=/elsewhere").await;
    let page = browser.get("/api/auth/verify-request").await;
    let token = hidden(&page.body, "csrfToken");
    let spaced = format!("{} {}", &code[..3], &code[3..]);
    let unverified = browser
        .post("/api/auth/callback/email", &[("code", &spaced)])
        .await;
    assert!(unverified.location().ends_with("/verify-request?csrf=true"));
    let fields = [("csrfToken", token.as_str()), ("code", spaced.as_str())];
    let response = browser.post("/api/auth/callback/email", &fields).await;
    assert_eq!(response.location(), format!("{}/account", world.base));
    assert!(browser.is_signed_in().await);
    // The code uses up the link of its email.
    let link = world.wait_for_email(ANN, 1).await.link();
    let late = world.browser().post(&link, &[]).await;
    assert!(late.location().ends_with("/error?error=Verification"));
}

on_both_engines! {
    async fn code_is_invalid_after_five_tries_and_its_link_remains_valid(world: TestInstallation) {
        let browser = world.browser();
        browser.ask(ANN).await;
        let email = world.wait_for_email(ANN, 1).await;
        let wrong = if email.code() == "000000" {
            "000001"
        } else {
            "000000"
        };
        let token = browser.csrf().await;
        // An empty code does not count as a guess.
        let nothing = browser.post("/api/auth/callback/email", &[("csrfToken", &token), ("code", "")]).await;
        assert!(nothing.location().ends_with("/error?error=configuration"));
        for guess in [wrong, "12345", "abcdef", "1234567", wrong] {
            let fields = [("csrfToken", token.as_str()), ("code", guess)];
            let response = browser.post("/api/auth/callback/email", &fields).await;
            assert!(response.location().ends_with("/verify-request?error=Code"), "{response:?}");
        }
        let code = email.code();
        let fields = [("csrfToken", token.as_str()), ("code", code.as_str())];
        let late = browser.post("/api/auth/callback/email", &fields).await;
        assert!(
            late.location().ends_with("/verify-request?error=Code"),
            "{late:?}"
        );
        assert!(!browser.is_signed_in().await);
        browser.post(&email.link(), &[]).await;
        assert!(browser.is_signed_in().await);
    }
}

// row: decision-7, email-4
#[tokio::test]
async fn link_is_used_once_and_within_its_time() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let link = world.wait_for_email(ANN, 1).await.link();
    let verification = format!("{}/api/auth/error?error=Verification", world.base);
    assert_eq!(browser.post(&link, &[]).await.location(), world.base);
    for _ in 0..2 {
        let again = world.browser().post(&link, &[]).await;
        assert_eq!(again.location(), verification);
        let looked = world.browser().get(&link).await;
        assert_eq!(looked.location(), verification);
    }
    browser.ask(ANN).await;
    let link = world.wait_for_email(ANN, 2).await.link();
    world.wait(Duration::from_mins(15));
    let expired = world.browser().post(&link, &[]).await;
    assert_eq!(expired.location(), verification);
    // The lifetime is a setting.
    let world = TestInstallation::with(&[("IDP_SIGN_IN_LINK_MINUTES", "60")]).await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let link = world.wait_for_email(ANN, 1).await.link();
    world.wait(Duration::from_mins(59));
    browser.post(&link, &[]).await;
    assert!(browser.is_signed_in().await);
}

// row: email-5, stricter-20
#[tokio::test]
async fn earlier_links_stay_valid_up_to_three() {
    let world = TestInstallation::with(&[("IDP_SIGN_IN_LINK_MINUTES", "60")]).await;
    let mut links = Vec::new();
    for count in 1..=4 {
        world.browser().ask(ANN).await;
        links.push(world.wait_for_email(ANN, count).await.link());
        world.wait(Duration::from_mins(6));
    }
    let mut worked = Vec::new();
    for link in &links {
        let browser = world.browser();
        browser.post(link, &[]).await;
        worked.push(browser.is_signed_in().await);
    }
    assert_eq!(worked, [false, true, true, true]);
}

// row: email-8
#[tokio::test]
async fn address_is_one_user_for_ever() {
    let world = TestInstallation::new().await;
    let first = world.signed_in(ANN).await;
    let second = world.signed_in(ANN).await;
    assert!(first.is_signed_in().await && second.is_signed_in().await);
    let mut reader = world.app.database.reader().await.unwrap();
    let rows: Vec<(String, i64)> = on_engine!(&mut reader.connection(), |c| {
        sqlx::query_as("SELECT email, email_verified_at FROM users")
            .fetch_all(c)
            .await
    })
    .unwrap();
    assert_eq!(rows, [(ANN.to_owned(), world.clock.now().micros())]);
}

// row: email-6, stricter-20
#[tokio::test]
async fn deactivated_user_is_denied_and_signed_out() {
    let world = TestInstallation::new().await;
    let browser = world.signed_in(ANN).await;
    let mut transaction = world.app.database.begin().await.unwrap();
    on_engine!(&mut transaction.connection(), |c| {
        sqlx::query("UPDATE users SET is_active = FALSE")
            .execute(c)
            .await
            .map(|_| ())
    })
    .unwrap();
    transaction.commit().await.unwrap();
    assert!(!browser.is_signed_in().await);
    let response = browser.ask(ANN).await;
    assert!(
        response.location().contains("/verify-request?"),
        "the response reveals it: {response:?}"
    );
    let email = world.wait_for_email(ANN, 2).await;
    let denied = format!("{}/api/auth/error?error=AccessDenied", world.base);
    assert_eq!(browser.post(&email.link(), &[]).await.location(), denied);
    let token = browser.csrf().await;
    let code = email.code();
    let fields = [("csrfToken", token.as_str()), ("code", code.as_str())];
    let by_code = browser.post("/api/auth/callback/email", &fields).await;
    assert_eq!(by_code.location(), denied);
    assert!(!browser.is_signed_in().await);
    let audit_log = "SELECT CAST(count(*) AS TEXT) FROM audit, users WHERE action = 'sign_in.failed' \
         AND subject = users.id AND details LIKE '%\"inactive\"%'";
    assert_eq!(world.text(audit_log).await, "2", "by link and by code");
    let page = browser.get(&denied).await;
    assert_eq!(page.status, 403);
    assert!(page.body.contains("You do not have permission to sign in."));
}

// row: routes-7, email-4, E4
#[tokio::test]
async fn callback_without_a_proof_redirects_with_an_error_code() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let configuration = format!("{}/api/auth/error?error=configuration", world.base);
    for path in [
        "",
        "?email=ann%40example.com",
        "?token=",
        "?token=a&token=b",
    ] {
        let url = format!("/api/auth/callback/email{path}");
        for method in [Method::GET, Method::POST] {
            let response = browser.send(method, &url, &[], None).await;
            assert_eq!(response.location(), configuration, "{path}");
        }
    }
    assert_eq!(browser.get(&configuration).await.status, 500);
}
