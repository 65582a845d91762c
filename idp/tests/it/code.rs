//! Tests RFC 6749 section 4.1: the authorization code and its redemption.

use foundation::on_both_engines;
use futures_util::future::join_all;
use serde_json::Value;

use crate::harness::{SECRET, TestIdp, VERIFIER, claims, header};
use crate::visiting::retry_while_busy;

/// The parameters of a form.
type FormFields<'a> = &'a [(&'a str, &'a str)];
/// Credentials for HTTP Basic.
type BasicCredentials<'a> = Option<(&'a str, &'a str)>;

on_both_engines!(code_flow_returns_tokens_with_their_claims);

async fn code_flow_returns_tokens_with_their_claims(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let landing = world.authorize(Some(&ann), &[]).await;
    assert_eq!(landing.status, 303);
    assert!(
        landing
            .location
            .as_ref()
            .unwrap()
            .starts_with(&world.at("/auth/callback?"))
    );
    assert_eq!(
        landing.parameter("state").as_deref(),
        Some("a state & more")
    );
    assert_eq!(
        landing.parameter("iss").as_deref(),
        Some(world.base.as_str())
    );
    let code = landing.parameter("code").unwrap();
    assert_eq!(code.len(), 43);
    let response = world.redeem(&code).await;
    assert_eq!(response.header("cache-control"), "no-store");
    let tokens = response.ok();
    assert_eq!(tokens["token_type"], "Bearer");
    assert_eq!(tokens["expires_in"], 600);
    assert_eq!(tokens["scope"], "email openid profile");
    assert!(tokens.get("refresh_token").is_none());
    check_access_token(
        &world,
        &ann.user_id,
        tokens["access_token"].as_str().unwrap(),
    );
    check_id_token(&world, &ann.user_id, tokens["id_token"].as_str().unwrap());
    let response = world
        .userinfo(tokens["access_token"].as_str().unwrap())
        .await
        .ok();
    assert_eq!(response["sub"], ann.user_id);
    assert_eq!(response["email"], "ann@example.com");
    assert_eq!(response["email_verified"], true);
}

fn check_access_token(world: &TestIdp, user_id: &str, token: &str) {
    let (header, claims) = (header(token), claims(token));
    assert_eq!(header["typ"], "at+jwt");
    assert_eq!(header["alg"], "ES256");
    assert_eq!(claims["iss"], world.base);
    assert_eq!(claims["sub"], user_id);
    assert_eq!(claims["aud"], world.base);
    assert_eq!(claims["client_id"], "web");
    assert_eq!(claims["scope"], "email openid profile");
    assert_eq!(
        claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(),
        600
    );
    assert_eq!(claims["auth_time"], world.clock.now().seconds());
    assert_eq!(claims["email"], "ann@example.com");
    assert!(claims["jti"].is_string() && claims["sid"].is_string());
    assert_eq!(claims["roles"], Value::Null);
}

fn check_id_token(world: &TestIdp, user_id: &str, token: &str) {
    let (header, claims) = (header(token), claims(token));
    assert_eq!(header["alg"], "ES256");
    assert_eq!(claims["iss"], world.base);
    assert_eq!(claims["sub"], user_id);
    assert_eq!(claims["aud"], "web");
    assert_eq!(claims["nonce"], "n-0S6_WzA2Mj");
    assert_eq!(claims["auth_time"], world.clock.now().seconds());
    assert!(claims["at_hash"].is_string() && claims["sid"].is_string());
    assert_eq!(claims.get("azp"), None);
}

on_both_engines!(second_redemption_is_refused_and_revokes_the_first_tokens);

// row: B1
async fn second_redemption_is_refused_and_revokes_the_first_tokens(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let code = world.code(&ann, &[]).await;
    let tokens = world.redeem(&code).await.ok();
    let access_token = tokens["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(access_token).await.status, 200);
    world.wait(30);
    assert_eq!(world.redeem(&code).await.refusal(), (400, "invalid_grant"));
    assert_eq!(
        world.userinfo(access_token).await.refusal(),
        (401, "invalid_token")
    );
}

on_both_engines!(fifty_concurrent_redemptions_succeed_once);

// row: B2
async fn fifty_concurrent_redemptions_succeed_once(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let code = world.code(&ann, &[]).await;
    let responses = join_all((0..50).map(|_| retry_while_busy(|| world.redeem(&code)))).await;
    let good = responses
        .iter()
        .filter(|response| response.status == 200)
        .count();
    let refused = responses
        .iter()
        .filter(|response| response.refusal() == (400, "invalid_grant"))
        .count();
    assert_eq!((good, refused), (1, 49));
}

// row: B5
#[tokio::test]
async fn code_is_valid_for_sixty_seconds() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    for (seconds, expected) in [(59, 200), (60, 400), (61, 400)] {
        let code = world.code(&ann, &[]).await;
        world.wait(seconds);
        assert_eq!(world.redeem(&code).await.status, expected, "{seconds}");
    }
}

