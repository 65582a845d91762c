//! Tests pages that have served their purpose, and late forms: each gives the reason and a way to continue.

use foundation::on_both_engines;

use crate::visiting::{Browser, BrowserResponse, TestInstallation, hidden};

const ANN: &str = "ann@example.com";
const TYPED_ADDRESS_COOKIE: &str = "tollgate.typed-address";
const TOO_LONG: &str = "This page was open for too long. Please send it again.";
const UNUSABLE: &str = "Enter an email address that can receive mail.";
const NO_COOKIES: &str = "Your browser keeps no cookies for this site.";

/// Returns a browser that requested an email with a return address, and the address of its redirect.
async fn requesting_browser(world: &TestInstallation) -> (Browser, String) {
    let browser = world.browser();
    let page = browser.get("/api/auth/signin?callbackUrl=/account").await;
    let token = hidden(&page.body, "csrfToken");
    let fields = [
        ("csrfToken", token.as_str()),
        ("email", ANN),
        ("callbackUrl", "/account"),
    ];
    let response = browser.post("/api/auth/signin/email", &fields).await;
    (browser, response.location().to_owned())
}

/// Returns the page to which a response redirects.
async fn follow(browser: &Browser, mut response: BrowserResponse) -> BrowserResponse {
    while response.status == 302 {
        response = browser.get(response.location()).await;
    }
    response
}

/// Returns whether a page names the signed-in account, with a button to an address.
fn leads_on(page: &BrowserResponse, account: &str, to: &str) -> bool {
    page.status == 200
        && page.body.contains(">You are signed in</h1>")
        && page
            .body
            .contains(&format!("<strong id=\"account\">{account}</strong>"))
        && page
            .body
            .contains(&format!("id=\"continue-link\" href=\"{to}\""))
}

on_both_engines! {
    async fn used_link_redirects_a_signed_in_user(world: TestInstallation) {
        let (browser, _) = requesting_browser(&world).await;
        let link = world.wait_for_email(ANN, 1).await.link();
        browser.get(&link).await;
        browser.post(&link, &[]).await;
        let account = format!("{}/account", world.base);
        // Uses the browser's Back button.
        let page = browser.get(&link).await;
        assert!(leads_on(&page, ANN, &account), "{page:?}");
        assert!(!page.body.contains("id=\"other-account\""));
        // Opens the link in a browser of another user, and in one without a session.
        let eve = world.signed_in("eve@example.com").await;
        let page = eve.get(&link).await;
        assert!(leads_on(&page, "eve@example.com", &account), "{page:?}");
        assert!(page.body.contains(&format!("The link was sent to {ANN}.")));
        let pressed = eve.post(&link, &[]).await;
        let page = eve.get(pressed.location()).await;
        assert!(leads_on(&page, "eve@example.com", &account), "{page:?}");
        let nobody = world.browser().get(&link).await;
        assert!(nobody.location().ends_with("/error?error=Verification"));
    }

    async fn requesting_tab_continues_after_the_link_is_used_elsewhere(world: TestInstallation) {
        let (browser, sent) = requesting_browser(&world).await;
        let tab = browser.get(&sent).await;
        let token = hidden(&tab.body, "csrfToken");
        let bound_for = hidden(&tab.body, "callbackUrl");
        let email = world.wait_for_email(ANN, 1).await;
        browser.get(&email.link()).await;
        browser.post(&email.link(), &[]).await;
        let account = format!("{}/account", world.base);
        // Reloads the page.
        let page = browser.get(&sent).await;
        assert!(leads_on(&page, ANN, &account), "{page:?}");
        // Submits the email's code on the old page.
        let code = email.code();
        let fields = [
            ("csrfToken", token.as_str()),
            ("callbackUrl", &bound_for),
            ("code", &code),
        ];
        let typed = browser.post("/api/auth/callback/email", &fields).await;
        let page = browser.get(typed.location()).await;
        assert!(leads_on(&page, ANN, &account), "{page:?}");
    }
}

