//! Serves the product API with a test double of the idp on loopback, for the back ends of `scripts/clients`.
//!
//! Prints the URL, an API key and a user's access token in one line, and ends with its standard input.
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

use harness::TestApi;

#[tokio::main]
async fn main() {
    let world = TestApi::sqlite().await;
    let site = world.register("usr_1", "Pictures").await;
    let key = site["api_key"]["key"].as_str().unwrap();
    let line = format!("{} {key} {}\n", world.url, world.token("usr_1"));
    let mut output = std::io::stdout();
    output.write_all(line.as_bytes()).unwrap();
    output.flush().unwrap();
    let waiting = || std::io::stdin().read_to_end(&mut Vec::new());
    tokio::task::spawn_blocking(waiting).await.unwrap().unwrap();
}
