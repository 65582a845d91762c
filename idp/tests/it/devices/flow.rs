//! Tests that a device gets its tokens after the user has allowed it.

use foundation::on_both_engines;
use serde_json::json;

use super::{DevicePage, allowed, at_the_page, begin, begin_with, decided, typed};
use crate::harness::{HttpResponse, SECRET, TestIdp, claims};

#[tokio::test]
async fn discovery_lists_the_device_endpoint() {
    let world = TestIdp::new().await;
    let response =
        HttpResponse::read(world.get("/.well-known/openid-configuration", None).await).await;
    let document = response.ok();
    let expected = world.at("/oauth/device_authorization");
    assert_eq!(document["device_authorization_endpoint"], json!(expected));
    let grants = document["grant_types_supported"].as_array().unwrap();
    assert!(grants.contains(&json!(super::GRANT_TYPE)), "{grants:?}");
}

on_both_engines!(device_gets_its_tokens_once_its_user_allowed_it);

// row: audit-2
async fn device_gets_its_tokens_once_its_user_allowed_it(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let device = begin(&world, "openid email credits.read offline_access").await;
    let response = &device.response;
    let page = world.at("/oauth/device");
    assert_eq!(response["verification_uri"], json!(page));
    let complete = format!("{page}?user_code={}", device.user_code);
    assert_eq!(response["verification_uri_complete"], json!(complete));
    assert_eq!(
        (&response["expires_in"], &response["interval"]),
        (&json!(600), &json!(5))
    );
    assert_eq!(device.secret.len(), 43);
    assert_eq!(device.refused(&world).await, "authorization_pending");
    // Opening the address does not reserve the code.
    let looked = DevicePage::read(world.get(&complete, Some(&ann)).await, &ann.cookie).await;
    assert!(
        looked
            .html
            .contains(&format!("value=\"{}\"", device.user_code))
    );
    let taken = "SELECT COUNT(*) FROM device_codes WHERE sid IS NOT NULL";
    assert_eq!(world.count(taken).await, 0);
    let spelt = device.user_code.to_ascii_lowercase().replace('-', " ");
    let question = typed(&world, &ann, &spelt).await;
    assert!(question.has_question());
    for part in [
        device.user_code.as_str(),
        "The &#60;b&#62;Screen&#60;/b&#62;",
        "127.0.0.1",
        "2027-01-15 08:00 UTC",
        "See your email address",
        "credits.read",
        "id=\"device-deny\"",
        "id=\"device-place\"",
    ] {
        assert!(question.html.contains(part), "{part}: {}", question.html);
    }
    assert_eq!(device.refused(&world).await, "slow_down");
    let (status, html) = decided(&world, &question, &device.user_code, "allow").await;
    assert_eq!(status, 200);
    assert!(html.contains("Device connected"), "{html}");
    let tokens = device.poll(&world).await.ok();
    let id_token = claims(tokens["id_token"].as_str().unwrap());
    assert_eq!(id_token["aud"], json!("tv"));
    assert_eq!(id_token["sub"], json!(ann.user_id));
    assert!(tokens["refresh_token"].is_string());
    assert_eq!(
        tokens["scope"],
        json!("credits.read email offline_access openid")
    );
    let access = tokens["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(access).await.ok()["sub"], json!(ann.user_id));
    let audit_log =
        "SELECT COUNT(*) FROM audit WHERE action = 'device.allowed' AND client_id = 'tv'";
    assert_eq!(world.count(audit_log).await, 1);
}

on_both_engines!(device_that_is_denied_gets_nothing);

async fn device_that_is_denied_gets_nothing(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let device = begin(&world, "openid").await;
    let page = typed(&world, &ann, &device.user_code).await;
    let (status, html) = decided(&world, &page, &device.user_code, "deny").await;
    assert_eq!(status, 200);
    assert!(html.contains("Device not connected"), "{html}");
    for _ in 0..2 {
        assert_eq!(device.refused(&world).await, "access_denied");
    }
    let (status, _) = decided(&world, &page, &device.user_code, "allow").await;
    assert_eq!(status, 400, "it was decided already");
    assert_eq!(device.refused(&world).await, "access_denied");
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 0);
}

