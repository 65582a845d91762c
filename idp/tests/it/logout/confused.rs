//! Tests attack B18: each secret and each signed text is accepted for its own purpose only.

use foundation::on_both_engines;
use foundation::testing::TestKey;
use serde_json::{Value, json};

use super::idp_with_client::{IdpWithClient, register, tokens_of};
use super::{address, text};
use crate::admin_clients::put;
use crate::authorization::{address_of, pushed};
use crate::devices::begin;
use crate::harness::{HttpResponse, RedirectResponse, SECRET, TestIdp};
use crate::proofs::dpop::{TOKEN, proof};
use crate::proofs::key::CLIENT_KEY;

const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const DEVICE: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// A parameter or header for a credential, named by the credential that is valid there.
type Slot = &'static str;

/// Returns every issued credential by its slot.
async fn things(sited: &IdpWithClient) -> Vec<(Slot, String)> {
    let IdpWithClient { world, site, .. } = sited;
    let ann = world.visitor("ann").await;
    let backend = world.site_tokens(&ann, "openid offline_access").await;
    let machine = super::idp_with_client::machine(world).await;
    let made = admin(
        world,
        &machine,
        "initial-access-tokens",
        &json!({ "uses": 5 }),
    )
    .await;
    let initial = text(&made, "token");
    let body = json!({ "token_endpoint_auth_method": "none", "redirect_uris": ["https://agent.example/cb"] });
    let request = world
        .request("POST", "/oauth/register")
        .bearer_auth(&initial);
    let own = HttpResponse::read(request.json(&body).send().await.unwrap()).await;
    assert_eq!(own.status, 201, "{}", own.body);
    let device = begin(world, "openid").await;
    let now = world.clock.now().seconds();
    let claims = json!({
        "iss": "signer", "sub": "signer", "aud": world.base, "jti": "b18", "iat": now, "exp": now + 60,
    });
    let elsewhere = world.visitor("ann").await;
    let hint = text(&sited.tokens(&elsewhere).await, "id_token");
    world
        .get(&address(&[("id_token_hint", &hint)]), Some(&elsewhere))
        .await;
    let logout = site.wait_for_requests(1).await.pop().unwrap().token;
    vec![
        ("access token", text(&backend, "access_token")),
        ("machine's access token", machine),
        ("id token", text(&backend, "id_token")),
        ("refresh token", text(&backend, "refresh_token")),
        ("logout token", logout),
        ("userinfo", signed_userinfo(world, &ann).await),
        ("code", world.code(&ann, &CODE).await),
        ("device code", device.secret),
        ("user code", device.user_code),
        ("pushed request", pushed(world, &[]).await),
        ("initial token", initial),
        (
            "registration token",
            text(&own.body, "registration_access_token"),
        ),
        (
            "assertion",
            CLIENT_KEY.sign(&json!({ "alg": "ES256", "kid": "own" }), &claims),
        ),
        ("proof", proof(world, &TestKey::generate(), TOKEN, "b18")),
        ("session", ann.cookie.split_once('=').unwrap().1.to_owned()),
    ]
}

const CODE: [(&str, &str); 3] = [
    ("client_id", "backend"),
    ("redirect_uri", "https://backend.example/cb"),
    ("scope", "openid"),
];

async fn admin(world: &TestIdp, token: &str, path: &str, body: &Value) -> Value {
    let request = world
        .request("POST", &format!("/admin/v1/{path}"))
        .bearer_auth(token);
    let response = HttpResponse::read(request.json(body).send().await.unwrap()).await;
    assert!(response.status.is_success(), "{}", response.body);
    response.body
}

/// Returns the signed userinfo response of a client that registered for it.
async fn signed_userinfo(world: &TestIdp, visitor: &idp::testing::TestBrowser) -> String {
    register(world, "signed", None).await;
    let body = json!({
        "token_endpoint_auth_method": "none", "redirect_uris": [super::idp_with_client::CALLBACK],
        "userinfo_signed_response_alg": "ES256", "id_token_signed_response_alg": "ES256",
    });
    put(world, "signed", &body).await.ok();
    let tokens = tokens_of(world, "signed", visitor).await;
    let response = world.userinfo(&text(&tokens, "access_token")).await.ok();
    response.as_str().unwrap().to_owned()
}

