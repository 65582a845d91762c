//! Tests that every error for a client has a JSON body: wrong methods, missing tokens, invalid or long bodies.

use reqwest::Response;
use serde_json::Value;

use crate::harness::TestIdp;

async fn document(response: Response, what: &str) -> Value {
    let content_type = response.headers().get("content-type").cloned();
    let content_type = content_type.unwrap_or_else(|| panic!("{what}: no content type"));
    assert_eq!(content_type, "application/json", "{what}");
    let body: Value = response.json().await.unwrap();
    for member in ["error", "error_description"] {
        assert!(
            body[member].as_str().is_some_and(|text| !text.is_empty()),
            "{what}: {body}"
        );
    }
    body
}

#[tokio::test]
async fn program_endpoint_refuses_a_wrong_method_with_a_document() {
    let world = TestIdp::new().await;
    let rows = [
        ("/oauth/token", "GET", "POST"),
        ("/oauth/par", "GET", "POST"),
        ("/oauth/register", "GET", "POST"),
        ("/oauth/register/cli_1", "POST", "HEAD, GET, PUT, DELETE"),
        ("/oauth/introspect", "PUT", "POST"),
        ("/oauth/revoke", "DELETE", "POST"),
        ("/oauth/device_authorization", "GET", "POST"),
        ("/oauth/userinfo", "PUT", "HEAD, GET, POST"),
        ("/oauth/jwks", "POST", "HEAD, GET"),
        ("/.well-known/openid-configuration", "POST", "HEAD, GET"),
        (
            "/.well-known/oauth-authorization-server",
            "PUT",
            "HEAD, GET",
        ),
    ];
    for (path, method, allow) in rows {
        let response = world.request(method, path).send().await.unwrap();
        assert_eq!(response.status(), 405, "{method} {path}");
        assert_eq!(response.headers()["allow"], allow, "{path}");
        assert_eq!(document(response, path).await["error"], "invalid_request");
    }
}

#[tokio::test]
async fn api_endpoint_refuses_an_unreadable_request_with_json() {
    let world = TestIdp::new().await;
    for path in [
        "/oauth/token",
        "/oauth/par",
        "/oauth/introspect",
        "/oauth/revoke",
        "/oauth/device_authorization",
    ] {
        for body in ["{}".to_owned(), "x".repeat(2 * 1024 * 1024)] {
            let sent = world
                .request("POST", path)
                .header("content-type", "application/json");
            let response = sent.body(body).send().await.unwrap();
            assert!(response.status().is_client_error(), "{path}");
            document(response, path).await;
        }
        let response = world.request("POST", path).send().await.unwrap();
        document(response, path).await;
    }
    for (method, path) in [
        ("POST", "/oauth/register"),
        ("GET", "/oauth/register/cli_1"),
        ("PUT", "/oauth/register/cli_1"),
        ("DELETE", "/oauth/register/cli_1"),
        ("GET", "/oauth/userinfo"),
    ] {
        let response = world.request(method, path).send().await.unwrap();
        assert_eq!(response.status(), 401, "{method} {path}");
        assert_eq!(response.headers()["www-authenticate"], "Bearer", "{path}");
        assert_eq!(document(response, path).await["error"], "invalid_token");
    }
}

#[tokio::test]
async fn page_requested_as_json_is_json() {
    let world = TestIdp::new().await;
    let rows = [
        ("GET", "/oauth/authorize?client_id=nobody", 400),
        ("POST", "/oauth/logout/confirm", 403),
        ("PUT", "/oauth/logout", 405),
        ("POST", "/oauth/consent", 403),
    ];
    for (method, path, status) in rows {
        let sent = world
            .request(method, path)
            .header("accept", "application/json");
        let response = sent.send().await.unwrap();
        assert_eq!(response.status(), status, "{method} {path}");
        document(response, path).await;
        let sent = world
            .request(method, path)
            .header("accept", "text/html,*/*");
        let response = sent.send().await.unwrap();
        assert_eq!(response.status(), status, "{method} {path}");
        let content_type = response.headers().get("content-type").cloned();
        assert_ne!(
            content_type.unwrap_or_else(|| "none".parse().unwrap()),
            "application/json",
            "{path}"
        );
    }
}
