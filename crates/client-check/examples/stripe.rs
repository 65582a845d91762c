//! Serves the product API and a double of Stripe on loopback, for the official client that `make contract` runs.
//!
//! Prints, in one line, the double's URL, a secret key, the address to which Stripe delivers events of a connection, its
//! signing secret, and the time of the clocks, which do not move. It ends with its standard input.
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    clippy::unwrap_used,
    reason = "the harness is that of product-api's own tests, of which little is used here"
)]

#[path = "../../../product-api/tests/it/documented_responses.rs"]
mod documented_responses;
#[path = "../../../product-api/tests/it/harness.rs"]
mod harness;
#[path = "../../../product-api/tests/it/issuer.rs"]
mod issuer;
#[path = "../../../product-api/tests/it/issuer_activity.rs"]
mod issuer_activity;
#[path = "../../../product-api/tests/it/issuer_admin.rs"]
mod issuer_admin;
#[path = "../../../product-api/tests/it/issuer_grants.rs"]
mod issuer_grants;
#[path = "../../../product-api/tests/it/issuer_users.rs"]
mod issuer_users;

use std::io::{Read, Write};
use std::time::Duration;

use foundation::testing::{TestDatabase, TestServer};
use harness::TestApi;
use product_api::MIGRATIONS;
use serde_json::{Value, json};

/// Secret of the events that the client signs.
const SECRET: &str = "whsec_0123456789abcdefghijkl";

#[tokio::main]
async fn main() {
    let (listener, url) = TestServer::bind().await;
    let settings = [("API_AUDIENCE", url.as_str())];
    let database = TestDatabase::sqlite(&MIGRATIONS).await;
    let world = TestApi::serve(database, &settings, (listener, url.clone())).await;
    let key = world.stripe.add_key("acct_pictures", false, None).unwrap();
    let connection = connect(&world, &key).await;
    let now = world.clock.now().seconds();
    let stripe = &world.stripe_url;
    let line = format!("{stripe} {key} {url}/webhooks/stripe/{connection} {SECRET} {now}\n");
    let mut output = std::io::stdout();
    output.write_all(line.as_bytes()).unwrap();
    output.flush().unwrap();
    let waiting = || std::io::stdin().read_to_end(&mut Vec::new());
    tokio::select! {
        ended = tokio::task::spawn_blocking(waiting) => {
            ended.unwrap().unwrap();
        }
        () = deliver(&world) => {}
    }
}

/// Connects the key for a website, and sets the secret; returns the connection's id.
async fn connect(world: &TestApi, key: &str) -> String {
    let site = world.register("usr_1", "Pictures").await;
    let website = text(&site["website"]["id"]);
    let body = json!({"mode": "test", "api_key": key});
    let connected = post_as_owner(world, &website, "/v1/stripe-connections", &body).await;
    let connection = text(&connected["connection"]["id"]);
    let path = format!("/v1/stripe-connections/{connection}/signing-secret");
    post_as_owner(world, &website, &path, &json!({ "secret": SECRET })).await;
    connection
}

async fn post_as_owner(world: &TestApi, website: &str, path: &str, body: &Value) -> Value {
    let authorization = format!("Bearer {}", world.token("usr_1"));
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("tollgate-website", website),
        ("tollgate-mode", "test"),
    ];
    let body = Some(body.to_string());
    let answer = world
        .send(reqwest::Method::POST, path, &headers, body)
        .await;
    assert!(answer.status < 300, "{answer:?}");
    answer.json()
}

/// Delivers the double's events when they are due.
async fn deliver(world: &TestApi) {
    loop {
        world.stripe.deliver_due().await.unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
