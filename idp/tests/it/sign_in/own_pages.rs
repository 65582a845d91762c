//! Tests the operator's own pages in place of ours: their addresses and parameters.

use crate::visiting::{Browser, TestBackend, TestInstallation};

const SETTINGS: [(&str, &str); 5] = [
    ("IDP_PAGE_SIGN_IN", "/welcome?from=gate"),
    ("IDP_PAGE_SIGN_OUT", "/bye"),
    ("IDP_PAGE_ERROR", "/sorry"),
    ("IDP_PAGE_VERIFY_REQUEST", "/look-for-a-mail"),
    ("IDP_PAGE_NEW_USER", "/first-steps"),
];

/// Asserts that each address redirects to its page.
async fn lead(world: &TestInstallation, browser: &Browser, rows: &[(&str, &str)]) {
    for (requested, page) in rows {
        let response = browser.get(&format!("/api/auth/{requested}")).await;
        assert_eq!(response.status, 302, "{requested}");
        let expected = page.replace("BASE", &encoded(&world.base));
        assert_eq!(
            response.location(),
            format!("{}{expected}", world.base),
            "{requested}"
        );
        assert!(response.body.is_empty(), "{requested}");
    }
}

// row: pages-4
#[tokio::test]
async fn each_page_of_ours_leads_to_the_operators() {
    let world = TestInstallation::with(&SETTINGS).await;
    let rows = [
        ("signin", "/welcome?from=gate&callbackUrl=BASE"),
        (
            "signin?callbackUrl=%2Fdash%3Fa%3D1%26b",
            "/welcome?from=gate&callbackUrl=BASE%2Fdash%3Fa%3D1%26b",
        ),
        (
            "signin?callbackUrl=https%3A%2F%2Fevil.example%2F",
            "/welcome?from=gate&callbackUrl=BASE",
        ),
        (
            "signin?callbackUrl=%2F&error=OAuthAccountNotLinked",
            "/welcome?from=gate&callbackUrl=BASE%2F&error=OAuthAccountNotLinked",
        ),
        (
            "signin/EmailSignin?callbackUrl=%2F",
            "/welcome?from=gate&callbackUrl=BASE%2F&error=EmailSignin",
        ),
        (
            "signin/unknown?callbackUrl=%2F",
            "/welcome?from=gate&callbackUrl=BASE%2F",
        ),
        (
            "signin?callbackUrl=%2F&error=%3Cscript%3E",
            "/welcome?from=gate&callbackUrl=BASE%2F&error=Signin",
        ),
        (
            "signin?callbackUrl=%2F&csrf=true",
            "/welcome?from=gate&callbackUrl=BASE%2F",
        ),
        ("signout", "/bye"),
        ("signout?csrf=true", "/bye"),
        (
            "verify-request?provider=email&type=email",
            "/look-for-a-mail",
        ),
        ("verify-request?error=Code", "/look-for-a-mail?error=Code"),
        ("error?error=Configuration", "/sorry?error=Configuration"),
        ("error?error=accessdenied", "/sorry?error=AccessDenied"),
        ("error/Verification", "/sorry?error=Verification"),
        ("error?error=constructor", "/sorry?error=Default"),
        ("error", "/sorry?error=Default"),
    ];
    lead(&world, &world.browser(), &rows).await;
}

// row: pages-4
#[tokio::test]
async fn code_of_the_sign_in_page_goes_there_by_way_of_ours() {
    let world = TestInstallation::with(&SETTINGS).await;
    let browser = world.browser();
    let response = browser.get("/api/auth/error?error=OAuthCallback").await;
    assert_eq!(
        response.location(),
        format!("{}/api/auth/signin?error=OAuthCallback", world.base)
    );
    let rows = [(
        "signin?error=OAuthCallback",
        "/welcome?from=gate&callbackUrl=BASE&error=OAuthCallback",
    )];
    lead(&world, &browser, &rows).await;
}

// row: pages-4
#[tokio::test]
async fn installation_without_own_pages_shows_ours() {
    let world = TestInstallation::new().await;
    let rows = [
        ("signin", 200),
        ("signout", 200),
        ("verify-request", 200),
        ("error?error=AccessDenied", 403),
    ];
    for (requested, status) in rows {
        let response = world.browser().get(&format!("/api/auth/{requested}")).await;
        assert_eq!(response.status, status, "{requested}");
        assert!(response.body.contains("<title>"), "{requested}");
    }
}

// row: pages-4
#[tokio::test]
async fn user_meets_the_page_for_new_users_once_by_link_and_by_code() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world = TestInstallation::at(backend, &SETTINGS).await;
        let browser = world.browser();
        let first = by_link(&world, &browser, 1).await;
        let welcome = format!(
            "{}/first-steps?callbackUrl={}%2Fdash",
            world.base,
            encoded(&world.base)
        );
        assert_eq!(first, welcome);
        assert!(browser.is_signed_in().await);
        assert_eq!(
            by_link(&world, &world.browser(), 2).await,
            format!("{}/dash", world.base),
            "the second time"
        );
        let other = world.browser();
        ask(&other, "ben@example.com").await;
        let code = world.wait_for_email("ben@example.com", 1).await.code();
        let csrf = other.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
        let response = other.post("/api/auth/callback/email", &fields).await;
        assert_eq!(response.location(), welcome);
    }
}

// row: pages-4
#[tokio::test]
async fn website_that_sends_a_user_gets_them_back_through_the_operators_page() {
    let world = TestInstallation::with(&SETTINGS).await;
    let browser = world.browser();
    let requested = "/oauth/authorize?client_id=shop&state=a%26b";
    let address = format!("/api/auth/signin?callbackUrl={}", encoded(requested));
    let page = browser.get(&address).await;
    let handed = page
        .location()
        .split_once("callbackUrl=")
        .map(|(_, url)| url.to_owned())
        .expect("a callback URL");
    let expected = encoded(&format!("{}{requested}", world.base));
    assert_eq!(handed, expected, "whole, with its own parameters");
}

/// Requests an email from `/dash`.
async fn ask(browser: &Browser, email: &str) {
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("email", email),
        ("callbackUrl", "/dash"),
    ];
    let response = browser.post("/api/auth/signin/email", &fields).await;
    assert!(response.location().contains("/api/auth/verify-request"));
}

/// Signs in by a link; returns the address of the redirect.
async fn by_link(world: &TestInstallation, browser: &Browser, count: usize) -> String {
    ask(browser, "ann@example.com").await;
    let link = world.wait_for_email("ann@example.com", count).await.link();
    browser.post(&link, &[]).await.location().to_owned()
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
