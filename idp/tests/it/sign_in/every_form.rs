//! Tests forms from other websites, with a wrong content type, or without a token: none has an effect
//! (attack G13).

use poem::http::Method;

use crate::visiting::{Browser, BrowserResponse, TestInstallation, holds};

const ANN: &str = "ann@example.com";
/// A text that an accepted forged form would leave in the database.
const TRACE: &str = "forged-by-an-attacker@example.com";
const FORM: &str = "application/x-www-form-urlencoded";
const SETTINGS: [(&str, &str); 5] = [
    ("IDP_BASE_URL", "http://localhost:8080"),
    ("IDP_GITHUB_CLIENT_ID", "tollgate"),
    ("IDP_GITHUB_CLIENT_SECRET", "a secret of the test"),
    ("IDP_PASSKEYS", "on"),
    ("IDP_PASSWORDS", "register"),
];

/// A form: its path, and its fields without the token. Forms that end the session come last.
type Row = (&'static str, &'static [(&'static str, &'static str)]);

const FORMS: [Row; 22] = [
    ("/api/auth/signin/email", &[("email", TRACE)]),
    ("/api/auth/signin/github", &[]),
    ("/api/auth/signin/credentials", &[]),
    (
        "/api/auth/callback/credentials",
        &[("email", TRACE), ("password", "kiln tugboat 40")],
    ),
    ("/api/auth/session", &[]),
    ("/api/auth/passkey/options", &[]),
    ("/api/auth/callback/passkey", &[("ceremony", "x")]),
    ("/api/auth/password/new", &[("email", TRACE)]),
    ("/api/auth/password/change", &[("password", "x")]),
    ("/api/auth/account/link/github", &[]),
    ("/api/auth/account/unlink", &[("account", "acc_0")]),
    ("/api/auth/account/email", &[("email", TRACE)]),
    ("/api/auth/account/email/confirm", &[("code", "000000")]),
    ("/api/auth/account/passkeys/options", &[]),
    ("/api/auth/account/passkeys/add", &[("name", TRACE)]),
    ("/api/auth/account/passkeys/rename", &[("name", TRACE)]),
    ("/api/auth/account/passkeys/remove", &[("id", "psk_0")]),
    ("/api/auth/account/sessions", &[("others", "all")]),
    ("/oauth/consent", &[("decision", "allow")]),
    ("/admin/claim", &[("token", "x")]),
    ("/api/auth/signout", &[]),
    ("/oauth/logout/confirm", &[]),
];

/// Returns whether a response refuses the form before any processing.
fn is_refused(response: &BrowserResponse) -> bool {
    let says = |words: &str| response.body.contains(words);
    match response.status {
        302 => response.location().ends_with("csrf=true"),
        400 | 403 => {
            response.body == "{}"
                || says("This page is out of date")
                || says("This request came from another site.")
                || says("This page was open for too long.")
                || says("Your browser keeps no cookies for this site.")
        }
        _ => false,
    }
}

fn with_token<'a>(token: &'a str, fields: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    [&[("csrfToken", token)], fields].concat()
}

async fn signed_in_browser(world: &TestInstallation) -> Browser {
    let browser = world.browser();
    let came = idp::testing::sign_in(&world.app, ANN, None).await.unwrap();
    let (name, value) = came.cookie.split_once('=').unwrap();
    browser.set_cookie(name, Some(value));
    assert!(browser.is_signed_in().await);
    browser
}

/// Asserts that no forged form had an effect, and that the session is still valid.
async fn is_untouched(world: &TestInstallation, browser: &Browser, others: &Browser) {
    assert!(browser.is_signed_in().await && others.is_signed_in().await);
    assert!(!holds(&world.dump(), TRACE.as_bytes()));
    let statement = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'sign_in.failed'";
    assert_eq!(world.text(statement).await, "0");
}

/// Asserts that the valid forms are accepted, one after the other.
async fn are_taken(browser: &Browser) {
    for (path, fields) in FORMS {
        let token = browser.csrf().await;
        let response = browser.post(path, &with_token(&token, fields)).await;
        assert!(!is_refused(&response), "the control, {path}: {response:?}");
        if path == "/api/auth/signout" {
            assert!(!browser.is_signed_in().await);
        }
    }
}

