//! Tests device requests with and without `openid`, for resource servers, and with a bound key.

use foundation::on_both_engines;
use foundation::testing::TestKey;
use serde_json::json;

use super::{DeviceAuthorization, GRANT_TYPE, allowed, begin, begin_with, decided, typed};
use crate::harness::{HttpResponse, TestIdp, claims};
use crate::proofs::dpop::{REFUSED, TOKEN, ask, proof};

const A: &str = "https://a.example/api";
const B: &str = "https://b.example";
const WAITING: &str = "SELECT COUNT(*) FROM device_codes";

/// Changes the client `tv` by SQL, and drops it from the server's cache.
async fn change(world: &TestIdp, statement: &'static str) {
    world.execute(statement, "tv").await;
    idp::testing::forget_client(&world.app, "tv").await;
}

/// Uses a refresh token of the client `tv`.
async fn refresh(
    world: &TestIdp,
    tokens: &serde_json::Value,
    more: &[(&str, &str)],
) -> HttpResponse {
    let token = tokens["refresh_token"].as_str().unwrap();
    let mut form = vec![
        ("grant_type", "refresh_token"),
        ("client_id", "tv"),
        ("refresh_token", token),
    ];
    form.extend(more);
    world.token(&form, None).await
}

on_both_engines!(device_may_request_scopes_of_a_resource_server_only);

// row: clients-4
async fn device_may_request_scopes_of_a_resource_server_only(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let device = begin(&world, "credits.read offline_access email websites").await;
    let question = typed(&world, &ann, &device.user_code).await;
    assert!(question.html.contains("credits.read"));
    assert!(!question.html.contains("See your email address"));
    allowed(&world, &ann, &device).await;
    let mut tokens = device.poll(&world).await.ok();
    for _again in 0..2 {
        assert_eq!(tokens["scope"], "credits.read offline_access");
        assert_eq!(tokens.get("id_token"), None);
        let access = tokens["access_token"].as_str().unwrap();
        assert_eq!(claims(access)["email"], json!(null));
        let response = world.userinfo(access).await;
        assert_eq!(response.refusal(), (403, "insufficient_scope"));
        tokens = refresh(&world, &tokens, &[]).await.ok();
    }
    let response = refresh(&world, &tokens, &[("scope", "openid credits.read")]).await;
    assert_eq!(response.refusal(), (400, "invalid_scope"));
    // The control: with `openid` the user signs in.
    let device = begin(&world, "credits.read openid").await;
    allowed(&world, &ann, &device).await;
    assert!(device.poll(&world).await.ok()["id_token"].is_string());
}

on_both_engines!(device_request_without_allowed_scopes_is_refused);

// row: clients-4
async fn device_request_without_allowed_scopes_is_refused(world: TestIdp) {
    for scope in [
        "email",
        "email profile offline_access",
        "offline_access",
        "websites",
        "idp.users",
        "credits.read \"",
        "Openid",
    ] {
        let response = begin_with(&world, &[("client_id", "tv"), ("scope", scope)]).await;
        assert_eq!(response.refusal(), (400, "invalid_scope"), "{scope}");
    }
    assert_eq!(world.count(WAITING).await, 0);
    for scope in ["openid", "credits.read", "", "credits.read idp.users"] {
        let response = begin_with(&world, &[("client_id", "tv"), ("scope", scope)]).await;
        assert_eq!(response.status, 200, "{scope}");
    }
    assert_eq!(world.count(WAITING).await, 4);
}

on_both_engines!(scope_lost_during_the_request_is_not_granted);

// row: B10
async fn scope_lost_during_the_request_is_not_granted(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let device = begin(&world, "credits.read").await;
    let question = typed(&world, &ann, &device.user_code).await;
    assert!(question.has_question());
    change(&world, "UPDATE clients SET scope = '' WHERE id = $1").await;
    let (status, _) = decided(&world, &question, &device.user_code, "allow").await;
    assert_eq!(status, 400);
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 0);
    change(
        &world,
        "UPDATE clients SET scope = 'credits.read' WHERE id = $1",
    )
    .await;
    let (status, _) = decided(&world, &question, &device.user_code, "allow").await;
    assert_eq!(status, 200, "the control");
}

