//! Tests OpenID Connect RP-Initiated Logout 1.0.

use foundation::on_both_engines;
use idp::testing::TestBrowser;
use reqwest::Response;
use serde_json::Value;

use crate::harness::{RedirectResponse, TestIdp, altered};

async fn is_signed_in(world: &TestIdp, visitor: &TestBrowser) -> bool {
    world
        .authorize(Some(visitor), &[("prompt", "none")])
        .await
        .parameter("code")
        .is_some()
}

fn address(parameters: &[(&str, &str)]) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(parameters)
        .finish();
    format!("/oauth/logout?{query}")
}

fn text(tokens: &Value, name: &str) -> String {
    tokens[name].as_str().unwrap().to_owned()
}

on_both_engines!(client_that_proves_itself_ends_the_session);

async fn client_that_proves_itself_ends_the_session(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.tokens(&ann).await;
    let (hint, home) = (text(&tokens, "id_token"), world.at("/"));
    let state = "s".repeat(128);
    world.wait(2 * 3600);
    let wish = [
        ("id_token_hint", hint.as_str()),
        ("post_logout_redirect_uri", &home),
        ("state", &state),
    ];
    let response = world.get(&address(&wish), Some(&ann)).await;
    let cleared = response.headers()["set-cookie"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        cleared.contains("Max-Age=0") || cleared.contains("1970"),
        "{cleared}"
    );
    let landing = RedirectResponse::from_response(&response);
    assert_eq!(landing.status, 303);
    assert_eq!(
        landing.location.as_deref(),
        Some(format!("{home}?state={state}").as_str())
    );
    assert!(!is_signed_in(&world, &ann).await);
    assert_eq!(
        world.userinfo(&text(&tokens, "access_token")).await.status,
        401
    );
    let again = RedirectResponse::from_response(&world.get(&address(&wish[..2]), Some(&ann)).await);
    assert_eq!(
        again.location.as_deref(),
        Some(home.as_str()),
        "already signed out, no state"
    );
}

#[tokio::test]
async fn tokens_for_offline_use_outlive_the_session() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let online = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let offline = text(
        &world.site_tokens(&ann, "openid offline_access").await,
        "refresh_token",
    );
    let hint = text(&world.tokens(&ann).await, "id_token");
    let response = world
        .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
        .await;
    assert_eq!(response.status(), 200);
    assert!(
        response
            .text()
            .await
            .unwrap()
            .contains("You are signed out")
    );
    let basic = Some(("backend", crate::harness::SECRET));
    for (token, expected) in [(online, 400), (offline, 200)] {
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", token.as_str()),
        ];
        assert_eq!(world.token(&form, basic).await.status, expected);
    }
}

#[tokio::test]
async fn unproven_logout_request_is_confirmed_by_the_user() {
    let world = TestIdp::new().await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let home = world.at("/");
    let (of_ann, of_ben) = (
        text(&world.tokens(&ann).await, "id_token"),
        text(&world.tokens(&ben).await, "id_token"),
    );
    let foreign = altered(&of_ann, 10);
    let none = format!("eyJhbGciOiJub25lIn0.{}.", of_ann.split('.').nth(1).unwrap());
    let good = ("post_logout_redirect_uri", home.as_str());
    let rows: [&[(&str, &str)]; 8] = [
        &[],
        &[("state", "s")],
        &[good],
        &[good, ("client_id", "web")],
        &[good, ("id_token_hint", &foreign)],
        &[good, ("id_token_hint", &none)],
        &[good, ("id_token_hint", &of_ben)],
        &[good, ("id_token_hint", &of_ann), ("client_id", "shop")],
    ];
    for wish in rows {
        let response = world.get(&address(wish), Some(&ann)).await;
        assert_eq!(response.status(), 200, "{wish:?}");
        assert!(
            response.text().await.unwrap().contains("id=\"sign-out\""),
            "{wish:?}"
        );
    }
    assert!(
        is_signed_in(&world, &ann).await,
        "nothing of this ended the session"
    );
}

#[tokio::test]
async fn unregistered_address_is_never_redirected_to() {
    let world = TestIdp::new().await;
    let home = world.at("/");
    for uri in [
        "https://evil.example/",
        &format!("{home}?x=1"),
        &world.at("/auth/callback"),
    ] {
        let ann = world.visitor("ann").await;
        let hint = text(&world.tokens(&ann).await, "id_token");
        let wish = [
            ("id_token_hint", hint.as_str()),
            ("post_logout_redirect_uri", uri),
            ("state", "s"),
        ];
        let landing =
            RedirectResponse::from_response(&world.get(&address(&wish), Some(&ann)).await);
        assert_eq!(
            (landing.status.as_u16(), landing.location),
            (200, None),
            "{uri}"
        );
    }
    let doubled = format!(
        "{}&state=a&state=b",
        address(&[("post_logout_redirect_uri", &home)])
    );
    let ann = world.visitor("ann").await;
    assert_eq!(world.get(&doubled, Some(&ann)).await.status(), 200);
    assert!(is_signed_in(&world, &ann).await);
}

#[tokio::test]
async fn confirmation_by_the_user_ends_the_session() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let response = world.get("/oauth/logout", Some(&ann)).await;
    let (cookie, csrf_token) = form_of(response, &ann).await;
    let refused = world
        .post("/oauth/logout/confirm", &[("csrfToken", "x")], &cookie)
        .await;
    assert_eq!(refused.status(), 403);
    assert!(is_signed_in(&world, &ann).await);
    let done = world
        .post(
            "/oauth/logout/confirm",
            &[("csrfToken", &csrf_token)],
            &cookie,
        )
        .await;
    assert_eq!(done.status(), 200);
    assert!(done.text().await.unwrap().contains("You are signed out"));
    assert!(!is_signed_in(&world, &ann).await);
}

#[tokio::test]
async fn posted_request_is_repeated_by_get() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let hint = text(&world.tokens(&ann).await, "id_token");
    let landing = RedirectResponse::from_response(
        &world
            .post("/oauth/logout", &[("id_token_hint", &hint)], "")
            .await,
    );
    assert_eq!(landing.status, 303);
    assert_eq!(
        landing.parameter("id_token_hint").as_deref(),
        Some(hint.as_str())
    );
    assert!(is_signed_in(&world, &ann).await);
    let response = world.get(&landing.location.unwrap(), Some(&ann)).await;
    assert_eq!(response.status(), 200);
    assert!(!is_signed_in(&world, &ann).await);
}

async fn form_of(response: Response, visitor: &TestBrowser) -> (String, String) {
    let line = response.headers()["set-cookie"]
        .to_str()
        .unwrap()
        .to_owned();
    let cookie = format!("{}; {}", visitor.cookie, line.split(';').next().unwrap());
    let html = response.text().await.unwrap();
    let after = html.split("name=\"csrfToken\" value=\"").nth(1).unwrap();
    (cookie, after.split('"').next().unwrap().to_owned())
}