// row: stricter-23, G13
#[tokio::test]
async fn cross_site_form_is_refused() {
    let world = TestInstallation::with(&SETTINGS).await;
    let (browser, other) = (
        signed_in_browser(&world).await,
        signed_in_browser(&world).await,
    );
    let token = browser.csrf().await;
    for (path, fields) in FORMS {
        let fields = with_token(&token, fields);
        let foreign: [&[(&str, &str)]; 5] = [
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
            &[
                ("sec-fetch-site", "cross-site"),
                ("origin", "http://localhost:8080"),
            ],
            &[("origin", "https://evil.example")],
            &[("origin", "http://localhost:8081")],
        ];
        for headers in foreign {
            let response = browser.post_with(path, headers, &fields).await;
            assert_eq!(response.status, 403, "{path} {headers:?}: {response:?}");
            assert!(is_refused(&response), "{path} {headers:?}: {response:?}");
        }
    }
    is_untouched(&world, &browser, &other).await;
    are_taken(&browser).await;
}

// row: G13
#[tokio::test]
async fn form_of_another_content_type_is_refused() {
    let world = TestInstallation::with(&SETTINGS).await;
    let (browser, other) = (
        signed_in_browser(&world).await,
        signed_in_browser(&world).await,
    );
    let token = browser.csrf().await;
    for (path, fields) in FORMS {
        let form = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(with_token(&token, fields))
            .finish();
        let parts: Vec<_> = with_token(&token, fields)
            .iter()
            .map(|(name, value)| {
                format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
            })
            .collect();
        let parts = parts.concat();
        for (kind, body) in [
            ("text/plain", form.clone()),
            ("", form.clone()),
            ("application/octet-stream", form.clone()),
            (
                "multipart/form-data; boundary=b",
                format!("{parts}--b--\r\n"),
            ),
            (FORM, format!("{form}&csrfToken={token}")),
        ] {
            let body = Some((kind, body));
            let response = browser.send(Method::POST, path, &[], body).await;
            assert!(is_refused(&response), "{path} {kind:?}: {response:?}");
        }
    }
    is_untouched(&world, &browser, &other).await;
}

// row: csrf-4
#[tokio::test]
async fn form_without_its_token_is_refused() {
    let world = TestInstallation::with(&SETTINGS).await;
    let (browser, other) = (
        signed_in_browser(&world).await,
        signed_in_browser(&world).await,
    );
    let token = browser.csrf().await;
    let foreign_token = world.browser().csrf().await;
    for (path, fields) in FORMS {
        let upper = token.to_ascii_uppercase();
        let forged = ["", "0", &token[1..], &foreign_token, &upper];
        for forged in forged.into_iter().filter(|one| *one != token) {
            let response = browser.post(path, &with_token(forged, fields)).await;
            assert!(is_refused(&response), "{path} {forged}: {response:?}");
        }
        let bare = browser.post(path, fields).await;
        assert!(is_refused(&bare), "{path}: {bare:?}");
        let in_query = format!("{path}?csrfToken={token}");
        let response = browser.post(&in_query, fields).await;
        assert!(is_refused(&response), "{in_query}: {response:?}");
    }
    is_untouched(&world, &browser, &other).await;
}

// row: csrf-4
/// The token decides for `Origin: null`, which sandboxed frames of other websites and our own pages over HTTP send.
#[tokio::test]
async fn form_with_a_null_origin_needs_its_token() {
    let world = TestInstallation::with(&SETTINGS).await;
    let (browser, other) = (
        signed_in_browser(&world).await,
        signed_in_browser(&world).await,
    );
    let token = browser.csrf().await;
    let hidden = [("origin", "null")];
    for (path, fields) in FORMS {
        let response = browser.post_with(path, &hidden, fields).await;
        assert!(is_refused(&response), "{path}: {response:?}");
    }
    is_untouched(&world, &browser, &other).await;
    for (path, fields) in &FORMS[..FORMS.len() - 2] {
        let fields = with_token(&token, fields);
        let response = browser.post_with(path, &hidden, &fields).await;
        assert!(!is_refused(&response), "the control, {path}: {response:?}");
        if *path == "/api/auth/account/email/confirm" {
            assert_eq!(response.status, 422);
        }
    }
}
