//! Tests requests and responses in general: paths, methods, bodies, headers.

use poem::http::{HeaderName, Method};

use crate::visiting::{Browser, TestInstallation};

const FORM: &str = "application/x-www-form-urlencoded";

/// Every route with a page or a document.
const PAGE_PATHS: [&str; 7] = [
    "providers",
    "session",
    "csrf",
    "signin",
    "signout",
    "verify-request",
    "error",
];

// row: requests-1
#[tokio::test]
async fn request_headers_change_no_own_url() {
    let world = TestInstallation::new().await;
    let claims = [
        ("host", "evil.example"),
        ("x-forwarded-host", "evil.example"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-port", "444"),
        ("forwarded", "host=evil.example;proto=https"),
        ("x-original-url", "/api/auth/signout"),
        ("x-rewrite-url", "/api/auth/signout"),
    ];
    let browser = world.browser();
    let seen = browser
        .send(Method::GET, "/api/auth/providers", &claims, None)
        .await;
    assert_eq!(
        seen.json(),
        world.browser().get("/api/auth/providers").await.json()
    );
    let page = browser
        .send(Method::GET, "/api/auth/signin", &claims, None)
        .await;
    assert!(
        page.body.contains("<title>Sign In</title>") && !page.body.contains("evil"),
        "{}",
        page.body
    );
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("email", "ann@example.com")];
    let sent = browser
        .post_with("/api/auth/signin/email", &claims, &fields)
        .await;
    let verify = format!(
        "{}/api/auth/verify-request?provider=email&type=email",
        world.base
    );
    assert_eq!(sent.location(), verify);
    let email = world.wait_for_email("ann@example.com", 1).await;
    assert!(!email.text.contains("evil") && !email.html.contains("evil"));
    let out = browser
        .post_with("/api/auth/signout", &claims, &[("csrfToken", &csrf)])
        .await;
    assert_eq!(out.location(), world.base);
}

// row: requests-2
#[tokio::test]
async fn cors_allows_no_other_origin() {
    let world = TestInstallation::new().await;
    let browser = world.signed_in("ann@example.com").await;
    for origin in ["https://evil.example", "null", world.base.as_str()] {
        let headers = [
            ("origin", origin),
            ("access-control-request-method", "POST"),
        ];
        for (method, path) in [Method::GET, Method::OPTIONS]
            .into_iter()
            .flat_map(|method| PAGE_PATHS.map(|path| (method.clone(), path)))
        {
            let url = format!("/api/auth/{path}");
            let response = browser.send(method, &url, &headers, None).await;
            let mut names = response.headers.keys().map(HeaderName::as_str);
            let allowed = names.find(|name| name.starts_with("access-control-"));
            assert_eq!(allowed, None, "{path}");
        }
    }
    assert!(browser.is_signed_in().await);
}

// row: routes-2, seed-4
#[tokio::test]
async fn unknown_route_gets_a_short_404() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let mut rows = vec![("GET", "_log"), ("GET", "unknown"), ("POST", "unknown")];
    rows.extend(["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"].map(|method| (method, "signin")));
    rows.extend(["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"].map(|method| (method, "_log")));
    rows.extend(["PUT", "PATCH", "DELETE", "OPTIONS"].map(|method| (method, "callback/email")));
    rows.extend(
        [
            "verify-request",
            "error",
            "error/Callback",
            "csrf",
            "providers",
        ]
        .map(|path| ("POST", path)),
    );
    rows.extend(["callback", "callback/nobody"].map(|path| ("POST", path)));
    for (method, path) in rows {
        let url = format!("/api/auth/{path}");
        let requested = Method::from_bytes(method.as_bytes()).unwrap();
        let response = browser.send(requested, &url, &[], None).await;
        assert_eq!(response.status, 400, "{method} {path}");
        let line = format!("This action with HTTP {method} is not supported.");
        let expected = if method == "HEAD" { "" } else { &line };
        assert_eq!(response.body, expected, "{method} {path}");
        assert!(
            !response.headers.contains_key("set-cookie"),
            "{method} {path}"
        );
    }
}

