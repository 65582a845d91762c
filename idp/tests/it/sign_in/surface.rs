//! Tests which route accepts which method, and with which content.

use std::time::Duration;

use poem::http::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::visiting::TestInstallation;

// row: routes-1, seed-1
#[tokio::test]
async fn every_route_accepts_its_methods_and_refuses_others() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let rows = [
        ("GET", "providers", 200),
        ("POST", "providers", 400),
        ("GET", "session", 200),
        ("GET", "session/x", 200),
        ("POST", "session", 400),
        ("GET", "csrf", 200),
        ("POST", "csrf", 400),
        ("GET", "signin", 200),
        ("GET", "signin/email", 200),
        ("GET", "signin/unknown", 200),
        ("POST", "signin", 302),
        ("POST", "signin/email", 302),
        ("POST", "signin/unknown", 302),
        ("GET", "signout", 200),
        ("POST", "signout", 302),
        ("GET", "callback/email", 302),
        ("POST", "callback/email", 302),
        ("HEAD", "callback/email", 200),
        ("GET", "callback", 400),
        ("POST", "callback", 400),
        ("GET", "callback/unknown", 400),
        ("POST", "callback/unknown", 400),
        ("GET", "verify-request", 200),
        ("POST", "verify-request", 400),
        ("GET", "error", 200),
        ("POST", "error", 400),
        ("GET", "_log", 400),
        ("POST", "_log", 200),
        ("GET", "unknown", 400),
        ("POST", "unknown", 400),
        ("HEAD", "session", 400),
        ("PUT", "session", 400),
        ("PATCH", "session", 400),
        ("DELETE", "session", 400),
        ("OPTIONS", "session", 400),
    ];
    for (method, path, status) in rows {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let url = format!("/api/auth/{path}");
        let response = browser.send(method.clone(), &url, &[], None).await;
        assert_eq!(response.status, status, "{method} {path}: {response:?}");
    }
}

// row: providers-1
#[tokio::test]
async fn providers_are_listed_without_cookies() {
    let world = TestInstallation::new().await;
    let response = world.browser().get("/api/auth/providers").await;
    assert_eq!(
        response.header("content-type"),
        "application/json; charset=utf-8"
    );
    assert!(!response.headers.contains_key("set-cookie"));
    let base = &world.base;
    let expected = serde_json::json!({"email": {
        "id": "email", "name": "Email", "type": "email",
        "signinUrl": format!("{base}/api/auth/signin/email"),
        "callbackUrl": format!("{base}/api/auth/callback/email"),
    }});
    assert_eq!(response.json(), expected);
}

// row: requests-8, csrf-1
#[tokio::test]
async fn first_response_alone_sets_the_csrf_and_callback_cookies() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let first = browser.get("/api/auth/session").await;
    assert_eq!(first.body, "{}");
    let csrf = &first.set_cookies("tollgate.csrf-token")[0];
    let (value, rest) = csrf.split_once("; ").unwrap();
    let (token, hash) = value["tollgate.csrf-token=".len()..]
        .split_once("%7C")
        .unwrap();
    for half in [token, hash] {
        assert!(
            half.len() == 64
                && half
                    .bytes()
                    .all(|b| b.is_ascii_hexdigit() && !b.is_ascii_uppercase())
        );
    }
    assert_eq!(rest, "Path=/; HttpOnly; SameSite=Lax");
    let encoded = world.base.replace(':', "%3A").replace('/', "%2F");
    assert_eq!(
        first.set_cookies("tollgate.callback-url"),
        [format!(
            "tollgate.callback-url={encoded}; Path=/; HttpOnly; SameSite=Lax"
        )]
    );
    let second = browser.get("/api/auth/session").await;
    assert!(!second.headers.contains_key("set-cookie"), "{second:?}");
    for path in ["providers", "unknown", "callback/unknown"] {
        let response = world.browser().get(&format!("/api/auth/{path}")).await;
        assert!(!response.headers.contains_key("set-cookie"), "{path}");
    }
}

// row: decision-1
#[tokio::test]
async fn names_are_prefixed_and_secure_under_https() {
    let world = TestInstallation::with(&[("IDP_BASE_URL", "https://id.example.com")]).await;
    let browser = world.browser();
    // The unprefixed cookie names are ignored there.
    browser.set_cookie(
        "tollgate.callback-url",
        Some("https%3A%2F%2Fid.example.com%2Fplain"),
    );
    let response = browser.get("/api/auth/signin").await;
    let lines = [
        &response.set_cookies("__Host-tollgate.csrf-token")[0],
        &response.set_cookies("__Host-tollgate.callback-url")[0],
    ];
    for line in lines {
        assert!(
            line.ends_with("; Path=/; HttpOnly; Secure; SameSite=Lax"),
            "{line}"
        );
    }
    assert!(
        lines[1].contains("=https%3A%2F%2Fid.example.com;"),
        "{}",
        lines[1]
    );
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("email", "ann@example.com")];
    browser.post("/api/auth/signin/email", &fields).await;
    let link = world.wait_for_email("ann@example.com", 1).await.link();
    let response = browser.post(&link, &[]).await;
    let session = &response.set_cookies("__Host-tollgate.session-token")[0];
    assert!(session.contains("; Secure"), "{session}");
    assert!(browser.is_signed_in().await);
}

