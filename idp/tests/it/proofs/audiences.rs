//! Tests RFC 10070: an assertion's audience is the issuer, or the token endpoint for clients that registered it.

use foundation::on_both_engines;
use serde_json::{Value, json};

use super::key::CLIENT_KEY;
use crate::admin_clients::put;
use crate::harness::TestIdp;
use crate::registration::initial_token;
use crate::responses::HttpResponse;

const TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

fn registration(as_audience: Option<bool>) -> Value {
    let mut body = json!({
        "token_endpoint_auth_method": "private_key_jwt", "jwks": CLIENT_KEY.jwks("own"),
        "grant_types": ["client_credentials"], "scope": "credits.read",
    });
    if let Some(wish) = as_audience {
        body["token_endpoint_as_audience"] = wish.into();
    }
    body
}

/// Registers a client by the admin API.
async fn made(world: &TestIdp, id: &str, as_audience: Option<bool>) -> String {
    let response = put(world, id, &registration(as_audience)).await;
    assert_eq!(response.status, 201, "{}", response.body);
    assert_eq!(
        response.body["token_endpoint_as_audience"],
        as_audience.unwrap_or(false)
    );
    id.to_owned()
}

/// Registers a client by dynamic registration.
async fn registered(world: &TestIdp, as_audience: Option<bool>) -> String {
    let token = initial_token(world, &json!({ "scope": "credits.read" })).await;
    let request = world.request("POST", "/oauth/register").bearer_auth(token);
    let request = request.json(&registration(as_audience));
    let response = HttpResponse::read(request.send().await.unwrap()).await;
    assert_eq!(response.status, 201, "{}", response.body);
    assert_eq!(
        response.body["token_endpoint_as_audience"],
        as_audience.unwrap_or(true)
    );
    response.body["client_id"].as_str().unwrap().to_owned()
}

async fn ask(world: &TestIdp, client: &str, audience: &Value) -> HttpResponse {
    let now = world.clock.now().seconds();
    let claims = json!({
        "iss": client, "sub": client, "aud": audience, "jti": audience.to_string(), "iat": now, "exp": now + 60,
    });
    let header = json!({ "alg": "ES256", "kid": "own" });
    let assertion = CLIENT_KEY.sign(&header, &claims);
    let form = [
        ("grant_type", "client_credentials"),
        ("client_assertion_type", TYPE),
        ("client_assertion", &assertion),
    ];
    world.token(&form, None).await
}

on_both_engines!(token_endpoint_is_an_audience_for_clients_registered_so);

async fn token_endpoint_is_an_audience_for_clients_registered_so(world: TestIdp) {
    let (us, endpoint) = (world.base.clone(), world.at("/oauth/token"));
    let clients = [
        (made(&world, "usual", None).await, false),
        (made(&world, "strict", Some(false)).await, false),
        (made(&world, "older", Some(true)).await, true),
        (registered(&world, None).await, true),
        (registered(&world, Some(false)).await, false),
        (registered(&world, Some(true)).await, true),
    ];
    for (client, takes_endpoint) in clients {
        assert_audiences(&world, &client, (&us, &endpoint), takes_endpoint).await;
    }
}

async fn assert_audiences(
    world: &TestIdp,
    client: &str,
    (us, endpoint): (&str, &str),
    takes_endpoint: bool,
) {
    let rows = [
        (json!(us), true),
        (json!(endpoint), takes_endpoint),
        (json!([us, endpoint]), false),
        (json!([endpoint]), false),
        (json!(format!("{endpoint}/")), false),
        (json!(world.at("/oauth/par")), false),
        (json!("https://evil.example/oauth/token"), false),
    ];
    for (audience, is_taken) in rows {
        let response = ask(world, client, &audience).await;
        let expected = if is_taken {
            (200, "")
        } else {
            (401, "invalid_client")
        };
        assert_eq!(
            response.refusal(),
            expected,
            "{client} {audience}: {response:?}"
        );
    }
}