// row: requests-3, routes-3
#[tokio::test]
async fn sign_in_begins_by_a_post_with_its_token_and_never_by_a_get() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let page = browser.get("/api/auth/signin").await;
    for path in [
        "signin/email",
        "signin/EMAIL",
        "signin/nobody",
        "signin/x/y",
    ] {
        let seen = browser
            .get(&format!("/api/auth/{path}?email=ann%40example.com"))
            .await;
        assert_eq!(seen.status, 200, "{path}");
        let expected = page.body.replace(
            "name=\"email\" value=\"\"",
            "name=\"email\" value=\"ann@example.com\"",
        );
        assert_eq!(seen.body, expected, "{path}");
    }
    assert!(world.emails_to("ann@example.com").is_empty());
    // The second segment is compared byte by byte, the rest is ignored, and without it no sign-in begins.
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("email", "ann@example.com")];
    let nothing = format!("{}/api/auth/signin?csrf=true", world.base);
    for path in ["signin", "signin/EMAIL", "signin/nobody", "signin/github"] {
        let response = browser.post(&format!("/api/auth/{path}"), &fields).await;
        assert_eq!(response.location(), nothing, "{path}");
    }
    assert!(world.emails_to("ann@example.com").is_empty());
    let response = browser.post("/api/auth/signin/email/x/y", &fields).await;
    assert!(response.location().contains("/verify-request?"));
    // A signed-in user sees this page as well.
    let signed_in = world.signed_in("bob@example.com").await;
    let seen = signed_in.get("/api/auth/signin").await;
    assert_eq!(seen.status, 200);
    assert!(seen.body.contains(">Sign in with Email</button>"));
}

// row: routes-4
#[tokio::test]
async fn page_ignores_unknown_query_parameters() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    for path in ["verify-request", "signout", "error"] {
        let plain = browser.get(&format!("/api/auth/{path}")).await;
        let address = "csrfToken=x&provider=%3Cb%3E&type=email&theme=dark&message=stolen&url=https%3A%2F%2Fevil.example";
        let seen = browser.get(&format!("/api/auth/{path}?{address}")).await;
        assert_eq!((seen.status, &seen.body), (200, &plain.body), "{path}");
    }
}

/// Sends a body that would sign out if it were read as a form.
async fn sign_out_by(browser: &Browser, kind: &str, body: String) -> String {
    let url = "/api/auth/signout";
    let body = Some((kind, body));
    let response = browser.send(Method::POST, url, &[], body).await;
    assert_eq!(response.status, 302, "{response:?}");
    response.location().to_owned()
}