// row: requests-5, requests-6
#[tokio::test]
async fn script_gets_json_instead_of_a_redirect() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let url = "/api/auth/signin/email";
    let verify = format!(
        "{}/api/auth/verify-request?provider=email&type=email",
        world.base
    );
    let form = [("csrfToken", csrf.as_str()), ("email", "ann@example.com")];
    let plain = browser.post(url, &form).await;
    assert_eq!(
        (plain.status, plain.location(), plain.body.as_str()),
        (302, verify.as_str(), "")
    );
    let switched = browser
        .post(url, &[form[0], form[1], ("json", "true")])
        .await;
    assert_eq!(switched.status, 200);
    assert_eq!(switched.json(), serde_json::json!({ "url": verify }));
    // Only the text "true" in the body switches to JSON.
    let in_query = browser.post(&format!("{url}?json=true"), &form).await;
    assert_eq!(in_query.status, 302);
    let header = browser
        .post_with(url, &[("x-auth-return-redirect", "1")], &form)
        .await;
    assert_eq!(header.status, 302);
    for (json, status) in [("\"true\"", 200), ("true", 302), ("\"1\"", 302)] {
        let body = format!(r#"{{"csrfToken":"{csrf}","email":"ann@example.com","json":{json}}}"#);
        let response = browser
            .send(Method::POST, url, &[], Some(("application/json", body)))
            .await;
        assert_eq!(response.status, status, "{json}");
    }
}

// row: requests-4, G13
#[tokio::test]
async fn bodies_that_are_no_forms_are_refused_in_words() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let url = "/api/auth/signin/email";
    let send = |kind, body: String| browser.send(Method::POST, url, &[], Some((kind, body)));
    let malformed = send("application/json", "{".to_owned()).await;
    assert_eq!(
        (malformed.status, malformed.body.as_str()),
        (400, "Invalid JSON")
    );
    let fields = format!("csrfToken={csrf}&email=ann%40example.com");
    let failed = format!("{}/api/auth/signin?csrf=true", world.base);
    for (kind, body) in [
        ("text/plain", fields.clone()),
        ("", fields.clone()),
        ("application/json", "null".to_owned()),
        ("application/json", "[]".to_owned()),
        ("application/x-www-form-urlencoded", String::new()),
        (
            "application/x-www-form-urlencoded",
            format!("{fields}&csrfToken={csrf}"),
        ),
    ] {
        let response = send(kind, body).await;
        assert_eq!(response.location(), failed, "{kind}");
    }
    let long = "a".repeat(1024 * 1024 + 1);
    assert_eq!(
        send("application/x-www-form-urlencoded", long).await.status,
        413
    );
    assert!(world.emails_to("ann@example.com").is_empty());
}

// row: requests-3, G12
#[tokio::test]
async fn odd_path_spelling_is_no_action() {
    let world = TestInstallation::new().await;
    let address = world.at_server("").replace("http://", "");
    let paths = [
        "/api/auth//signin",
        "/api/auth/signin/",
        "/api/auth/signin;x",
        "/api/auth/%73ignin",
        "/api/auth/%2e/signin",
        "/api/auth/./signin",
        "/api/auth/x/../signin",
        "/api/auth/x/%2e%2e/signin",
        "/api/auth/SIGNIN",
        "/api/auth/signin%2femail",
        "/api/auth/signin%00",
        "/API/auth/signin",
        "/api//auth/signin",
        "/api/auth/",
        "/api/auth",
    ];
    for path in paths {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).await.unwrap();
        let status = response.split(' ').nth(1).unwrap();
        assert!(["400", "404"].contains(&status), "{path}: {response}");
    }
}

// row: pages-7, stricter-22, G14
#[tokio::test]
async fn client_reports_are_taken_and_dropped() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let reports = [
        "level=error&code=CLIENT_FETCH_ERROR&message=x".to_owned(),
        "level=%0d%0afake+log+line&code=%1b%5b31mred".to_owned(),
        "not a form at all \u{1b}[2J".to_owned(),
        String::new(),
    ];
    for report in reports {
        let kind = "application/x-www-form-urlencoded;charset=UTF-8";
        let response = browser
            .send(Method::POST, "/api/auth/_log", &[], Some((kind, report)))
            .await;
        assert_eq!((response.status, response.body.as_str()), (200, ""));
        assert!(!response.headers.contains_key("set-cookie"));
    }
    let long = "a".repeat(1024 * 1024 + 1);
    let response = browser
        .send(
            Method::POST,
            "/api/auth/_log",
            &[],
            Some(("text/plain", long)),
        )
        .await;
    assert_eq!(response.status, 413);
}

// row: pages-7, G14
#[tokio::test]
async fn flood_of_client_reports_is_stopped_for_its_network_alone() {
    let world = TestInstallation::with(&[("IDP_TRUSTED_PROXIES", "127.0.0.0/8")]).await;
    let browser = world.browser();
    let report = async |from: &str| {
        let from = [("x-forwarded-for", from)];
        let response = browser.post_with("/api/auth/_log", &from, &[("level", "error")]);
        let response = response.await;
        assert_eq!(response.body.is_empty(), response.status == 200);
        response.status
    };
    for _ in 0..60 {
        assert_eq!(report("192.0.2.1").await, 200);
    }
    assert_eq!(report("192.0.2.1").await, 429);
    assert_eq!(report("192.0.2.2").await, 200, "another network");
    world.wait(Duration::from_mins(1));
    assert_eq!(report("192.0.2.1").await, 200, "a minute later");
}
