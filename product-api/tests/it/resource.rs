//! Tests RFC 9728: a client that was refused learns from which server to get a token, and for which resource.

use poem::http::Method;
use serde_json::json;

use crate::harness::TestApi;

#[tokio::test]
async fn refusal_leads_to_the_authorization_server() {
    let world = TestApi::sqlite().await;
    let refused = world.send(Method::GET, "/v1/me", &[], None).await;
    let challenge = refused.header("www-authenticate").to_owned();
    let address = challenge
        .split("resource_metadata=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap();
    let path = address.strip_prefix("https://api.example.com").unwrap();
    let found = world.send(Method::GET, path, &[], None).await;
    assert_eq!(found.status, 200);
    assert_eq!(found.header("content-type"), "application/json");
    assert_eq!(found.header("cache-control"), "public, max-age=3600");
    let body = found.json();
    assert_eq!(body["resource"], "https://api.example.com");
    assert_eq!(body["bearer_methods_supported"], json!(["header"]));
    assert_eq!(body["scopes_supported"], json!(["credits.read"]));
    assert_eq!(body["authorization_servers"].as_array().unwrap().len(), 1);
}
