//! What a user, a client or a grant got before the operator ended it: the product API, which asks nobody about a token,
//! refuses it when its ten minutes are over, and nothing that ended comes back.

use std::time::Duration;

use foundation::testing::TestDatabase;
use idp::testing::sign_in;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::keys_rotate::{Installation, SECRET};

/// How long an access token counts, with the seconds that clocks are forgiven.
const LIFE: Duration = Duration::from_secs(10 * 60 + 10);

/// What the operator ends, and by which order.
const WAYS: [(&str, &str); 3] = [
    ("a user", "users/{user}/active"),
    ("a client", "clients/web/active"),
    ("a grant", "users/{user}/consents/web"),
];

/// The operator asks the first provider for something.
async fn order(here: &Installation, (method, path): (&str, &str), is_active: bool) {
    let at = &here.addresses[0];
    let form = [("grant_type", "client_credentials")];
    let request = here.http.post(format!("{at}/oauth/token")).form(&form);
    let request = request.basic_auth("keeper", Some(SECRET));
    let told: Value = request.send().await.unwrap().json().await.unwrap();
    let address = format!("{at}/admin/v1/{path}");
    let request = here.http.request(method.parse().unwrap(), address);
    let request = request.bearer_auth(told["access_token"].as_str().unwrap());
    let answer = request.json(&json!({ "active": is_active })).send().await;
    let status = answer.unwrap().status();
    assert!(status.is_success(), "{method} {path}: {status}");
}

/// What the first provider says to whoever brings a token and nothing else.
async fn userinfo(here: &Installation, token: &str) -> StatusCode {
    let address = format!("{}/oauth/userinfo", here.addresses[0]);
    let request = here.http.get(address).bearer_auth(token);
    request.send().await.unwrap().status()
}

/// Signs Ben in, and gets him a token that the product API takes.
async fn token_of_ben(here: &Installation, what: &str) -> (String, String) {
    let ben = sign_in(&here.providers[0], "ben@example.com", None).await;
    let ben = ben.unwrap();
    let token = here.token_of(0, &ben).await;
    assert_eq!(here.verify(&token).await, StatusCode::OK, "{what}: control");
    (ben.user_id, token)
}

/// The provider refuses it, and so does the product API.
async fn assert_refused(here: &Installation, token: &str, what: &str) {
    for status in [userinfo(here, token).await, here.verify(token).await] {
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{what}");
    }
}

async fn what_ended_is_refused_within_the_tokens_life(here: Installation) {
    for (what, path) in WAYS {
        let (ben, token) = token_of_ben(&here, what).await;
        let path = path.replace("{user}", &ben);
        let method = if what == "a grant" { "DELETE" } else { "PUT" };
        order(&here, (method, &path), false).await;
        let at_once = userinfo(&here, &token).await;
        assert_eq!(at_once, StatusCode::UNAUTHORIZED, "{what}: the provider");
        here.clock.advance(LIFE);
        assert_refused(&here, &token, what).await;
        if method == "PUT" {
            order(&here, (method, &path), true).await;
        }
        assert_refused(&here, &token, what).await;
        // The control: what is given now counts, also to whoever was ended before.
        token_of_ben(&here, what).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    let database = TestDatabase::sqlite(&idp::MIGRATIONS).await;
    what_ended_is_refused_within_the_tokens_life(Installation::on(database).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let database = TestDatabase::postgres(&idp::MIGRATIONS).await;
    what_ended_is_refused_within_the_tokens_life(Installation::on(database).await).await;
}
