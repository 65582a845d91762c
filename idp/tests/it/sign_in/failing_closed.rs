//! Tests unusual headers and a broken store, which neither sign a user in nor cause an unexpected 500 (G8, G9).

use std::time::Duration;

use reqwest::header::HeaderValue;

use crate::visiting::{BrowserResponse, TestInstallation};

const COOKIE: &str = "tollgate.session-token";
/// Time after which no server caches the user of a session.
const REMEMBERED: Duration = Duration::from_secs(1);

/// Sends a GET request with headers of any bytes.
async fn get(
    world: &TestInstallation,
    path: &str,
    headers: &[(&'static str, &[u8])],
) -> (u16, String) {
    let client = foundation::testing::test_client();
    let mut request = client.get(world.at_server(path));
    for (name, value) in headers {
        request = request.header(*name, HeaderValue::from_bytes(value).unwrap());
    }
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

const UNUSUAL_VALUES: [&[u8]; 9] = [
    b"%",
    b"%zz",
    b"%C3",
    b"%00",
    b"%ff%fe",
    b"\xff\xfe",
    b"\xc3\xa9",
    b"\"",
    b"=;=;;",
];

// row: G8
#[tokio::test]
async fn odd_authorization_header_counts_as_signed_out() {
    let world = TestInstallation::new().await;
    let browser = world.signed_in("ann@example.com").await;
    let good = browser.cookie_line();
    for value in UNUSUAL_VALUES {
        for scheme in [&b"Bearer "[..], b"Basic ", b""] {
            let authorization = [scheme, value].concat();
            let named = ("authorization", authorization.as_slice());
            let response = get(&world, "/api/auth/session", &[named]).await;
            assert_eq!(response, (200, "{}".to_owned()), "{authorization:?}");
            let (status, body) = get(&world, "/oauth/userinfo", &[named]).await;
            // A request without a bearer token is an invalid request (RFC 6750, section 3.1).
            let refused: &[u16] = match scheme {
                b"Bearer " => &[401],
                _ => &[400, 401],
            };
            assert!(
                refused.contains(&status),
                "{authorization:?}: {status} {body}"
            );
            // The cookie decides the session, with any other header.
            let other = [named, ("cookie", good.as_bytes())];
            let (status, body) = get(&world, "/api/auth/session", &other).await;
            assert!(status == 200 && body.contains("ann@example.com"), "{body}");
        }
    }
}

// row: G8
#[tokio::test]
async fn odd_cookies_and_headers_count_as_signed_out() {
    let world = TestInstallation::new().await;
    for value in UNUSUAL_VALUES {
        for name in [
            "session-token",
            "csrf-token",
            "callback-url",
            "attempt",
            "attempt.00000000",
        ] {
            let line = [format!("tollgate.{name}=").as_bytes(), value].concat();
            holds_up(&world, ("cookie", &line)).await;
        }
        for name in [
            "user-agent",
            "accept",
            "accept-language",
            "origin",
            "x-forwarded-for",
        ] {
            holds_up(&world, (name, value)).await;
        }
    }
}

async fn holds_up(world: &TestInstallation, header: (&'static str, &[u8])) {
    for path in [
        "session",
        "signin",
        "csrf",
        "verify-request",
        "callback/email",
    ] {
        let path = format!("/api/auth/{path}");
        let (status, _) = get(world, &path, &[header]).await;
        assert!([200, 302].contains(&status), "{header:?} {path}: {status}");
    }
    let response = get(world, "/api/auth/session", &[header]).await;
    assert_eq!(response, (200, "{}".to_owned()), "{header:?}");
}

/// Asserts that a response names no user, and keeps the browser's cookie.
fn is_closed(response: &BrowserResponse) {
    let body = response.json();
    let members: Vec<_> = body.as_object().unwrap().keys().collect();
    assert_eq!(members, ["message"], "{response:?}");
    assert!(response.set_cookies(COOKIE).is_empty());
    assert!(response.header("cache-control").contains("no-store"));
}

// row: G9
#[tokio::test]
async fn broken_store_is_no_user() {
    for broken in [
        "ALTER TABLE sessions RENAME TO gone",
        "ALTER TABLE users RENAME TO gone",
    ] {
        let world = TestInstallation::new().await;
        let browser = world.signed_in("ann@example.com").await;
        assert!(browser.is_signed_in().await, "the control");
        world.change(broken).await;
        world.wait(REMEMBERED);
        let response = browser.get("/api/auth/session").await;
        assert_eq!(response.status, 500, "{response:?}");
        is_closed(&response);
        let page = browser.get("/api/auth/account").await;
        assert_eq!(page.status, 500);
        assert!(!page.body.contains("ann@example.com"));
    }
}
