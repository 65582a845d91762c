//! Tests OpenID Connect Back-Channel Logout 1.0: the modules of the plan, and the recipients of logout tokens.

use foundation::jose::{KeySet, TokenRequirements};
use foundation::on_both_engines;
use serde_json::json;

use super::client_server::LogoutRequest;
use super::idp_with_client::{IdpWithClient, POST_LOGOUT_URI, register, tokens_of};
use super::{address, assert_signed_out, text};
use crate::harness::{HttpResponse, RedirectResponse, TestIdp, claims, header};

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

#[tokio::test]
async fn oidcc_backchannel_logout_discovery_endpoint_verification() {
    let world = TestIdp::new().await;
    for path in ["openid-configuration", "oauth-authorization-server"] {
        let response =
            HttpResponse::read(world.get(&format!("/.well-known/{path}"), None).await).await;
        let document = response.ok();
        assert_eq!(document["backchannel_logout_supported"], json!(true));
        assert_eq!(
            document["backchannel_logout_session_supported"],
            json!(true)
        );
    }
}

/// Asserts that a client got a logout token by section 2, about the session of an ID token.
async fn assert_logout_token(world: &TestIdp, received: &LogoutRequest, id_token: &str) {
    assert!(received.head.starts_with("post /backchannel?x=1 http/1.1"));
    let kind = "content-type: application/x-www-form-urlencoded";
    assert!(received.head.contains(kind), "{}", received.head);
    let (named, response) = (header(&received.token), claims(&received.token));
    assert_eq!(named["typ"], json!("logout+jwt"));
    assert_eq!(named["alg"], header(id_token)["alg"]);
    let keys = HttpResponse::read(world.get("/oauth/jwks", None).await)
        .await
        .ok();
    let now = world.clock.now();
    let expected = TokenRequirements {
        token_type: Some("logout+jwt"),
        issuer: &world.base,
        audience: Some("site"),
        now,
        leeway_seconds: 0,
        may_be_expired: false,
    };
    let keys = KeySet::from_jwks(&keys).unwrap();
    keys.verify(&received.token, &expected).unwrap();
    let of_sign_in = claims(id_token);
    let mut members: Vec<_> = response
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    members.sort_unstable();
    let expected = ["aud", "events", "exp", "iat", "iss", "jti", "sid", "sub"];
    assert_eq!(members, expected, "no nonce, and nothing else");
    assert_eq!(response["events"], json!({ EVENT: {} }));
    for same in ["iss", "aud", "sub", "sid"] {
        assert_eq!(response[same], of_sign_in[same], "{same}");
    }
    assert_eq!(response["iat"], json!(now.seconds()));
    assert_eq!(response["exp"], json!(now.seconds() + 120));
}

on_both_engines!(oidcc_backchannel_rp_initiated_logout);

async fn oidcc_backchannel_rp_initiated_logout(sited: IdpWithClient) {
    let IdpWithClient { world, site, .. } = &sited;
    let ann = world.visitor("ann").await;
    let hint = text(&sited.tokens(&ann).await, "id_token");
    assert!(claims(&hint)["sid"].is_string());
    let wish = [
        ("id_token_hint", hint.as_str()),
        ("post_logout_redirect_uri", POST_LOGOUT_URI),
        ("state", "s"),
    ];
    let landing = RedirectResponse::from_response(&world.get(&address(&wish), Some(&ann)).await);
    assert_eq!(landing.location, Some(format!("{POST_LOGOUT_URI}?state=s")));
    assert_signed_out(world, &ann).await;
    let received = site.wait_for_requests(1).await;
    assert_logout_token(world, &received[0], &hint).await;
    crate::waiting::until(async || sited.rows().await == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_without_tokens_or_logout_uri_gets_no_logout_token() {
    let sited = IdpWithClient::new().await;
    let IdpWithClient { world, site, .. } = &sited;
    register(world, "silent", None).await;
    let (ann, elsewhere) = (world.visitor("ann").await, world.visitor("ann").await);
    let ben = world.visitor("ben").await;
    let _silent = tokens_of(world, "silent", &ann).await;
    let hint = text(&sited.tokens(&ann).await, "id_token");
    let _twice = sited.tokens(&ann).await;
    let _elsewhere = sited.tokens(&elsewhere).await;
    let of_ben = text(&sited.tokens(&ben).await, "id_token");
    assert_eq!(
        sited.rows().await,
        3,
        "one a session, and none of the silent"
    );
    world
        .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
        .await;
    site.wait_for_requests(1).await;
    world
        .get(&address(&[("id_token_hint", &of_ben)]), Some(&ben))
        .await;
    let received = site.wait_for_requests(2).await;
    let sids: Vec<_> = received
        .iter()
        .map(|one| claims(&one.token)["sid"].clone())
        .collect();
    assert_eq!(
        sids,
        [claims(&hint)["sid"].clone(), claims(&of_ben)["sid"].clone()]
    );
    crate::waiting::until(async || sited.rows().await == 1).await;
}

on_both_engines!(failed_sign_out_sends_no_logout_token);

// row: decision-11
async fn failed_sign_out_sends_no_logout_token(sited: IdpWithClient) {
    let IdpWithClient { world, site, .. } = &sited;
    let ann = world.visitor("ann").await;
    let hint = text(&sited.tokens(&ann).await, "id_token");
    let out = address(&[("id_token_hint", &hint)]);
    world.change("ALTER TABLE audit RENAME TO audit_away").await;
    let failed = world.get(&out, Some(&ann)).await;
    assert_eq!(failed.status(), 500);
    world.change("ALTER TABLE audit_away RENAME TO audit").await;
    let due = "SELECT COUNT(*) FROM backchannel_logouts WHERE next_attempt_at IS NOT NULL";
    assert_eq!(world.count(due).await, 0);
    super::assert_signed_in(world, &ann).await;
    assert_eq!(site.connections(), 0);
    super::assert_done(world.get(&out, Some(&ann)).await).await;
    site.wait_for_requests(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logout_token_is_accepted_as_no_other_token() {
    let sited = IdpWithClient::new().await;
    let IdpWithClient { world, site, .. } = &sited;
    let ann = world.visitor("ann").await;
    let tokens = sited.tokens(&ann).await;
    let hint = text(&tokens, "id_token");
    super::assert_done(
        world
            .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
            .await,
    )
    .await;
    let token = site.wait_for_requests(1).await[0].token.clone();
    assert_eq!(world.userinfo(&token).await.status, 401);
    let ben = world.visitor("ben").await;
    let response = world
        .get(&address(&[("id_token_hint", &token)]), Some(&ben))
        .await;
    let _question = super::SignOutQuestion::read(response, &ben).await;
    let hinted = [("id_token_hint", token.as_str()), ("prompt", "none")];
    let silent = world.authorize(Some(&ben), &hinted).await;
    assert_eq!(silent.error(), "login_required");
    super::assert_signed_in(world, &ben).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn expired_sessions_are_deleted() {
    let sited = IdpWithClient::new().await;
    let ann = sited.world.visitor("ann").await;
    let _tokens = sited.tokens(&ann).await;
    assert_eq!(sited.rows().await, 1);
    sited.world.wait(89 * 24 * 3600);
    idp::testing::sweep(&sited.world.app).await.unwrap();
    assert_eq!(sited.rows().await, 1, "its session may have been extended");
    sited.world.wait(2 * 24 * 3600);
    idp::testing::sweep(&sited.world.app).await.unwrap();
    assert_eq!(sited.rows().await, 0);
}
