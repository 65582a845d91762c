//! Tests CORS (B25): pages of clients read tokens, userinfo, keys and metadata, and no other resource.

use crate::harness::TestIdp;

const OPEN: [(&str, &str); 5] = [
    ("POST", "/oauth/token"),
    ("GET", "/oauth/userinfo"),
    ("GET", "/oauth/jwks"),
    ("GET", "/.well-known/openid-configuration"),
    ("GET", "/.well-known/oauth-authorization-server"),
];
/// Paths that pages of other origins must not read.
const SAME_ORIGIN_PATHS: [&str; 6] = [
    "/oauth/authorize",
    "/oauth/consent",
    "/oauth/logout",
    "/oauth/par",
    "/api/auth/session",
    "/api/auth/account/applications",
];

/// Returns the origin that a response allows.
async fn allowed(world: &TestIdp, method: &str, path: &str, origins: &[&str]) -> Option<String> {
    let mut request = world.request(method, path);
    for origin in origins {
        request = request.header("origin", *origin);
    }
    let response = request.send().await.unwrap();
    let headers = response.headers();
    assert!(headers.get("access-control-allow-credentials").is_none());
    if OPEN.iter().any(|(_, open)| *open == path) {
        let varies = headers.get_all("vary").iter();
        let mut varies = varies.map(|value| value.to_str().unwrap());
        assert!(varies.any(|value| value.contains("Origin")), "{path}");
    }
    let allowed = headers.get("access-control-allow-origin");
    allowed.map(|origin| origin.to_str().unwrap().to_owned())
}

// row: B25
#[tokio::test]
async fn pages_of_registered_origins_read_responses() {
    let world = TestIdp::new().await;
    for (method, path) in OPEN {
        for method in [method, "OPTIONS"] {
            let origin = "https://spa.example";
            let found = allowed(&world, method, path, &[origin]).await;
            assert_eq!(found.as_deref(), Some(origin), "{method} {path}");
        }
    }
    let request = world.request("OPTIONS", "/oauth/token");
    let request = request
        .header("origin", "https://spa.example")
        .header("access-control-request-method", "POST");
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 204);
    let headers = response.headers();
    assert_eq!(headers["access-control-allow-methods"], "POST");
    assert_eq!(
        headers["access-control-allow-headers"],
        "authorization, content-type, dpop"
    );
}

// row: B25
#[tokio::test]
async fn cors_denies_other_origins_and_null() {
    let world = TestIdp::new().await;
    let rows: [&[&str]; 9] = [
        &["https://evil.example"],
        &["null"],
        &["https://spa.example.evil.example"],
        &["https://spa.example:444"],
        &["http://spa.example"],
        &["https://SPA.example"],
        &["https://spa.example/"],
        &["https://spa.example", "https://evil.example"],
        &["http://127.0.0.1"],
    ];
    for (method, path) in OPEN {
        for origins in rows {
            let found = allowed(&world, method, path, origins).await;
            assert_eq!(found, None, "{method} {path} {origins:?}");
            let found = allowed(&world, "OPTIONS", path, origins).await;
            assert_eq!(found, None, "asked of {path} {origins:?}");
        }
    }
    for path in SAME_ORIGIN_PATHS {
        for method in ["GET", "POST", "OPTIONS"] {
            let found = allowed(&world, method, path, &["https://spa.example"]).await;
            assert_eq!(found, None, "{method} {path}");
        }
    }
}
