//! Tests that a registration is stored and returned completely, and that a deactivated client is refused at once.

use foundation::on_both_engines;
use serde_json::{Value, json};

use crate::admin_clients::{put, without_body};
use crate::harness::{SECRET, TestIdp, VERIFIER};

/// Returns a registration in which no member has its default.
fn unusual() -> Value {
    json!({
        "client_name": "Unusual", "is_active": false, "token_endpoint_auth_method": "private_key_jwt",
        "token_endpoint_auth_signing_alg": "ES256", "token_endpoint_as_audience": true,
        "request_object_signing_alg": "PS256", "require_signed_request_object": true,
        "jwks": { "keys": [{
            "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "one",
            "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
        }] },
        "application_type": "native", "redirect_uris": ["https://one.example/cb", "https://two.example/cb"],
        "post_logout_redirect_uris": ["https://one.example/bye"],
        "backchannel_logout_uri": "https://one.example/out", "backchannel_logout_session_required": true,
        "grant_types": [
            "authorization_code", "client_credentials", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code",
        ],
        "scope": "credits.read", "resources": ["https://api.one.example/", "urn:example:api"],
        "id_token_signed_response_alg": "ES256", "userinfo_signed_response_alg": "ES256",
        "userinfo_claims_in_id_token": true,
        "access_token_format": "opaque", "dpop_bound_access_tokens": true, "subject_type": "pairwise",
        "refresh_token_rotation": true,
        "sector_identifier_uri": "https://one.example/sector", "require_pkce": true,
        "require_pushed_authorization_requests": true, "default_max_age": 3600, "require_auth_time": true,
        "default_acr_values": ["phr", "1"], "brand_color": "#123456", "client_uri": "https://one.example/",
        "initiate_login_uri": "https://one.example/login", "policy_uri": "https://one.example/policy", "tos_uri": "https://one.example/terms",
        "contacts": ["ops@one.example", "+49 1"],
    })
}

on_both_engines!(registration_is_stored_and_returned_completely);

async fn registration_is_stored_and_returned_completely(world: TestIdp) {
    let made = put(&world, "unusual", &unusual()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    assert_eq!(
        made.body.get("client_secret"),
        None,
        "it proves itself by its keys"
    );
    let found = without_body(&world, "GET", "unusual").await.ok();
    for (member, value) in unusual().as_object().unwrap() {
        assert_eq!(&found[member], value, "{member}");
    }
    assert_eq!(found["registered_by"], "admin");
    let plain = json!({ "redirect_uris": ["https://one.example/cb"] });
    put(&world, "unusual", &plain).await.ok();
    let found = without_body(&world, "GET", "unusual").await.ok();
    let defaults = json!({
        "client_name": "unusual", "is_active": true, "token_endpoint_auth_method": "client_secret_basic",
        "application_type": "web", "post_logout_redirect_uris": [], "backchannel_logout_session_required": false,
        "grant_types": ["authorization_code"], "scope": "", "resources": [], "id_token_signed_response_alg": "RS256",
        "access_token_format": "jwt", "dpop_bound_access_tokens": false, "subject_type": "public", "require_pkce": false,
        "userinfo_claims_in_id_token": false, "token_endpoint_as_audience": false,
        "require_signed_request_object": false,
        "require_pushed_authorization_requests": false, "require_auth_time": false, "default_acr_values": [],
        "contacts": [],
    });
    for (member, value) in defaults.as_object().unwrap() {
        assert_eq!(&found[member], value, "{member}");
    }
    for member in [
        "jwks",
        "request_object_signing_alg",
        "backchannel_logout_uri",
        "default_max_age",
        "refresh_token_rotation",
        "initiate_login_uri",
        "client_uri",
        "sector_identifier_uri",
    ] {
        assert_eq!(found.get(member), None, "{member}");
    }
}

#[tokio::test]
async fn pairwise_client_has_one_sector() {
    let world = TestIdp::new().await;
    let mut body =
        json!({ "redirect_uris": ["https://one.example/cb"], "subject_type": "pairwise" });
    assert_eq!(put(&world, "pair", &body).await.status, 201);
    body["redirect_uris"] = json!(["https://one.example/cb", "https://two.example/cb"]);
    let response = put(&world, "pair", &body).await;
    assert_eq!(response.status, 400);
    assert!(
        response.body["detail"]
            .as_str()
            .unwrap()
            .contains("sector_identifier_uri")
    );
    body["sector_identifier_uri"] = json!("https://one.example/sector");
    assert_eq!(put(&world, "pair", &body).await.status, 200);
}

on_both_engines!(deactivated_client_is_unknown_and_its_tokens_are_inactive);

// row: B21
async fn deactivated_client_is_unknown_and_its_tokens_are_inactive(world: TestIdp) {
    let body = |is_active: bool| {
        json!({
            "redirect_uris": ["https://backend.example/cb"], "scope": "credits.read", "is_active": is_active,
            "grant_types": ["authorization_code", "client_credentials", "refresh_token"],
        })
    };
    let ann = world.visitor("ann").await;
    let changes = [
        ("client_id", "backend"),
        ("redirect_uri", "https://backend.example/cb"),
        ("scope", "openid"),
    ];
    put(&world, "backend", &body(true)).await.ok();
    let tokens = world.site_tokens(&ann, "openid").await;
    let access = tokens["access_token"].as_str().unwrap();
    let refresh = tokens["refresh_token"].as_str().unwrap();
    let code = world.code(&ann, &changes).await;
    assert_eq!(world.userinfo(access).await.status, 200);

    put(&world, "backend", &body(false)).await.ok();
    let basic = Some(("backend", SECRET));
    let refreshing = [("grant_type", "refresh_token"), ("refresh_token", refresh)];
    let redeeming = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", "https://backend.example/cb"),
        ("code_verifier", VERIFIER),
    ];
    for form in [
        &refreshing[..],
        &redeeming,
        &[("grant_type", "client_credentials")],
    ] {
        let response = world.token(form, basic).await;
        assert_eq!(response.refusal(), (401, "invalid_client"), "{form:?}");
    }
    assert_eq!(world.userinfo(access).await.status, 401);
    assert!(world.authorize(Some(&ann), &changes).await.is_page());

    put(&world, "backend", &body(true)).await.ok();
    world.code(&ann, &changes).await;
    world
        .token(&[("grant_type", "client_credentials")], basic)
        .await
        .ok();
    let response = world.token(&refreshing, basic).await;
    assert_eq!(
        response.refusal(),
        (400, "invalid_grant"),
        "what was granted before stays dead"
    );
    assert_eq!(world.userinfo(access).await.status, 401);
}

on_both_engines!(client_deactivated_by_another_replica_is_unknown_within_a_second);

// row: B21
async fn client_deactivated_by_another_replica_is_unknown_within_a_second(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.tokens(&ann).await;
    let access = tokens["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(access).await.status, 200);
    world
        .execute("UPDATE clients SET is_active = FALSE WHERE id = $1", "web")
        .await;
    assert_eq!(
        world.userinfo(access).await.status,
        401,
        "the grant is read with its client"
    );
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert!(world.authorize(Some(&ann), &[]).await.is_page());
}
