//! Tests self-registered clients (RFC 7591), their later changes (RFC 7592), and members that they must not set.

use serde_json::{Value, json};

use crate::harness::{HttpResponse, SECRET, TestIdp};

mod displayed;
mod guessing;
mod listing;
mod living;
mod logos;
mod managing;
mod registering;
mod sectors;

async fn admin(world: &TestIdp, method: &str, path: &str, body: &Value) -> HttpResponse {
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    let token = tokens["access_token"].as_str().unwrap().to_owned();
    let request = world.request(method, &format!("/admin/v1/{path}"));
    HttpResponse::read(request.bearer_auth(token).json(body).send().await.unwrap()).await
}

/// Returns an initial access token.
pub(crate) async fn initial_token(world: &TestIdp, requested: &Value) -> String {
    let made = admin(world, "POST", "initial-access-tokens", requested).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.body["token"].as_str().unwrap().to_owned()
}

async fn send(
    world: &TestIdp,
    method: &str,
    path: &str,
    token: &str,
    body: &Value,
) -> HttpResponse {
    let request = world.request(method, path).bearer_auth(token).json(body);
    HttpResponse::read(request.send().await.unwrap()).await
}

async fn register(world: &TestIdp, token: &str, body: &Value) -> HttpResponse {
    send(world, "POST", "/oauth/register", token, body).await
}

fn agent() -> Value {
    json!({
        "client_name": "An <i>agent</i>", "redirect_uris": ["https://agent.example/cb"],
        "token_endpoint_auth_method": "none", "grant_types": ["authorization_code", "refresh_token"],
        "scope": "openid offline_access credits.read", "software_id": "nobody knows this",
    })
}

/// Registers a client; returns its registration, the address of it, and the token for it.
async fn registered(world: &TestIdp, body: &Value) -> (Value, String, String) {
    let token = initial_token(world, &json!({ "scope": "credits.read" })).await;
    let response = register(world, &token, body).await;
    assert_eq!(response.status, 201, "{}", response.body);
    let text = |name: &str| response.body[name].as_str().unwrap().to_owned();
    let (address, own) = (
        text("registration_client_uri"),
        text("registration_access_token"),
    );
    (response.body, address, own)
}