/// Requests the tokens of a device for resources.
async fn poll_for(
    world: &TestIdp,
    device: &DeviceAuthorization,
    resources: &[&str],
) -> HttpResponse {
    let mut form = vec![
        ("grant_type", GRANT_TYPE),
        ("client_id", "tv"),
        ("device_code", device.secret.as_str()),
    ];
    form.extend(resources.iter().map(|one| ("resource", *one)));
    world.token(&form, None).await
}

on_both_engines!(resource_of_a_device_request_bounds_its_family);

// row: B10
async fn resource_of_a_device_request_bounds_its_family(world: TestIdp) {
    let both = "UPDATE clients SET resources = '[\"https://a.example/api\",\"https://b.example\"]' WHERE id = $1";
    change(&world, both).await;
    let ann = world.visitor("ann").await;
    let requested = [
        ("client_id", "tv"),
        ("scope", "credits.read offline_access"),
        ("resource", A),
    ];
    for other in ["https://c.example", "https://a.example/api/", "x", "\u{e9}"] {
        let form = [
            requested[0],
            requested[1],
            requested[2],
            ("resource", other),
        ];
        let response = begin_with(&world, &form).await;
        assert_eq!(response.refusal(), (400, "invalid_target"), "{other}");
    }
    assert_eq!(world.count(WAITING).await, 0);
    let response = begin_with(&world, &requested).await.ok();
    let text = |name: &str| response[name].as_str().unwrap().to_owned();
    let device = DeviceAuthorization {
        secret: text("device_code"),
        user_code: text("user_code"),
        response,
    };
    allowed(&world, &ann, &device).await;
    let usual = world.base.clone();
    for other in [B, &usual] {
        let response = poll_for(&world, &device, &[other]).await;
        assert_eq!(
            response.refusal(),
            (400, "invalid_target"),
            "registered, and not asked for"
        );
    }
    let tokens = poll_for(&world, &device, &[]).await.ok();
    assert_eq!(claims(tokens["access_token"].as_str().unwrap())["aud"], A);
    let response = refresh(&world, &tokens, &[("resource", B)]).await;
    assert_eq!(response.refusal(), (400, "invalid_target"));
    let tokens = refresh(&world, &tokens, &[("resource", A)]).await.ok();
    let slash = format!("{usual}/");
    let form = [requested[0], requested[1], ("resource", slash.as_str())];
    assert_eq!(
        begin_with(&world, &form).await.status,
        200,
        "the empty path"
    );
    assert_eq!(claims(tokens["access_token"].as_str().unwrap())["aud"], A);
    // The control: a request without a resource gets the default audience.
    let device = begin(&world, "credits.read").await;
    allowed(&world, &ann, &device).await;
    let tokens = poll_for(&world, &device, &[]).await.ok();
    assert_eq!(
        claims(tokens["access_token"].as_str().unwrap())["aud"],
        usual
    );
}

on_both_engines!(device_that_proves_a_key_binds_its_family_to_it);

// row: B24
async fn device_that_proves_a_key_binds_its_family_to_it(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let (key, other) = (TestKey::generate(), TestKey::generate());
    let device = begin(&world, "openid offline_access").await;
    allowed(&world, &ann, &device).await;
    let polling = [
        ("grant_type", GRANT_TYPE),
        ("client_id", "tv"),
        ("device_code", device.secret.as_str()),
    ];
    let first = proof(&world, &key, TOKEN, "first");
    let wrong = proof(&world, &key, "/oauth/par", "wrong");
    let response = ask(&world, &polling, &[&wrong]).await;
    assert_eq!(response.refusal(), REFUSED, "a proof for another address");
    let tokens = ask(&world, &polling, &[&first]).await.ok();
    assert_eq!(tokens["token_type"], "DPoP");
    let bound = claims(tokens["access_token"].as_str().unwrap());
    assert_eq!(bound["cnf"]["jkt"], key.thumbprint());
    assert_eq!(refresh(&world, &tokens, &[]).await.refusal(), REFUSED);
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", "tv"),
        ("refresh_token", tokens["refresh_token"].as_str().unwrap()),
    ];
    let theirs = proof(&world, &other, TOKEN, "theirs");
    assert_eq!(ask(&world, &form, &[&theirs]).await.refusal(), REFUSED);
    let own = proof(&world, &key, TOKEN, "own");
    assert_eq!(ask(&world, &form, &[&own]).await.ok()["token_type"], "DPoP");
}
