//! Tests RFC 6749 section 4.1.1 and its attacks: which requests are redirected, and to which address.

use reqwest::header::CONTENT_TYPE;

use crate::harness::{RedirectResponse, TestIdp, claims};

// row: A1, A2, A4, A8
#[tokio::test]
async fn unverified_client_or_redirect_uri_gets_an_error_page() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let callback = world.at("/auth/callback");
    let rows = [
        ("client_id", "nobody".to_owned()),
        ("client_id", String::new()),
        ("redirect_uri", String::new()),
        ("redirect_uri", "https://evil.example/cb".to_owned()),
        ("redirect_uri", format!("{callback}/../evil")),
        ("redirect_uri", format!("{callback}/")),
        ("redirect_uri", format!("{callback}x")),
        ("redirect_uri", world.at("/auth/callbac")),
        ("redirect_uri", world.at("/auth%2fcallback")),
        ("redirect_uri", world.at("/auth/%252e%252e/auth/callback")),
        ("redirect_uri", format!("{callback}?x=1")),
        ("redirect_uri", format!("{callback}?code=x&state=y")),
        ("redirect_uri", format!("{callback}#x")),
        ("redirect_uri", callback.replace("localhost", "LOCALHOST")),
        ("redirect_uri", callback.replace("localhost", "localhost.")),
        ("redirect_uri", callback.replace("localhost", "127.0.0.1")),
        ("redirect_uri", format!(" {callback}")),
        ("redirect_uri", callback.replace('/', "\\")),
        ("redirect_uri", "javascript:alert(1)".to_owned()),
        ("redirect_uri", "data:text/html,x".to_owned()),
        ("state", "s".repeat(4097)),
    ];
    for (name, value) in rows {
        let landing = world.authorize(Some(&ann), &[(name, &value)]).await;
        assert!(landing.is_page(), "{name}={value}: {landing:?}");
    }
    let control = world.authorize(Some(&ann), &[]).await;
    assert!(control.parameter("code").is_some());
}

#[tokio::test]
async fn page_of_a_refusal_is_html_that_may_not_be_framed() {
    let world = TestIdp::new().await;
    let address = world.authorize_url(&[("client_id", "<script>alert(1)</script>")]);
    let response = world.get(&address, None).await;
    assert_eq!(response.status(), 400);
    assert!(
        response.headers()[CONTENT_TYPE]
            .to_str()
            .unwrap()
            .starts_with("text/html")
    );
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .unwrap();
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    let html = response.text().await.unwrap();
    assert!(
        html.contains("invalid_request") && !html.contains("<script"),
        "{html}"
    );
}

// row: A10
#[tokio::test]
async fn parameter_that_comes_twice_is_refused() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    for name in [
        "scope",
        "state",
        "nonce",
        "code_challenge",
        "prompt",
        "unknown",
    ] {
        let address = format!(
            "{}&{name}=one&{name}=two",
            world.authorize_url(&[(name, "")])
        );
        let landing = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
        assert_eq!(landing.error(), "invalid_request", "{name}");
        assert_eq!(
            landing.parameter("iss").as_deref(),
            Some(world.base.as_str())
        );
    }
    for name in ["client_id", "redirect_uri"] {
        let address = format!("{}&{name}=web", world.authorize_url(&[]));
        assert!(
            RedirectResponse::from_response(&world.get(&address, Some(&ann)).await).is_page(),
            "{name}"
        );
    }
}