#[tokio::test]
async fn form_that_comes_too_late_says_why_and_keeps_the_address() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    let browser = world.browser();
    for (path, page) in [
        ("signin/email", "signin"),
        ("callback/credentials", "signin"),
        ("password/new", "password/new"),
    ] {
        browser.csrf().await;
        let stale = "0".repeat(64);
        let fields = [("csrfToken", stale.as_str()), ("email", ANN)];
        let refused = browser.post(&format!("/api/auth/{path}"), &fields).await;
        let expected = format!("{}/api/auth/{page}?csrf=true", world.base);
        assert_eq!(refused.location(), expected, "{path}");
        let shown = browser.get(refused.location()).await;
        assert!(shown.body.contains(TOO_LONG), "{path}: {shown:?}");
        assert!(shown.body.contains(&format!("value=\"{ANN}\"")), "{path}");
        // A browser that sends no cookies gets another text.
        let shown = world.browser().get(refused.location()).await;
        assert!(shown.body.contains(NO_COOKIES), "{path}: {shown:?}");
    }
    let shown = browser.get("/api/auth/signout?csrf=true").await;
    assert!(shown.body.contains(TOO_LONG));
    let (browser, sent) = requesting_browser(&world).await;
    let refused = browser
        .post("/api/auth/callback/email", &[("code", "123456")])
        .await;
    let shown = browser.get(refused.location()).await;
    assert!(shown.body.contains(TOO_LONG) && shown.body.contains("id=\"code-form\""));
    let german = [("accept-language", "de")];
    let shown = browser
        .send(
            reqwest::Method::GET,
            &format!("{sent}&csrf=true"),
            &german,
            None,
        )
        .await;
    assert!(shown.body.contains("Diese Seite war zu lange offen."));
}

#[tokio::test]
async fn address_that_gets_no_mail_is_named_and_stays_in_its_form() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    let typed = ["ann@example", "j\u{f6}rg@example.com"];
    for (path, typed) in [
        ("signin/email", typed[0]),
        ("signin/email", typed[1]),
        ("password/new", typed[0]),
        ("password/new", typed[1]),
    ] {
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("email", typed)];
        let refused = browser.post(&format!("/api/auth/{path}"), &fields).await;
        let shown = follow(&browser, refused).await;
        let shown_again = format!("value=\"{typed}\"");
        assert!(shown.body.contains(UNUSABLE), "{path}: {shown:?}");
        assert!(shown.body.contains(&shown_again), "{path}: {shown:?}");
    }
    for typed in typed {
        let shown_again = format!("value=\"{typed}\"");
        let ann = world.signed_in(ANN).await;
        let csrf = ann.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("email", typed)];
        let shown = ann.post("/api/auth/account/email", &fields).await;
        assert!(shown.body.contains(&shown_again), "{shown:?}");
    }
}

#[tokio::test]
async fn address_of_a_refused_form_is_forgotten_with_the_next_form() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    let long = format!("{}@example.com", "a".repeat(254));
    for path in ["signin/email", "password/new"] {
        let path = format!("/api/auth/{path}");
        for later in ["", &long, ANN] {
            let browser = world.browser();
            let csrf = browser.csrf().await;
            let fields = |email| [("csrfToken", csrf.as_str()), ("email", email)];
            let refused = browser.post(&path, &fields("ann@example")).await;
            assert!(browser.cookie(TYPED_ADDRESS_COOKIE).is_some(), "{path}");
            browser.post(&path, &fields(later)).await;
            assert_eq!(browser.cookie(TYPED_ADDRESS_COOKIE), None, "{path} {later}");
            let shown = follow(&browser, refused).await;
            assert!(!shown.body.contains(UNUSABLE), "{path} {later}: {shown:?}");
            let shown_again = shown.body.contains("value=\"ann@example\"");
            assert!(!shown_again, "{path} {later}: {shown:?}");
        }
    }
    // A sign-in deletes the cookie as well.
    let eve = "eve@example.com";
    world.browser().ask(eve).await;
    let browser = world.browser();
    browser.ask("eve@example").await;
    assert!(browser.cookie(TYPED_ADDRESS_COOKIE).is_some());
    browser
        .post(&world.wait_for_email(eve, 1).await.link(), &[])
        .await;
    assert!(browser.is_signed_in().await);
    assert_eq!(browser.cookie(TYPED_ADDRESS_COOKIE), None);
}