async fn bearer(world: &TestIdp, method: &str, path: &str, token: &str) -> bool {
    let agent = json!({ "redirect_uris": ["https://agent.example/cb"] });
    let request = world.request(method, path).bearer_auth(token).json(&agent);
    let status = request.send().await.unwrap().status();
    assert!(
        status == 401 || status == 403 || status.is_success(),
        "{path} {status}"
    );
    status.is_success()
}

async fn grants(world: &TestIdp, form: &[(&str, &str)]) -> bool {
    let response = world.token(form, Some(("backend", SECRET))).await;
    let (status, error) = response.refusal();
    assert!(
        status == 200 || (status == 400 && error == "invalid_grant"),
        "{response:?}"
    );
    status == 200
}

/// Sends a text to the token endpoint and related ones.
async fn takes_as_form(world: &TestIdp, slot: Slot, it: &str) -> bool {
    match slot {
        "introspected" => {
            let form = [
                ("token", it),
                ("client_id", "backend"),
                ("client_secret", SECRET),
            ];
            let response = HttpResponse::read(world.post("/oauth/introspect", &form, "").await)
                .await
                .ok();
            response["active"] == true
        }
        "refresh token" => {
            let form = [("grant_type", "refresh_token"), ("refresh_token", it)];
            grants(world, &form).await
        }
        "code" => {
            let form = [
                ("grant_type", "authorization_code"),
                ("code", it),
                ("redirect_uri", "https://backend.example/cb"),
                ("code_verifier", crate::harness::VERIFIER),
            ];
            grants(world, &form).await
        }
        "device code" => {
            let form = [
                ("grant_type", DEVICE),
                ("client_id", "tv"),
                ("device_code", it),
            ];
            let response = world.token(&form, None).await;
            response.refusal() == (400, "authorization_pending")
        }
        _ => {
            assert_eq!(slot, "assertion");
            let form = [
                ("grant_type", "client_credentials"),
                ("client_assertion_type", ASSERTION),
                ("client_assertion", it),
            ];
            world.token(&form, None).await.status == 200
        }
    }
}

/// Sends a text in a slot, and returns whether it is accepted as the credential of that slot.
async fn takes(world: &TestIdp, slot: Slot, it: &str) -> bool {
    match slot {
        "userinfo's" => bearer(world, "GET", "/oauth/userinfo", it).await,
        "admin API's" => bearer(world, "GET", "/admin/v1/clients/web", it).await,
        "registration's" => bearer(world, "POST", "/oauth/register", it).await,
        "hint" | "pushed request" => {
            let ann = world.visitor("ann").await;
            let changes = [("id_token_hint", it), ("prompt", "none"), CODE[0], CODE[1]];
            let address = if slot == "hint" {
                world.authorize_url(&changes)
            } else {
                address_of("backend", it)
            };
            let landing = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
            landing.parameter("code").is_some()
        }
        _ => takes_as_form(world, slot, it).await,
    }
}

/// Credentials that are accepted in each slot; all others are refused there.
const TAKEN: &[(Slot, Slot)] = &[
    ("code", "code"),
    ("pushed request", "pushed request"),
    ("assertion", "assertion"),
    ("userinfo's", "access token"),
    ("admin API's", "machine's access token"),
    ("introspected", "access token"),
    ("device code", "device code"),
    ("hint", "id token"),
    ("refresh token", "refresh token"),
    ("registration's", "initial token"),
];

on_both_engines!(tokens_of_one_kind_are_refused_as_another);

// row: B18
async fn tokens_of_one_kind_are_refused_as_another(sited: IdpWithClient) {
    let world = &sited.world;
    let things = things(&sited).await;
    for (slot, right) in TAKEN {
        for (name, it) in things.iter().filter(|(name, _)| name != right) {
            // A refresh token may be introspected as well.
            let is_taken = (*slot, *name) == ("introspected", "refresh token");
            assert_eq!(takes(world, slot, it).await, is_taken, "{name} as {slot}");
        }
        if *slot == "registration's" {
            // The endpoint refuses further requests for a while after so many invalid ones.
            world.wait(15 * 60);
        }
        let (_, it) = things.iter().find(|(name, _)| name == right).unwrap();
        assert!(takes(world, slot, it).await, "{right}, the control");
    }
}
