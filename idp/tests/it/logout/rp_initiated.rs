//! Tests the eleven modules of the certification plan for RP-initiated logout, by their names.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foundation::on_both_engines;
use idp::testing::TestBrowser;
use serde_json::json;

use super::{SignOutQuestion, address, assert_done, assert_signed_in, assert_signed_out, text};
use crate::harness::{HttpResponse, RedirectResponse, TestIdp, altered};

const LONG_STATE: &str = "Aa0-._~ &+=%\"<>/?#[]@!$'()*,;:Aa0-._~ &+=%\"<>/?#[]@!$'()*,;:Aa0-._~ &+=%\"<>/?#[]@!$'()*,;:Aa0-._~ &+=%\"<>/?#[]@!$'()*,;:Aa0-._~ ";

/// Signs a user in, with an ID token of the client `web`.
async fn signed_in(world: &TestIdp) -> (TestBrowser, String) {
    let ann = world.visitor("ann").await;
    let hint = text(&world.tokens(&ann).await, "id_token");
    (ann, hint)
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_discovery_endpoint_verification() {
    let world = TestIdp::new().await;
    for path in ["openid-configuration", "oauth-authorization-server"] {
        let response =
            HttpResponse::read(world.get(&format!("/.well-known/{path}"), None).await).await;
        let expected = world.at("/oauth/logout");
        assert_eq!(response.ok()["end_session_endpoint"], json!(expected));
    }
}

on_both_engines!(oidcc_rp_initiated_logout);

async fn oidcc_rp_initiated_logout(world: TestIdp) {
    assert_eq!(LONG_STATE.len(), 128);
    let (ann, hint) = signed_in(&world).await;
    // The hint has expired, and the session still exists.
    world.wait(20 * 24 * 3600);
    let home = world.at("/");
    let wish = [
        ("id_token_hint", hint.as_str()),
        ("post_logout_redirect_uri", &home),
        ("state", LONG_STATE),
    ];
    let landing = RedirectResponse::from_response(&world.get(&address(&wish), Some(&ann)).await);
    assert_eq!(landing.status, 303);
    let to = landing.url();
    assert_eq!(to.as_str().split('?').next(), Some(home.as_str()));
    let pairs: Vec<_> = to.query_pairs().into_owned().collect();
    assert_eq!(pairs, [("state".to_owned(), LONG_STATE.to_owned())]);
    assert_signed_out(&world, &ann).await;
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_no_state() {
    let world = TestIdp::new().await;
    let (ann, hint) = signed_in(&world).await;
    let home = world.at("/");
    let wish = [
        ("id_token_hint", hint.as_str()),
        ("post_logout_redirect_uri", &home),
    ];
    let landing = RedirectResponse::from_response(&world.get(&address(&wish), Some(&ann)).await);
    assert_eq!(landing.status, 303);
    assert_eq!(landing.location.as_deref(), Some(home.as_str()));
    assert_signed_out(&world, &ann).await;
}

/// Asserts that the user must confirm a request without valid proof, and sees our own page afterwards.
async fn assert_confirmation_page(world: &TestIdp, ann: &TestBrowser, wish: &[(&str, &str)]) {
    let response = world.get(&address(wish), Some(ann)).await;
    let question = SignOutQuestion::read(response, ann).await;
    assert_signed_in(world, ann).await;
    assert_done(question.yes(world).await).await;
    assert_signed_out(world, ann).await;
}

async fn with_an_address(world: &TestIdp, uri: &str) {
    let (ann, hint) = signed_in(world).await;
    let wish = [
        ("id_token_hint", hint.as_str()),
        ("post_logout_redirect_uri", uri),
        ("state", "s"),
    ];
    assert_confirmation_page(world, &ann, &wish).await;
    // Without a session, the request does not redirect either.
    assert_done(world.get(&address(&wish), Some(&ann)).await).await;
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_bad_post_logout_redirect_uri() {
    let world = TestIdp::new().await;
    for uri in [
        "https://evil.example/",
        &world.at("/auth/callback"),
        &world.at("/x"),
        "javascript:alert(1)",
        "//evil.example/",
    ] {
        with_an_address(&world, uri).await;
    }
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_query_added_to_post_logout_redirect_uri() {
    let world = TestIdp::new().await;
    for added in ["?foo=bar", "?", "#", "#state=s"] {
        with_an_address(&world, &world.at(&format!("/{added}"))).await;
    }
}

async fn with_a_hint(world: &TestIdp, change: impl Fn(&str) -> String) {
    let (ann, hint) = signed_in(world).await;
    let (hint, home) = (change(&hint), world.at("/"));
    let wish = [
        ("id_token_hint", hint.as_str()),
        ("post_logout_redirect_uri", &home),
        ("state", "s"),
    ];
    assert_confirmation_page(world, &ann, &wish).await;
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_modified_id_token_hint() {
    let world = TestIdp::new().await;
    for algorithm in ["none", "None", "HS256"] {
        with_a_hint(&world, |hint| {
            let header = json!({ "alg": algorithm, "typ": "JWT" }).to_string();
            let claims = hint.split('.').nth(1).unwrap();
            format!("{}.{claims}.", URL_SAFE_NO_PAD.encode(header))
        })
        .await;
    }
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_bad_id_token_hint() {
    let world = TestIdp::new().await;
    with_a_hint(&world, |hint| altered(hint, 10)).await;
    with_a_hint(&world, |hint| {
        hint.get(..hint.len() - 4).unwrap().to_owned()
    })
    .await;
    let other = TestIdp::new().await;
    let (_, foreign) = signed_in(&other).await;
    with_a_hint(&world, |_| foreign.clone()).await;
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_no_id_token_hint() {
    let world = TestIdp::new().await;
    let home = world.at("/");
    let good = ("post_logout_redirect_uri", home.as_str());
    for wish in [&[good, ("state", "s")][..], &[good, ("client_id", "web")]] {
        let (ann, _) = signed_in(&world).await;
        assert_confirmation_page(&world, &ann, wish).await;
    }
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_no_params() {
    let world = TestIdp::new().await;
    let (ann, _) = signed_in(&world).await;
    assert_confirmation_page(&world, &ann, &[]).await;
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_only_state() {
    let world = TestIdp::new().await;
    let (ann, _) = signed_in(&world).await;
    assert_confirmation_page(&world, &ann, &[("state", "s")]).await;
}

#[tokio::test]
async fn oidcc_rp_initiated_logout_no_post_logout_redirect_uri() {
    let world = TestIdp::new().await;
    let (ann, hint) = signed_in(&world).await;
    let wish = [("id_token_hint", hint.as_str()), ("state", "s")];
    assert_done(world.get(&address(&wish), Some(&ann)).await).await;
    assert_signed_out(&world, &ann).await;
}
