//! Tests cookies and CSRF tokens in HTTP headers.

use std::time::Duration;

use crate::visiting::{Browser, BrowserResponse, TestInstallation};

const GITHUB: [(&str, &str); 2] = [
    ("IDP_GITHUB_CLIENT_ID", "tollgate"),
    ("IDP_GITHUB_CLIENT_SECRET", "secret"),
];
const ANN: &str = "ann@example.com";

/// Returns the attributes of the only cookie with this prefix.
fn attributes(response: &BrowserResponse, name: &str) -> String {
    let lines = response.headers.get_all("set-cookie").iter();
    let lines = lines.map(|line| line.to_str().unwrap());
    let found: Vec<_> = lines.filter(|line| line.starts_with(name)).collect();
    assert_eq!(found.len(), 1, "{name} in {response:?}");
    found[0].split_once("; ").unwrap().1.to_owned()
}

async fn press(browser: &Browser, path: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("email", ANN)];
    browser.post(&format!("/api/auth/{path}"), &fields).await
}

// row: requests-2, cookies-1, seed-6
#[tokio::test]
async fn each_cookie_has_its_flags_and_its_lifetime() {
    for (base, prefix, secure) in [
        (None, "tollgate", ""),
        (
            Some("https://id.example.com"),
            "__Host-tollgate",
            "Secure; ",
        ),
    ] {
        let mut settings = GITHUB.to_vec();
        settings.extend(base.map(|base| ("IDP_BASE_URL", base)));
        let world = TestInstallation::with(&settings).await;
        let browser = world.browser();
        let first = browser.get("/api/auth/session").await;
        let plain = format!("Path=/; HttpOnly; {secure}SameSite=Lax");
        for name in ["csrf-token", "callback-url"] {
            let name = format!("{prefix}.{name}=");
            assert_eq!(attributes(&first, &name), plain, "{name}");
        }
        // State, PKCE verifier and nonce of an attempt at a provider last a quarter of an hour.
        let away = press(&browser, "signin/github").await;
        assert!(
            away.location()
                .starts_with("https://github.com/login/oauth/authorize?")
        );
        let quarter = format!("Max-Age=900; {plain}");
        assert_eq!(attributes(&away, &format!("{prefix}.attempt.")), quarter);
        // The cookie of a browser that requested an email lasts as long as the email's link.
        let requested = press(&browser, "signin/email").await;
        assert_eq!(
            attributes(&requested, &format!("{prefix}.attempt=")),
            quarter
        );
        let link = world.wait_for_email(ANN, 1).await.link();
        let arrived = browser.post(&link, &[]).await;
        let until = format!(
            "Path=/; Expires=Thu, 14 Dec 2023 22:13:20 GMT; HttpOnly; {secure}SameSite=Lax"
        );
        assert_eq!(
            attributes(&arrived, &format!("{prefix}.session-token=")),
            until
        );
        let cleared = format!("Max-Age=0; {plain}");
        assert_eq!(attributes(&arrived, &format!("{prefix}.attempt=")), cleared);
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str())];
        let signed_out = browser.post("/api/auth/signout", &fields).await;
        assert_eq!(
            attributes(&signed_out, &format!("{prefix}.session-token=")),
            cleared
        );
        for response in [first, away, requested, arrived, signed_out] {
            values_are_encoded(&response);
        }
    }
}

fn values_are_encoded(response: &BrowserResponse) {
    for line in response.headers.get_all("set-cookie") {
        let line = line.to_str().unwrap();
        assert!(!line.contains("Domain"), "{line}");
        let text = line.split_once('=').unwrap().1.split(';').next().unwrap();
        assert!(!text.contains(['|', ':', '/', '"', ' ', ',']), "{line}");
    }
}

