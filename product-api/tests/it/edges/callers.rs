//! Tests unauthenticated callers at every route: no credential, a cookie, a token for another audience, a crawler's path.

use serde_json::{Value, json};

use super::RouteOperation;
use crate::harness::TestApi;

// row: J14
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn probes_and_headers_open_no_route() {
    let world = TestApi::sqlite().await;
    let guises: [(&str, &str); 6] = [
        ("user-agent", "kube-probe/1.33"),
        ("user-agent", "ELB-HealthChecker/2.0"),
        ("x-original-url", "/health/live"),
        ("x-forwarded-uri", "/health/ready"),
        ("x-forwarded-for", "127.0.0.1"),
        ("x-http-method-override", "GET"),
    ];
    for operation in RouteOperation::guarded() {
        for guise in guises {
            let body = operation.spec.get("requestBody").map(|_| "{}".to_owned());
            let headers = [guise, ("content-type", "application/json")];
            let method = operation.method.clone();
            let response = world.send(method, &operation.path, &headers, body).await;
            response.is_problem(401, "unauthenticated");
        }
    }
    for path in [
        "/health/live/../../v1/me",
        "/health/live/v1/me",
        "/health/%2e%2e/v1/me",
        "//v1/me",
    ] {
        let response = world
            .send(reqwest::Method::GET, path, &[guises[0]], None)
            .await;
        assert!(
            [401, 404].contains(&response.status),
            "{path}: {response:?}"
        );
    }
    assert_eq!(
        world.get("/v1/me", &world.token("usr_1")).await.status,
        200,
        "the control"
    );
}

// row: K9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn token_for_others_or_of_others_opens_no_route() {
    let world = TestApi::sqlite().await;
    let wrong = [
        json!({"aud": "https://other.example.com"}),
        json!({"aud": []}),
        json!({"aud": null}),
        json!({"iss": "https://id.other.example"}),
        json!({"iss": null}),
    ];
    for operation in RouteOperation::guarded() {
        for change in &wrong {
            let token = world.token_with("usr_1", change);
            let body = operation.spec.get("requestBody").map(|_| "{}".to_owned());
            let headers = [
                ("content-type", "application/json"),
                ("tollgate-website", "web_none"),
            ];
            let response = operation.call(&world, &token, &headers, body).await;
            response.is_problem(401, "unauthenticated");
        }
    }
    assert_eq!(
        world.get("/v1/me", &world.token("usr_1")).await.status,
        200,
        "the control"
    );
}

// row: K12
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cookie_is_no_credential_and_no_page_may_read_with_one() {
    let world = TestApi::sqlite().await;
    let token = world.token("usr_1");
    let cookies = format!(
        "session={token}; access_token={token}; __Host-session={token}; Authorization=Bearer {token}"
    );
    for operation in RouteOperation::guarded() {
        let headers = [
            ("cookie", cookies.as_str()),
            ("origin", "https://evil.example"),
            ("sec-fetch-site", "cross-site"),
            ("content-type", "application/json"),
        ];
        let body = operation.spec.get("requestBody").map(|_| "{}".to_owned());
        let method = operation.method.clone();
        let response = world.send(method, &operation.path, &headers, body).await;
        response.is_problem(401, "unauthenticated");
        // Any origin may read this with a token. A browser lets no page read it with a cookie, because of the wildcard.
        let is_own = operation.path == "/v1/me" || operation.path.starts_with("/v1/me/");
        let origin = if is_own { "*" } else { "" };
        for (name, expected) in [
            ("set-cookie", ""),
            ("access-control-allow-origin", origin),
            ("access-control-allow-credentials", ""),
        ] {
            assert_eq!(
                response.header(name),
                expected,
                "{name} of {}",
                operation.path
            );
        }
    }
    assert_eq!(world.get("/v1/me", &token).await.status, 200, "the control");
}

/// Collects the names of all members in the contract's schemas.
fn members(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            let properties = object.get("properties").and_then(Value::as_object);
            all.extend(
                properties
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name.clone()),
            );
            object.values().for_each(|inner| members(inner, all));
        }
        Value::Array(items) => items.iter().for_each(|inner| members(inner, all)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

// row: K13
#[test]
fn responses_have_no_member_for_provider_tokens() {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    let mut all = Vec::new();
    let mut schemas = document["components"]["schemas"].clone();
    // The operator sees at which provider a user has an account, and since when.
    let account = schemas["OperatorUserAccount"].take();
    let known: Vec<&String> = account["properties"].as_object().unwrap().keys().collect();
    assert_eq!(known, ["created_at", "email", "id", "provider"]);
    members(&schemas, &mut all);
    assert!(
        all.contains(&"client_secret".to_owned()) && all.len() > 200,
        "the control"
    );
    // This member names an algorithm and holds no token.
    for name in all
        .iter()
        .filter(|name| *name != "id_token_signed_response_alg")
    {
        assert!(
            !name.contains("token") && !name.contains("password"),
            "{name}"
        );
        assert!(
            !["provider", "upstream", "session_cookie"].contains(&name.as_str()),
            "{name}"
        );
    }
}