// row: A13, A14
#[tokio::test]
async fn refusals_go_to_the_client_with_state_and_issuer() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let rows = [
        ("response_type", "token", "unsupported_response_type"),
        ("response_type", "id_token", "unsupported_response_type"),
        ("response_type", "none", "unsupported_response_type"),
        ("response_type", "", "unsupported_response_type"),
        ("response_type", "code code", "unsupported_response_type"),
        (
            "response_type",
            "code id_token",
            "unsupported_response_type",
        ),
        ("response_mode", "fragment", "invalid_request"),
        ("response_mode", "form-post", "invalid_request"),
        ("scope", "profile", "invalid_scope"),
        ("scope", "openid \"x", "invalid_scope"),
        (
            "request",
            "eyJhbGciOiJub25lIn0.e30.",
            "invalid_request_object",
        ),
        (
            "request_uri",
            "http://169.254.169.254/latest",
            "request_uri_not_supported",
        ),
        ("max_age", "-1", "invalid_request"),
        ("max_age", "soon", "invalid_request"),
        ("prompt", "none login", "invalid_request"),
        ("prompt", "magic", "invalid_request"),
    ];
    for (name, value, expected) in rows {
        let landing = world.authorize(Some(&ann), &[(name, value)]).await;
        assert_eq!(landing.error(), expected, "{name}={value}");
        assert_eq!(
            landing.parameter("state").as_deref(),
            Some("a state & more")
        );
        assert_eq!(
            landing.parameter("iss").as_deref(),
            Some(world.base.as_str())
        );
        assert_eq!(landing.parameter("code"), None);
        let description = landing.parameter("error_description").unwrap();
        let is_plain = |c: char| c.is_ascii() && !c.is_ascii_control() && c != '"' && c != '\\';
        assert!(description.chars().all(is_plain), "{description}");
    }
}

#[tokio::test]
async fn unknown_parameters_are_ignored() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let changes = [
        ("unknown", "x"),
        ("display", "popup"),
        ("ui_locales", "de en"),
        ("acr_values", "1 2"),
        ("claims_locales", "de en"),
        ("login_hint", "ann@example.com"),
        ("scope", "websites openid email of.another idp.clients"),
        ("response_mode", "query"),
        ("nonce", ""),
        ("state", ""),
    ];
    let landing = world.authorize(Some(&ann), &changes).await;
    assert_eq!(landing.parameter("state"), None);
    let tokens = world.redeem(&landing.parameter("code").unwrap()).await.ok();
    assert_eq!(tokens["scope"], "email openid websites");
}

#[tokio::test]
async fn long_state_and_nonce_are_returned_unchanged() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let state = "s".repeat(1000);
    for length in [64, 384] {
        let nonce = "n".repeat(length);
        let changes = [("state", state.as_str()), ("nonce", &nonce)];
        let landing = world.authorize(Some(&ann), &changes).await;
        assert_eq!(landing.parameter("state").as_deref(), Some(state.as_str()));
        let tokens = world.redeem(&landing.parameter("code").unwrap()).await.ok();
        let claims = claims(tokens["id_token"].as_str().unwrap());
        assert_eq!(claims["nonce"], nonce.as_str());
    }
}

// row: A9
#[tokio::test]
async fn native_client_picks_its_port_on_loopback_addresses_only() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let rows = [
        ("http://127.0.0.1:51004/cb", true),
        ("com.example.app:/cb", true),
        ("http://localhost:51004/cb", true),
        ("http://localhost:51004/other", false),
        ("http://127.0.0.2:51004/cb", false),
        ("http://[::1]:51004/cb", false),
        ("com.example.app:/other", false),
    ];
    for (redirect_uri, expected) in rows {
        let changes = [("client_id", "native"), ("redirect_uri", redirect_uri)];
        let landing = world.authorize(Some(&ann), &changes).await;
        assert_eq!(
            landing.parameter("code").is_some(),
            expected,
            "{redirect_uri}"
        );
        assert_eq!(landing.is_page(), !expected);
    }
}

#[tokio::test]
async fn request_without_a_session_returns_after_a_sign_in() {
    let world = TestIdp::new().await;
    let landing = world
        .authorize(None, &[("login_hint", "ann@example.com")])
        .await;
    assert_eq!(landing.status, 303);
    let url = landing.url();
    assert_eq!(url.path(), "/api/auth/signin");
    assert_eq!(
        landing.parameter("email").as_deref(),
        Some("ann@example.com")
    );
    let back = landing.parameter("callbackUrl").unwrap();
    assert!(back.starts_with("/oauth/authorize?"), "{back}");
    let ann = world.visitor("ann").await;
    let landing = RedirectResponse::from_response(&world.get(&back, Some(&ann)).await);
    assert_eq!(
        landing.parameter("state").as_deref(),
        Some("a state & more")
    );
    assert!(landing.parameter("code").is_some());
}