// row: decision-1, cookies-2, G4
#[tokio::test]
async fn plain_cookie_names_under_https_are_ignored() {
    let world = TestInstallation::with(&[("IDP_BASE_URL", "https://id.example.com")]).await;
    let browser = world.browser();
    browser.ask(ANN).await;
    browser
        .post(&world.wait_for_email(ANN, 1).await.link(), &[])
        .await;
    assert!(browser.is_signed_in().await);
    let pairs: Vec<(String, String)> = browser
        .cookie_line()
        .split("; ")
        .map(|pair| pair.split_once('=').unwrap())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let sibling = world.browser();
    for (name, value) in &pairs {
        let plain = name.strip_prefix("__Host-").expect("a prefix");
        for tossed in [plain.to_owned(), format!("__Secure-{plain}")] {
            sibling.set_cookie(&tossed, Some(value));
        }
    }
    assert!(!sibling.is_signed_in().await);
    let csrf = pairs.iter().find(|(name, _)| name.ends_with("csrf-token"));
    let token = &csrf.unwrap().1[..64];
    let copy = world.browser();
    copy.set_cookie("tollgate.csrf-token", Some(&csrf.unwrap().1));
    let forged = copy
        .post("/api/auth/signout", &[("csrfToken", token)])
        .await;
    assert!(forged.location().ends_with("/signout?csrf=true"));
    for (name, value) in &pairs {
        copy.set_cookie(name, Some(value));
    }
    assert!(copy.is_signed_in().await, "the control");
}

// row: csrf-3, stricter-23
#[tokio::test]
async fn token_ends_with_sign_in_and_with_sign_out_and_not_before() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let before = browser.csrf().await;
    // A failed or refused request keeps the token.
    browser.post("/api/auth/signout", &[]).await;
    browser.ask("no address").await;
    world.wait(Duration::from_hours(24 * 365));
    assert_eq!(browser.csrf().await, before);
    browser.ask(ANN).await;
    browser
        .post(&world.wait_for_email(ANN, 1).await.link(), &[])
        .await;
    let within = browser.csrf().await;
    assert_ne!(within, before);
    let stale = browser
        .post("/api/auth/signout", &[("csrfToken", &before)])
        .await;
    assert!(stale.location().ends_with("/signout?csrf=true"));
    assert!(browser.is_signed_in().await);
    let fields = [("csrfToken", within.as_str())];
    browser.post("/api/auth/signout", &fields).await;
    assert!(!browser.is_signed_in().await);
    assert_ne!(browser.csrf().await, within);
}

// row: csrf-4
#[tokio::test]
async fn form_without_a_valid_token_redirects_to_its_page() {
    let mut settings = GITHUB.to_vec();
    settings.push(("IDP_PASSWORDS", "sign-in"));
    let world = TestInstallation::with(&settings).await;
    let rows = [
        ("signin/email", "signin?csrf=true"),
        ("signin/github", "signin?csrf=true"),
        ("signin/credentials", "signin?csrf=true"),
        ("callback/credentials", "signin?csrf=true"),
        ("signout", "signout?csrf=true"),
    ];
    for (path, refused) in rows {
        let browser = world.browser();
        let token = browser.csrf().await;
        let url = format!("/api/auth/{path}");
        let refused = format!("{}/api/auth/{refused}", world.base);
        let email = ("email", ANN);
        for fields in [
            vec![email],
            vec![email, ("csrfToken", "")],
            vec![email, ("csrfToken", &token[..63])],
        ] {
            assert_eq!(
                browser.post(&url, &fields).await.location(),
                refused,
                "{path}"
            );
        }
        let in_query = format!("{url}?csrfToken={token}");
        assert_eq!(
            browser.post(&in_query, &[email]).await.location(),
            refused,
            "{path}"
        );
        let honest = browser.post(&url, &[email, ("csrfToken", &token)]).await;
        assert_ne!(honest.location(), refused, "{path}");
    }
    let browser = world.browser();
    let session = browser.post("/api/auth/session", &[]).await;
    assert_eq!((session.status, session.body.as_str()), (400, "{}"));
    for (path, code) in [
        ("callback/github?code=x&state=y", "OAuthCallback"),
        (
            "callback/email?token=x&email=ann%40example.com",
            "Verification",
        ),
    ] {
        let response = browser.post(&format!("/api/auth/{path}"), &[]).await;
        assert!(
            response.location().ends_with(&format!("error={code}")),
            "{path}"
        );
    }
    assert_eq!(browser.post("/api/auth/_log", &[]).await.status, 200);
}
