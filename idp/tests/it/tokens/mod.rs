//! Tests issued tokens: their repeated use, revocation, introspection, and end.

mod attacks;
mod clocks;
mod costs;
mod dead;
mod deletions;
mod in_flight;
mod introspection;
mod opaque;
mod pairwise;
mod refreshing;
mod resources;
mod revocation;
mod rotation;
mod servers;

use foundation::Random;
use foundation::testing::TestServer;
use idp::app::App;
use serde_json::Value;

use crate::harness::{HttpResponse, SECRET, TestIdp};

/// Parameters of a form.
type FormFields<'a> = &'a [(&'a str, &'a str)];
/// Credentials for HTTP Basic.
type BasicCredentials<'a> = Option<(&'a str, &'a str)>;

const BACKEND: BasicCredentials<'static> = Some(("backend", SECRET));
const SHOP: BasicCredentials<'static> = Some(("shop", SECRET));

/// Returns a member of a token response.
fn text(tokens: &Value, name: &str) -> String {
    tokens[name]
        .as_str()
        .unwrap_or_else(|| panic!("{name} in {tokens}"))
        .to_owned()
}

/// Uses a refresh token of the client `backend`.
async fn refresh(world: &TestIdp, token: &str, more: &[(&str, &str)]) -> HttpResponse {
    let mut form = vec![("grant_type", "refresh_token"), ("refresh_token", token)];
    form.extend(more);
    world.token(&form, BACKEND).await
}

/// Introspects a token.
async fn introspect(world: &TestIdp, token: &str, basic: BasicCredentials<'_>) -> HttpResponse {
    post(world, "/oauth/introspect", &[("token", token)], basic).await
}

/// Revokes a token.
async fn revoke(world: &TestIdp, token: &str, basic: BasicCredentials<'_>) -> HttpResponse {
    post(world, "/oauth/revoke", &[("token", token)], basic).await
}

async fn post(
    world: &TestIdp,
    path: &str,
    form: &[(&str, &str)],
    basic: BasicCredentials<'_>,
) -> HttpResponse {
    let mut request = world.request("POST", path).form(form);
    if let Some((id, secret)) = basic {
        let encode =
            |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        request = request.basic_auth(encode(id), Some(encode(secret)));
    }
    HttpResponse::read(request.send().await.unwrap()).await
}

/// Returns whether a client sees a token as active.
async fn is_active(world: &TestIdp, token: &str, basic: BasicCredentials<'_>) -> bool {
    let response = introspect(world, token, basic).await.ok();
    if response["active"] == false {
        assert_eq!(
            response,
            serde_json::json!({ "active": false }),
            "and nothing else"
        );
    }
    response["active"] == true
}

/// Requests a token for a client itself.
async fn machine_token(world: &TestIdp, client: &str, more: &[(&str, &str)]) -> HttpResponse {
    let mut form = vec![("grant_type", "client_credentials")];
    form.extend(more);
    world.token(&form, Some((client, SECRET))).await
}

/// A second server on the same database, with empty caches as after a restart.
struct RestartedIdp {
    base: String,
    _server: TestServer,
}

async fn restarted(world: &TestIdp) -> RestartedIdp {
    let app = App::open(
        world.app.config.clone(),
        world.clock.clone(),
        Random::system(),
    )
    .await
    .unwrap();
    let (listener, base) = TestServer::bind().await;
    RestartedIdp {
        base,
        _server: TestServer::start(listener, idp::routes::endpoint(&app)),
    }
}

impl RestartedIdp {
    /// Uses a refresh token of the client `backend` at this server.
    async fn refresh(&self, world: &TestIdp, token: &str) -> HttpResponse {
        let encode =
            |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let request = world
            .request("POST", &format!("{}/oauth/token", self.base))
            .form(&[("grant_type", "refresh_token"), ("refresh_token", token)])
            .basic_auth("backend", Some(encode(SECRET)));
        HttpResponse::read(request.send().await.unwrap()).await
    }
}

/// Changes a client: `$1` of the statement is its id.
async fn change_client(world: &TestIdp, statement: &'static str, id: &str) {
    world.execute(statement, id).await;
    idp::testing::forget_client(&world.app, id).await;
}