// row: requests-4, callback-url-4
#[tokio::test]
async fn body_is_read_by_its_kind_and_a_repeated_field_is_none() {
    let world = TestInstallation::new().await;
    let base = &world.base;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let refused = format!("{base}/api/auth/signout?csrf=true");
    let form = format!("csrfToken={csrf}&callbackUrl=%2Fbye");
    let multipart = format!(
        "--b\r\ncontent-disposition: form-data; name=\"csrfToken\"\r\n\r\n{csrf}\r\n--b--\r\n"
    );
    let json = format!(r#"{{"csrfToken":"{csrf}","callbackUrl":"/json"}}"#);
    let nested = format!(r#"{{"csrfToken":["{csrf}"]}}"#);
    let rows = [
        (
            "multipart/form-data; boundary=b",
            multipart,
            refused.clone(),
        ),
        ("text/plain", form.clone(), refused.clone()),
        ("application/json", nested, refused.clone()),
        ("application/json", json, format!("{base}/json")),
        (
            "application/x-www-form-urlencoded;charset=UTF-8",
            form.clone(),
            format!("{base}/bye"),
        ),
        // The server ignores a repeated parameter, and uses the last valid address from the cookie.
        (
            FORM,
            format!("{form}&callbackUrl=%2Fother"),
            format!("{base}/bye"),
        ),
        (FORM, format!("{form}&csrfToken={csrf}"), refused),
    ];
    for (kind, body, expected) in rows {
        assert_eq!(sign_out_by(&browser, kind, body).await, expected, "{kind}");
    }
    let fields = [("csrfToken", csrf.as_str())];
    let twice = "/api/auth/signout?callbackUrl=/one&callbackUrl=/two";
    let response = browser.post(twice, &fields).await;
    assert_eq!(response.location(), format!("{base}/bye"));
}

// row: pages-7
#[tokio::test]
async fn report_of_any_kind_is_taken_without_a_token_and_leaves_nothing() {
    let world = TestInstallation::new().await;
    let browser = world.signed_in("ann@example.com").await;
    let before = world.text("SELECT CAST(count(*) AS TEXT) FROM audit").await;
    let json = r#"{"level":"fatal","code":["x"],"client":true,"error":{"a":1}}"#;
    for (kind, body) in [
        (FORM, "level=warn&code=x"),
        (FORM, "level=debug"),
        (
            FORM,
            "level=no+level&code=&code=&url=https%3A%2F%2Fevil.example",
        ),
        ("application/json", json),
        ("application/json", "{"),
        ("multipart/form-data; boundary=b", "x"),
        ("", ""),
    ] {
        let body = Some((kind, body.to_owned()));
        let from = [("origin", "https://elsewhere.example")];
        let response = browser
            .send(Method::POST, "/api/auth/_log/x", &from, body)
            .await;
        assert_eq!(
            (response.status, response.body.as_str()),
            (200, ""),
            "{kind}"
        );
        assert!(!response.headers.contains_key("set-cookie"), "{kind}");
    }
    let after = world.text("SELECT CAST(count(*) AS TEXT) FROM audit").await;
    assert_eq!(after, before);
    assert!(browser.is_signed_in().await);
}

// row: requests-7, stricter-24, stricter-27, G16
#[tokio::test]
async fn user_responses_have_no_store_and_no_validator() {
    let world = TestInstallation::with(&[
        ("IDP_BASE_URL", "http://localhost:8080"),
        ("IDP_PASSWORDS", "sign-in"),
    ])
    .await;
    let browser = world.signed_in("ann@example.com").await;
    for path in ["session", "csrf"] {
        let response = browser.get(&format!("/api/auth/{path}")).await;
        let control = response.header("cache-control");
        assert_eq!(control, "private, no-cache, no-store", "{path}");
        let old = (response.header("pragma"), response.header("expires"));
        assert_eq!(old, ("no-cache", "0"), "{path}");
        assert_eq!(response.header("vary"), "Cookie", "{path}");
    }
    let csrf = browser.csrf().await;
    let mut responses = Vec::new();
    for path in PAGE_PATHS {
        responses.push((path, browser.get(&format!("/api/auth/{path}")).await));
    }
    for path in [
        "account",
        "account/sessions",
        "account/passkeys",
        "account/email",
        "password/change",
    ] {
        let page = browser.get(&format!("/api/auth/{path}")).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.header("vary").contains("Cookie"), "{path}");
        responses.push((path, page));
    }
    for path in ["signin/email", "session", "signin", "signout"] {
        let fields = [("csrfToken", csrf.as_str()), ("email", "ann@example.com")];
        let url = format!("/api/auth/{path}");
        responses.push((path, browser.post(&url, &fields).await));
    }
    for (path, response) in responses {
        for validator in ["etag", "last-modified"] {
            assert!(!response.headers.contains_key(validator), "{path}");
        }
        if path != "providers" {
            let control = response.header("cache-control");
            assert!(control.contains("no-store"), "{path}: {control:?}");
        }
    }
}
