//! A user who requested deletion is deleted after two weeks at the identity provider and in the product, together with
//! a merged account. The user's website is suspended, and a later user with the same email address is another user.

use std::time::Duration;

use foundation::on_both_engines;
use foundation::testing::select;
use idp::testing::{TestBrowser, merge, sign_in, sweep};
use product_api::user_changes;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::keys_rotate::TwoProviders;

const FORTNIGHT: Duration = Duration::from_hours(14 * 24);
const EVERYTHING: &str = "openid profile email account websites";

async fn ask(
    here: &TwoProviders,
    (method, address): (&str, &str),
    credential: &str,
    body: &Value,
) -> (StatusCode, Value) {
    let request = here.http.request(method.parse().unwrap(), address);
    let request = request.bearer_auth(credential);
    let request = if body.is_null() {
        request
    } else {
        request.json(body)
    };
    let response = request.send().await.unwrap();
    let (status, text) = (response.status(), response.text().await.unwrap());
    (status, serde_json::from_str(&text).unwrap_or_default())
}

/// Counts the rows of the product's table of users that meet a condition.
async fn count(here: &TwoProviders, statement: &'static str) -> i64 {
    select(&here.api.database, statement, &[]).await
}

async fn registered(here: &TwoProviders, owner: &TestBrowser) -> Value {
    let token = here.token_for((0, EVERYTHING), owner).await;
    let website = json!({
        "name": "Pictures", "url": "https://pictures.example", "redirect_uris": ["https://pictures.example/cb"],
    });
    let address = format!("{}/v1/websites", here.product);
    let (status, response) = ask(here, ("POST", &address), &token, &website).await;
    assert_eq!(status, StatusCode::CREATED, "{response}");
    response
}

/// Returns the product API's response to a website's key.
async fn status_of_key(here: &TwoProviders, site: &Value) -> StatusCode {
    let key = site["api_key"]["key"].as_str().unwrap();
    let customers = format!("{}/v1/customers", here.product);
    ask(here, ("GET", &customers), key, &Value::Null).await.0
}

/// Returns the response to a sign-in at a website.
async fn status_of_sign_in(here: &TwoProviders, site: &Value) -> StatusCode {
    let requested = [
        ("client_id", site["client"]["client_id"].as_str().unwrap()),
        ("redirect_uri", "https://pictures.example/cb"),
        ("response_type", "code"),
    ];
    let address = format!("{}/oauth/authorize", here.addresses[0]);
    let response = here.http.get(address).query(&requested).send().await;
    response.unwrap().status()
}

/// Merges Bob with his website into Ann, who then requests deletion: for two weeks everything works.
async fn asks_to_leave(here: &TwoProviders) -> (TestBrowser, Value) {
    let [first, _] = &here.providers;
    let bob = sign_in(first, "bob@example.com", None).await.unwrap();
    for visitor in [&bob, &here.ann] {
        let token = here.token_for((0, EVERYTHING), visitor).await;
        assert_eq!(here.verify(&token).await, StatusCode::OK);
    }
    let site = registered(here, &bob).await;
    let ann = merge(first, &here.ann, "bob@example.com").await.unwrap();
    let token = here.token_for((0, EVERYTHING), &ann).await;
    let deletion = format!("{}/account/v1/deletion", here.addresses[0]);
    let confirmed = json!({ "confirm": "ann@example.com" });
    let (status, response) = ask(here, ("POST", &deletion), &token, &confirmed).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{response}");
    sweep(first).await.unwrap();
    let applied = user_changes::once(&here.api).await.unwrap();
    assert_eq!(applied, 1, "the merge");
    (ann, site)
}

on_both_engines!(user_is_deleted_in_both_services);

async fn user_is_deleted_in_both_services(here: TwoProviders) {
    let (ann, site) = asks_to_leave(&here).await;
    let known =
        "SELECT count(*) FROM users WHERE email IS NOT NULL OR name IS NOT NULL OR is_active";
    let seen = (count(&here, known).await, status_of_key(&here, &site).await);
    assert_eq!(seen, (2, StatusCode::OK));
    a_fortnight_later(&here).await;
    let seen = (count(&here, known).await, status_of_key(&here, &site).await);
    assert_eq!(seen, (0, StatusCode::UNAUTHORIZED));
    assert!(status_of_sign_in(&here, &site).await.is_client_error());
    sign_up_again(&here, &ann).await;
}

/// Deletes both accounts; the product API applies it once.
async fn a_fortnight_later(here: &TwoProviders) {
    here.clock.advance(FORTNIGHT);
    for provider in &here.providers {
        sweep(provider).await.unwrap();
    }
    let applied = [
        user_changes::once(&here.api).await.unwrap(),
        user_changes::once(&here.api).await.unwrap(),
    ];
    assert_eq!(applied, [2, 0], "both, once");
}

/// Signs in with the same address, as another user.
async fn sign_up_again(here: &TwoProviders, ann: &TestBrowser) {
    let again = sign_in(&here.providers[0], "ann@example.com", None).await;
    let again = again.unwrap();
    assert_ne!(again.user_id, ann.user_id);
    let token = here.token_for((0, EVERYTHING), &again).await;
    let sites = format!("{}/v1/websites", here.product);
    let (status, response) = ask(here, ("GET", &sites), &token, &Value::Null).await;
    assert_eq!((status, &response["items"]), (StatusCode::OK, &json!([])));
}
