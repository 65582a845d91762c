//! Tests bodies that all operations of the admin and account APIs refuse: repeated members, numbers in place of texts.

use serde_json::{Value, json};

use crate::harness::{HttpResponse, SECRET, TestIdp};

/// Returns the operations of a document that take a body: the method, and the path with its parameters filled.
pub(crate) fn operations_with_body(prefix: &str, document: &str) -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(document).unwrap();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let parts = path
                .split('/')
                .map(|part| if part.starts_with('{') { "x1" } else { part });
            let path = format!("{prefix}{}", parts.collect::<Vec<_>>().join("/"));
            if operation.get("requestBody").is_some() {
                assert!(
                    operation["responses"].get("400").is_some(),
                    "{method} {path}"
                );
                all.push((method.to_uppercase(), path));
            }
        }
    }
    all
}

/// Asserts that a refusal names the error of the body.
pub(crate) fn assert_body_is_refused(response: &HttpResponse, why: &str) {
    assert_eq!(response.status, 400, "{response:?}");
    assert_eq!(response.header("content-type"), "application/problem+json");
    let detail = response.body["detail"].as_str().unwrap();
    assert!(detail.contains(why), "{detail}");
}

async fn admin_token(world: &TestIdp) -> String {
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients idp.users"),
    ];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

async fn send(
    world: &TestIdp,
    (method, path): (&str, &str),
    token: &str,
    body: String,
) -> HttpResponse {
    let request = world.request(method, path).bearer_auth(token);
    let request = request.header("content-type", "application/json");
    HttpResponse::read(request.body(body).send().await.unwrap()).await
}

#[tokio::test]
async fn admin_operation_refuses_a_repeated_member() {
    let world = TestIdp::new().await;
    let token = admin_token(&world).await;
    let operations = operations_with_body("/admin/v1", &idp::openapi_document());
    assert_eq!(operations.len(), 6, "{operations:?}");
    for (method, path) in &operations {
        let body = r#"{"active":true,"active":false}"#.to_owned();
        let response = send(&world, (method, path), &token, body).await;
        assert_body_is_refused(&response, "names a member twice");
    }
    let body = r#"{"email":"ann@example.com","name":"Ann","name":"Bob"}"#.to_owned();
    let response = send(&world, ("POST", "/admin/v1/users"), &token, body).await;
    assert_body_is_refused(&response, "names a member twice");
    assert_eq!(world.count("SELECT COUNT(*) FROM users").await, 0);
}

#[tokio::test]
async fn admin_operation_takes_no_number_for_a_text() {
    let world = TestIdp::new().await;
    let token = admin_token(&world).await;
    let rows = [
        (
            "POST",
            "/admin/v1/users",
            json!({ "email": "ann@example.com", "name": 5 }),
            "/name: ",
        ),
        (
            "PUT",
            "/admin/v1/clients/site",
            json!({ "client_name": true, "redirect_uris": ["https://site.example/cb"] }),
            "/client_name: ",
        ),
        (
            "PUT",
            "/admin/v1/clients/site",
            json!({ "redirect_uris": ["https://site.example/cb"], "contacts": ["a@b.example", 5] }),
            "/contacts/1: ",
        ),
    ];
    for (method, path, body, why) in rows {
        let response = send(&world, (method, path), &token, body.to_string()).await;
        assert_body_is_refused(&response, why);
    }
}