#[tokio::test]
async fn family_without_offline_access_ends_with_the_session_that_allowed_it() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let (bound, offline) = (
        begin(&world, "openid").await,
        begin(&world, "openid offline_access").await,
    );
    allowed(&world, &ann, &bound).await;
    allowed(&world, &ann, &offline).await;
    let bound = bound.poll(&world).await.ok();
    assert!(bound["refresh_token"].is_null());
    let offline = offline.poll(&world).await.ok();
    idp::testing::sign_out_everywhere(&world.app, &ann.user_id)
        .await
        .unwrap();
    let access = bound["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(access).await.status, 401);
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", "tv"),
        ("refresh_token", offline["refresh_token"].as_str().unwrap()),
    ];
    assert_eq!(world.token(&form, None).await.status, 200);
}

#[tokio::test]
async fn signed_out_user_returns_after_the_sign_in() {
    let world = TestIdp::new().await;
    let rows = [
        ("/oauth/device", "%2Foauth%2Fdevice"),
        (
            "/oauth/device?user_code=bcdfghjk",
            "%2Foauth%2Fdevice%3Fuser_code%3DBCDF-GHJK",
        ),
        (
            "/oauth/device?user_code=%22%3E%3Cscript%3E",
            "%2Foauth%2Fdevice",
        ),
    ];
    for (address, back) in rows {
        let response = world.get(address, None).await;
        assert_eq!(response.status(), 303);
        let location = response.headers()["location"].to_str().unwrap();
        assert_eq!(location, format!("/api/auth/signin?callbackUrl={back}"));
    }
    let ann = world.visitor("ann").await;
    assert_eq!(at_the_page(&world, &ann).await.status, 200);
}

/// The fields of a form, and the expected error.
type Row = (&'static [(&'static str, &'static str)], (u16, &'static str));

#[tokio::test]
async fn client_without_the_device_grant_is_refused() {
    let world = TestIdp::new().await;
    let rows: [Row; 6] = [
        (&[("client_id", "web")], (400, "unauthorized_client")),
        (&[("client_id", "nobody")], (401, "invalid_client")),
        (&[("client_id", "backend")], (401, "invalid_client")),
        (&[], (401, "invalid_client")),
        (
            &[("client_id", "tv"), ("scope", "email")],
            (400, "invalid_scope"),
        ),
        (
            &[("client_id", "tv"), ("client_id", "tv")],
            (400, "invalid_request"),
        ),
    ];
    for (form, expected) in rows {
        let response = begin_with(&world, form).await;
        assert_eq!(response.refusal(), expected, "{form:?}");
    }
    let proven = [("client_id", "backend"), ("client_secret", SECRET)];
    let response = begin_with(&world, &proven).await;
    assert_eq!(response.refusal(), (400, "unauthorized_client"));
    let wide = [("client_id", "tv"), ("scope", "openid idp.users websites")];
    assert_eq!(
        begin_with(&world, &wide).await.status,
        200,
        "it gets what it may"
    );
    let statement = "SELECT scope FROM device_codes";
    assert_eq!(world.text(statement).await, "openid");
}

on_both_engines!(decision_sent_twice_gets_the_same_response);

async fn decision_sent_twice_gets_the_same_response(world: TestIdp) {
    let ann = world.visitor("ann").await;
    for (decision, other) in [("allow", "deny"), ("deny", "allow")] {
        let device = begin(&world, "openid").await;
        let page = typed(&world, &ann, &device.user_code).await;
        let (one, two) = tokio::join!(
            decided(&world, &page, &device.user_code, decision),
            decided(&world, &page, &device.user_code, decision)
        );
        assert_eq!(one.0, 200, "{}", one.1);
        assert_eq!(one, two);
        if decision == "allow" {
            device.poll(&world).await.ok();
        }
        let again = decided(&world, &page, &device.user_code, decision).await;
        assert_eq!(again, one);
        let changed = decided(&world, &page, &device.user_code, other).await;
        assert_eq!(changed.0, 400, "another decision: {}", changed.1);
    }
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 1);
}
