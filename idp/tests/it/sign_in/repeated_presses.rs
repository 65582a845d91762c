//! Tests repeated requests and lost responses: the browser gets the result of its first request. No other browser gains access.

use std::time::Duration;

use foundation::on_both_engines;

use crate::visiting::{Browser, BrowserResponse, TestInstallation, hidden};

const ANN: &str = "ann@example.com";
const CALLBACK: &str = "/api/auth/callback/email";
const SESSION: &str = "tollgate.session-token";
/// Just longer than a request counts as repeated.
const TOO_LATE: Duration = Duration::from_secs(31);

/// Returns a browser with the current cookies of another one.
fn copy(world: &TestInstallation, of: &Browser) -> Browser {
    let browser = world.browser();
    browser.take_cookies_of(of);
    browser
}

/// Returns a browser that requested an email with a return address.
async fn requesting_browser(world: &TestInstallation, email: &str) -> Browser {
    let browser = world.browser();
    let page = browser.get("/api/auth/signin?callbackUrl=/account").await;
    let token = hidden(&page.body, "csrfToken");
    let fields = [
        ("csrfToken", token.as_str()),
        ("email", email),
        ("callbackUrl", "/account"),
    ];
    browser.post("/api/auth/signin/email", &fields).await;
    browser
}

/// Returns the session cookies of a response.
fn given(response: &BrowserResponse) -> Vec<String> {
    let lines = response.headers.get_all("set-cookie").iter();
    lines
        .map(|line| line.to_str().unwrap().to_owned())
        .filter(|line| line.starts_with(SESSION))
        .collect()
}

async fn count(world: &TestInstallation, action: &'static str) -> String {
    world.text(action).await
}

const SUCCEEDED: &str =
    "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'sign_in.succeeded'";
const FAILED: &str = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'sign_in.failed'";

/// Sends a form twice concurrently, once after the response, and once without it. Each time it ends at the account, with one
/// session.
async fn press_often(
    world: &TestInstallation,
    browser: &Browser,
    path: &str,
    fields: &[(&str, &str)],
) {
    let before = copy(world, browser);
    let account = format!("{}/account", world.base);
    let (one, two) = tokio::join!(browser.post(path, fields), browser.post(path, fields));
    for response in [&one, &two] {
        assert_eq!(response.location(), account, "at once: {response:?}");
    }
    assert!(!given(&one).is_empty());
    assert_eq!(given(&one), given(&two), "one session");
    let again = browser.post(path, fields).await;
    assert_eq!(again.location(), account, "after the response: {again:?}");
    assert_eq!(browser.session().await["user"]["email"], ANN);
    let lost = copy(world, &before);
    let again = lost.post(path, fields).await;
    assert_eq!(again.location(), account, "without the response: {again:?}");
    assert_eq!(given(&again), given(&one));
    assert_eq!(lost.session().await["user"]["email"], ANN);
    assert_eq!(count(world, SUCCEEDED).await, "1");
    assert_eq!(count(world, FAILED).await, "0", "nobody failed");
    // A late repeat is refused, as is one after a sign-out.
    world.wait(TOO_LATE);
    let late = copy(world, &before);
    late.post(path, fields).await;
    assert!(!late.is_signed_in().await, "too late");
}

