//! Tests signing keys from outside: every algorithm, their life on several servers, and the master secret that seals them.

mod algorithms;
mod life;
mod master;
mod withdrawing;

use std::sync::Arc;

use foundation::Random;
use foundation::jose::{KeySet, TokenRequirements};
use idp::app::App;
use serde_json::Value;

use crate::harness::{HttpResponse, SECRET, TestIdp};

/// Calls the admin API as the client `keeper`, with the scope that the path needs.
pub(crate) async fn ask(world: &TestIdp, method: &str, path: &str) -> HttpResponse {
    ask_with(world, method, path, scope_of(path)).await
}

async fn ask_with(world: &TestIdp, method: &str, path: &str, scope: &str) -> HttpResponse {
    let form = [("grant_type", "client_credentials"), ("scope", scope)];
    let tokens = world.token(&form, Some(("keeper", SECRET))).await.ok();
    let request = world.request(method, &format!("/admin/v1{path}"));
    let token = tokens["access_token"].as_str().unwrap();
    HttpResponse::read(request.bearer_auth(token).send().await.unwrap()).await
}

fn scope_of(path: &str) -> &'static str {
    match path.split(['/', '?']).nth(1) {
        Some("audit") => "idp.audit",
        Some("clients") => "idp.clients",
        Some("keys") => "idp.keys",
        Some("status") => "idp.status",
        _ => "idp.users",
    }
}

/// Opens another server of this installation.
async fn replica(world: &TestIdp) -> Arc<App> {
    let config = world.app.config.clone();
    App::open(config, world.clock.clone(), Random::system())
        .await
        .unwrap()
}

/// Returns the published keys.
async fn jwks(world: &TestIdp) -> Value {
    let response = world.get("/oauth/jwks", None).await;
    response.json().await.unwrap()
}

fn kids(jwks: &Value) -> Vec<String> {
    let keys = jwks["keys"].as_array().unwrap();
    let kid = |key: &Value| key["kid"].as_str().unwrap().to_owned();
    keys.iter().map(kid).collect()
}

/// Returns whether a token of this installation verifies with a published key set.
fn verifies(world: &TestIdp, jwks: &Value, token: &str, token_type: &str) -> bool {
    let expected = TokenRequirements {
        token_type: Some(token_type),
        issuer: &world.base,
        audience: None,
        now: world.app.clock.now(),
        leeway_seconds: 0,
        may_be_expired: false,
    };
    let set = KeySet::from_jwks(jwks).unwrap();
    set.verify(token, &expected).is_ok()
}