// row: B4
#[tokio::test]
async fn address_has_to_be_the_same_at_the_token_endpoint() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let right = world.at("/auth/callback");
    let silent = world.at("/silent");
    for (redirect_uri, expected) in [(right.as_str(), 200), (&silent, 400), ("", 400)] {
        let code = world.code(&ann, &[]).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", "web"),
            ("code", &code),
            ("redirect_uri", redirect_uri),
            ("code_verifier", VERIFIER),
        ];
        let response = world.token(&form, None).await;
        assert_eq!(response.status, expected, "{redirect_uri}");
        if expected == 400 {
            assert_eq!(response.refusal(), (400, "invalid_grant"));
            assert_eq!(
                world.redeem(&code).await.refusal(),
                (400, "invalid_grant"),
                "it is spent"
            );
        }
    }
}

#[tokio::test]
async fn code_is_of_use_to_its_own_client_only() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let code = world.code(&ann, &[]).await;
    let callback = world.at("/auth/callback");
    let form = [
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", &callback),
        ("code_verifier", VERIFIER),
    ];
    let response = world.token(&form, Some(("backend", SECRET))).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
    assert_eq!(
        world.redeem(&code).await.status,
        200,
        "its own client is not harmed"
    );
}

#[tokio::test]
async fn id_token_of_a_client_that_names_no_algorithm_is_rs256() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    let id_token = tokens["id_token"].as_str().unwrap();
    assert_eq!(header(id_token)["alg"], "RS256");
    assert_eq!(claims(id_token)["aud"], "backend");
    assert_eq!(claims(id_token).get("email"), None);
}

// row: B14
#[tokio::test]
async fn grant_types_are_refused_by_name() {
    let world = TestIdp::new().await;
    let rows: [(FormFields<'_>, (u16, &str)); 6] = [
        (
            &[("grant_type", "password")],
            (400, "unsupported_grant_type"),
        ),
        (&[("grant_type", "urn:x")], (400, "unsupported_grant_type")),
        (&[], (400, "invalid_request")),
        (
            &[
                ("grant_type", "authorization_code"),
                ("grant_type", "authorization_code"),
            ],
            (400, "invalid_request"),
        ),
        (
            &[("grant_type", "client_credentials"), ("client_id", "web")],
            (400, "unauthorized_client"),
        ),
        (
            &[("grant_type", "authorization_code"), ("client_id", "web")],
            (400, "invalid_request"),
        ),
    ];
    for (form, expected) in rows {
        let response = world.token(form, None).await;
        assert_eq!(response.refusal(), expected, "{form:?}");
        assert_eq!(response.header("cache-control"), "no-store");
    }
    let response = world
        .request("POST", "/oauth/token")
        .json(&serde_json::json!({}))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 400);
}

#[tokio::test]
async fn client_proves_itself_by_one_method() {
    let world = TestIdp::new().await;
    let grant = ("grant_type", "client_credentials");
    let rows: [(FormFields<'_>, BasicCredentials<'_>, (u16, &str)); 8] = [
        (&[grant], Some(("product-api", SECRET)), (200, "")),
        (
            &[grant, ("client_id", "meter"), ("client_secret", SECRET)],
            None,
            (200, ""),
        ),
        (
            &[grant, ("client_id", "meter"), ("client_secret", SECRET)],
            Some(("meter", SECRET)),
            (400, "invalid_request"),
        ),
        (
            &[grant],
            Some(("product-api", "wrong")),
            (401, "invalid_client"),
        ),
        (&[grant], Some(("nobody", SECRET)), (401, "invalid_client")),
        (
            &[grant, ("client_id", "product-api")],
            None,
            (401, "invalid_client"),
        ),
        (
            &[grant, ("client_id", "web"), ("client_secret", "x")],
            None,
            (401, "invalid_client"),
        ),
        (&[grant], None, (401, "invalid_client")),
    ];
    for (form, basic, expected) in rows {
        let response = world.token(form, basic).await;
        assert_eq!(response.refusal(), expected, "{form:?} {basic:?}");
        let challenged = response.header("www-authenticate").starts_with("Basic ");
        // The challenge names only a scheme that the client used (RFC 6749 section 5.2).
        assert_eq!(challenged, expected.0 == 401 && basic.is_some());
        assert_eq!(response.header("www-authenticate").is_empty(), !challenged);
    }
}

#[tokio::test]
async fn user_who_may_not_sign_in_gets_no_tokens() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let code = world.code(&ann, &[]).await;
    world
        .execute(
            "UPDATE users SET is_active = FALSE WHERE id = $1",
            &ann.user_id,
        )
        .await;
    assert_eq!(world.redeem(&code).await.refusal(), (400, "invalid_grant"));
}