on_every_store! {
    async fn link_sent_twice_leads_its_browser_on_twice(world: TestInstallation) {
        requesting_browser(&world, ANN).await;
        let link = world.wait_for_email(ANN, 1).await.link();
        // The browser that opens the link may differ from the one that requested it.
        let browser = world.browser();
        let page = browser.get(&link).await;
        let token = hidden(&page.body, "csrfToken");
        press_often(&world, &browser, &link, &[("csrfToken", &token)]).await;
    }

    async fn code_sent_twice_leads_its_browser_on_twice(world: TestInstallation) {
        let browser = requesting_browser(&world, ANN).await;
        let page = browser.get("/api/auth/verify-request").await;
        let token = hidden(&page.body, "csrfToken");
        let code = world.wait_for_email(ANN, 1).await.code();
        let fields = [("csrfToken", token.as_str()), ("code", code.as_str())];
        press_often(&world, &browser, CALLBACK, &fields).await;
    }

    async fn link_opened_again_after_a_lost_response_shows_its_button(world: TestInstallation) {
        requesting_browser(&world, ANN).await;
        let link = world.wait_for_email(ANN, 1).await.link();
        let browser = world.browser();
        browser.get(&link).await;
        let lost = copy(&world, &browser);
        browser.post(&link, &[]).await;
        let page = lost.get(&link).await;
        assert_eq!(page.status, 200, "{page:?}");
        let token = hidden(&page.body, "csrfToken");
        let again = lost.post(&link, &[("csrfToken", &token)]).await;
        assert_eq!(again.location(), format!("{}/account", world.base));
        assert!(lost.is_signed_in().await);
        let other_browser = world.browser();
        other_browser.csrf().await;
        let refused = other_browser.get(&link).await;
        assert!(refused.location().ends_with("/error?error=Verification"));
    }

    async fn link_sent_again_by_another_browser_is_refused(world: TestInstallation) {
        let browser = requesting_browser(&world, ANN).await;
        let link = world.wait_for_email(ANN, 1).await.link();
        browser.get(&link).await;
        let before = copy(&world, &browser);
        browser.post(&link, &[]).await;
        assert!(browser.is_signed_in().await);
        let verification = "/error?error=Verification";
        // Sends the link from four browsers: without a cookie, with the open page, with another cookie, with another user's
        // session.
        let other_browser = world.browser();
        assert!(other_browser.post(&link, &[]).await.location().ends_with(verification));
        other_browser.get("/api/auth/csrf").await;
        assert!(other_browser.post(&link, &[]).await.location().ends_with(verification));
        let forged = copy(&world, &before);
        forged.set_cookie("tollgate.csrf-token", Some(&format!("{}%7Cx", "0".repeat(64))));
        assert!(forged.post(&link, &[]).await.location().ends_with(verification));
        let eve = world.signed_in("eve@example.com").await;
        let token = before.cookie("tollgate.csrf-token");
        eve.set_cookie("tollgate.csrf-token", token.as_deref());
        // The page of the link shows the signed-in user.
        assert_eq!(eve.post(&link, &[]).await.location(), link);
        assert_eq!(eve.session().await["user"]["email"], "eve@example.com");
        // A page of another website gains nothing by it.
        let headers = [("sec-fetch-site", "cross-site")];
        assert_eq!(before.post_with(&link, &headers, &[]).await.status, 403);
    }

    async fn link_sent_again_after_sign_out_is_refused(world: TestInstallation) {
        let browser = requesting_browser(&world, ANN).await;
        let link = world.wait_for_email(ANN, 1).await.link();
        browser.get(&link).await;
        let before = copy(&world, &browser);
        browser.post(&link, &[]).await;
        let token = browser.csrf().await;
        browser.post("/api/auth/signout", &[("csrfToken", &token)]).await;
        let again = before.post(&link, &[]).await;
        assert!(again.location().ends_with("/error?error=Verification"), "{again:?}");
        assert!(!before.is_signed_in().await);
    }
}

on_both_engines! {
    async fn repeated_mail_request_sends_one_email_with_a_valid_code(world: TestInstallation) {
        let browser = world.browser();
        let page = browser.get("/api/auth/signin?callbackUrl=/account").await;
        let token = hidden(&page.body, "csrfToken");
        let before = copy(&world, &browser);
        let fields = [
            ("csrfToken", token.as_str()),
            ("email", ANN),
            ("callbackUrl", "/account"),
        ];
        let path = "/api/auth/signin/email";
        let (one, two) = tokio::join!(browser.post(path, &fields), browser.post(path, &fields));
        assert_eq!(one.location(), two.location());
        // The browser loses the responses to the first two requests.
        before.post(path, &fields).await;
        let sent = "SELECT CAST(count(*) AS TEXT) FROM sign_in_tokens";
        assert_eq!(world.text(sent).await, "1");
        let code = world.wait_for_email(ANN, 1).await.code();
        let page = before.get("/api/auth/verify-request").await;
        let token = hidden(&page.body, "csrfToken");
        let typed = [("csrfToken", token.as_str()), ("code", code.as_str())];
        let response = before.post(CALLBACK, &typed).await;
        assert_eq!(response.location(), format!("{}/account", world.base));
        // A request with another address, return address or browser is no repeat, nor is a later one.
        let other = requesting_browser(&world, "bob@example.com").await;
        let token = other.csrf().await;
        for (email, to) in [("bob@example.com", "/elsewhere"), ("cid@example.com", "/account")] {
            let fields = [("csrfToken", token.as_str()), ("email", email), ("callbackUrl", to)];
            other.post(path, &fields).await;
        }
        requesting_browser(&world, "cid@example.com").await;
        assert_eq!(world.text(sent).await, "4");
        world.wait(Duration::from_secs(11));
        let fields = [
            ("csrfToken", token.as_str()),
            ("email", "cid@example.com"),
            ("callbackUrl", "/account"),
        ];
        other.post(path, &fields).await;
        assert_eq!(world.text(sent).await, "5");
    }
}
