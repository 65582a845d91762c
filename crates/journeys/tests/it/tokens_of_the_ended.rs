//! Access tokens of a disabled user or client, or of an ended grant. The product API verifies tokens itself, and
//! refuses these once it has read the list of ended grants, or else when their ten minutes have passed. They never
//! become valid again.

use std::time::Duration;

use foundation::on_both_engines;
use idp::testing::{TestBrowser, sign_in};
use product_api::ended_grants;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::keys_rotate::{SECRET, TwoProviders};

/// Lifetime of an access token, with the accepted clock difference.
const LIFE: Duration = Duration::from_secs(10 * 60 + 10);

/// Objects that the operator ends, and the path of the request.
const WAYS: [(&str, &str); 3] = [
    ("a user", "users/{user}/active"),
    ("a client", "clients/web/active"),
    ("a grant", "users/{user}/consents/web"),
];

/// Sends a request of the operator to the first provider.
async fn order(here: &TwoProviders, (method, path): (&str, &str), is_active: bool) {
    let at = &here.addresses[0];
    let form = [("grant_type", "client_credentials")];
    let request = here.http.post(format!("{at}/oauth/token")).form(&form);
    let request = request.basic_auth("keeper", Some(SECRET));
    let response: Value = request.send().await.unwrap().json().await.unwrap();
    let address = format!("{at}/admin/v1/{path}");
    let request = here.http.request(method.parse().unwrap(), address);
    let request = request.bearer_auth(response["access_token"].as_str().unwrap());
    let response = request.json(&json!({ "active": is_active })).send().await;
    let status = response.unwrap().status();
    assert!(status.is_success(), "{method} {path}: {status}");
}

/// Ends a user, a client or a grant. Returns the request.
async fn end(
    here: &TwoProviders,
    (what, path): (&str, &str),
    user: &str,
) -> (&'static str, String) {
    let path = path.replace("{user}", user);
    let method = if what == "a grant" { "DELETE" } else { "PUT" };
    order(here, (method, &path), false).await;
    (method, path)
}

/// Returns the first provider's response to a token.
async fn userinfo(here: &TwoProviders, token: &str) -> StatusCode {
    let address = format!("{}/oauth/userinfo", here.addresses[0]);
    let request = here.http.get(address).bearer_auth(token);
    request.send().await.unwrap().status()
}

async fn ben(here: &TwoProviders) -> TestBrowser {
    let ben = sign_in(&here.providers[0], "ben@example.com", None).await;
    ben.unwrap()
}

/// Signs Ben in, and gets a token for him that the product API accepts.
async fn token_of_ben(here: &TwoProviders, what: &str) -> (String, String) {
    let ben = ben(here).await;
    let token = here.token_of(0, &ben).await;
    assert_eq!(here.verify(&token).await, StatusCode::OK, "{what}: control");
    (ben.user_id, token)
}

/// Checks that the provider and the product API refuse a token.
async fn assert_refused(here: &TwoProviders, token: &str, what: &str) {
    for status in [userinfo(here, token).await, here.verify(token).await] {
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{what}");
    }
}

/// Makes the product API read the list, as it does every few seconds.
async fn follow(here: &TwoProviders) {
    ended_grants::once(&here.api).await.unwrap();
}

on_both_engines!(ended_token_is_refused_within_its_lifetime);

// row: B21
async fn ended_token_is_refused_within_its_lifetime(here: TwoProviders) {
    for (what, path) in WAYS {
        let (ben, token) = token_of_ben(&here, what).await;
        let (method, path) = end(&here, (what, path), &ben).await;
        let at_once = userinfo(&here, &token).await;
        assert_eq!(at_once, StatusCode::UNAUTHORIZED, "{what}: the provider");
        here.clock.advance(LIFE);
        assert_refused(&here, &token, what).await;
        if method == "PUT" {
            order(&here, (method, &path), true).await;
        }
        assert_refused(&here, &token, what).await;
        // The control: a new token is valid, also for a user who was disabled before.
        token_of_ben(&here, what).await;
    }
}

on_both_engines!(ended_token_is_refused_after_a_list_read);

// row: B21
async fn ended_token_is_refused_after_a_list_read(here: TwoProviders) {
    for (what, path) in WAYS {
        let (ben, token) = token_of_ben(&here, what).await;
        let (method, path) = end(&here, (what, path), &ben).await;
        follow(&here).await;
        assert_refused(&here, &token, what).await;
        if method == "PUT" {
            order(&here, (method, &path), true).await;
        }
        follow(&here).await;
        assert_refused(&here, &token, what).await;
        token_of_ben(&here, what).await;
    }
}

on_both_engines!(token_of_a_code_used_twice_is_refused_after_a_list_read);

// row: B1
async fn token_of_a_code_used_twice_is_refused_after_a_list_read(here: TwoProviders) {
    let ben = ben(&here).await;
    let other = here.token_of(0, &ben).await;
    let code = here.code_for((0, "openid profile"), &ben).await;
    let first: Value = here.redeem(0, &code).await.json().await.unwrap();
    let token = first["access_token"].as_str().unwrap();
    assert_eq!(here.verify(token).await, StatusCode::OK, "control");
    // An attacker has the code, and uses it at the other provider.
    let second = here.redeem(1, &code).await.status();
    assert_eq!(second, StatusCode::BAD_REQUEST);
    follow(&here).await;
    assert_refused(&here, token, "a code used twice").await;
    assert_eq!(here.verify(&other).await, StatusCode::OK, "the same user's");
}
