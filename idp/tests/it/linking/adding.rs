//! Tests adding a provider from the account page, with a test double of GitHub on loopback.

use std::time::Duration;

use foundation::testing::TestServer;
use poem::{EndpointExt, Route, get, handler, post};
use serde_json::json;
use url::Url;

use super::{COOKIE, id_of_ann, links, whoami};
use crate::visiting::{Browser, BrowserResponse, TestInstallation, hidden};

const ANN: &str = "ann@example.com";
const ACCOUNT: &str = "/api/auth/account";
const LINK: &str = "/api/auth/account/link/github";

#[handler]
fn token() -> poem::web::Json<serde_json::Value> {
    poem::web::Json(
        json!({ "access_token": "gho_1", "token_type": "bearer", "scope": "read:user" }),
    )
}

#[handler]
fn user() -> poem::web::Json<serde_json::Value> {
    poem::web::Json(json!({ "id": 42, "login": "ann" }))
}

#[handler]
fn emails() -> poem::web::Json<serde_json::Value> {
    poem::web::Json(json!([]))
}

/// Opens a world with a GitHub where every user has the id 42.
pub(super) async fn world_with_github() -> (TestInstallation, TestServer) {
    let (listener, base) = TestServer::bind().await;
    let route = Route::new()
        .at("/login/oauth/access_token", post(token))
        .at("/user", get(user))
        .at("/user/emails", get(emails));
    let server = TestServer::start(listener, route.map_to_response().boxed());
    let settings = [
        ("IDP_GITHUB_CLIENT_ID", "tollgate"),
        ("IDP_GITHUB_CLIENT_SECRET", "a secret of the test"),
        ("IDP_GITHUB_BASE_URL", base.as_str()),
        ("IDP_GITHUB_API_URL", base.as_str()),
    ];
    (TestInstallation::with(&settings).await, server)
}

pub(super) async fn press(browser: &Browser) -> BrowserResponse {
    let page = browser.get(ACCOUNT).await;
    assert!(page.body.contains("id=\"link-github\""), "{}", page.body);
    let csrf = hidden(&page.body, "csrfToken");
    browser.post(LINK, &[("csrfToken", &csrf)]).await
}

/// Returns the callback address to which the provider redirects the browser.
pub(super) fn way_back(departure: &BrowserResponse) -> String {
    let url = Url::parse(departure.location()).expect("an address");
    let (_, state) = url
        .query_pairs()
        .find(|(name, _)| name == "state")
        .expect("a state");
    format!("/api/auth/callback/github?code=c&state={state}")
}

// row: D18
#[tokio::test]
async fn provider_is_added_on_the_account_page() {
    let (world, _github) = world_with_github().await;
    let ann = world.signed_in(ANN).await;
    let before = ann.cookie(COOKIE).unwrap();
    let departure = press(&ann).await;
    assert_eq!(departure.status, 303);
    assert!(links(&world).await.is_empty());
    let response = ann.get(&way_back(&departure)).await;
    let account = format!("{}{ACCOUNT}?done=added", world.base);
    assert_eq!(response.location(), account);
    assert_ne!(ann.cookie(COOKIE).unwrap(), before, "a new id");
    assert_eq!(
        links(&world).await,
        [format!("github/42 {}", id_of_ann(&world).await)]
    );
    let page = ann.get(&account).await;
    assert!(page.body.contains("It was added.") && !page.body.contains("link-github"));
    assert_eq!(whoami(&ann).await, ANN);
    // A second use of the callback is an error page, and keeps the session (D18).
    let again = ann.get(&way_back(&departure)).await;
    assert!(
        again.location().ends_with("error?error=OAuthCallback"),
        "{again:?}"
    );
    assert_eq!(whoami(&ann).await, ANN);
}

// row: D12
#[tokio::test]
async fn linking_by_another_user_is_refused() {
    let (world, _github) = world_with_github().await;
    let ann = world.signed_in(ANN).await;
    let bob = world.signed_in("bob@example.com").await;
    let departure = press(&ann).await;
    // Uses all cookies of Ann's attempt with Bob's session.
    let session = bob.cookie(COOKIE).unwrap();
    ann.set_cookie(COOKIE, Some(&session));
    let response = ann.get(&way_back(&departure)).await;
    assert!(
        response
            .location()
            .ends_with("error?error=OAuthAccountNotLinked"),
        "{response:?}"
    );
    assert!(links(&world).await.is_empty());
    assert_eq!(whoami(&ann).await, "bob@example.com");
}

#[tokio::test]
async fn linking_by_another_session_of_the_user_is_refused() {
    let (world, _github) = world_with_github().await;
    let ann = world.signed_in(ANN).await;
    let departure = press(&ann).await;
    // Uses the attempt with another session of Ann, in which no linking began.
    let began = ann.cookie(COOKIE).unwrap();
    let elsewhere = world.signed_in(ANN).await.cookie(COOKIE).unwrap();
    ann.set_cookie(COOKIE, Some(&elsewhere));
    let response = ann.get(&way_back(&departure)).await;
    assert!(
        response
            .location()
            .ends_with("error?error=OAuthAccountNotLinked"),
        "{response:?}"
    );
    assert!(links(&world).await.is_empty());
    // Without a session it fails as well: a linking never becomes a sign-in.
    ann.set_cookie(COOKIE, Some(&began));
    let departure = press(&ann).await;
    ann.set_cookie(COOKIE, None);
    let response = ann.get(&way_back(&departure)).await;
    assert!(
        response
            .location()
            .ends_with("error?error=OAuthAccountNotLinked"),
        "{response:?}"
    );
    assert!(links(&world).await.is_empty() && !ann.is_signed_in().await);
    ann.set_cookie(COOKIE, Some(&began));
    let departure = press(&ann).await;
    ann.get(&way_back(&departure)).await;
    assert_eq!(links(&world).await.len(), 1, "where it began");
}

#[tokio::test]
async fn adding_takes_the_forms_token_and_a_fresh_sign_in() {
    let (world, _github) = world_with_github().await;
    let ann = world.signed_in(ANN).await;
    assert_eq!(ann.post(LINK, &[("csrfToken", "0")]).await.status, 403);
    let csrf = ann.csrf().await;
    let unknown = "/api/auth/account/link/nobody";
    assert_eq!(ann.post(unknown, &[("csrfToken", &csrf)]).await.status, 503);
    world.wait(Duration::from_mins(10) + Duration::from_micros(1));
    let response = press(&ann).await;
    assert!(
        response
            .location()
            .starts_with("/api/auth/signin?error=SessionRequired")
    );
}
