//! Tests guesses of clients' secrets (attack B12).

use futures_util::future::join_all;
use reqwest::StatusCode;

use crate::harness::{SECRET, TestIdp};
use crate::responses::HttpResponse;

/// Requests a client's own token from a network address.
async fn ask(world: &TestIdp, client_id: &str, secret: &str, from: &str) -> HttpResponse {
    let request = world.request("POST", "/oauth/token");
    let request = request.header("x-forwarded-for", from).form(&[
        ("grant_type", "client_credentials"),
        ("client_id", client_id),
        ("client_secret", secret),
    ]);
    HttpResponse::read(request.send().await.unwrap()).await
}

async fn behind_a_proxy() -> TestIdp {
    TestIdp::with(&[("IDP_TRUSTED_PROXIES", "127.0.0.1".to_owned())]).await
}

// row: B12
#[tokio::test]
async fn ten_wrong_secrets_block_a_client_for_their_network_alone() {
    let world = behind_a_proxy().await;
    for number in 0..10 {
        let response = ask(
            &world,
            "product-api",
            &format!("guess {number}"),
            "192.0.2.1",
        )
        .await;
        assert_eq!(response.refusal(), (401, "invalid_client"), "{number}");
    }
    let closed = ask(&world, "product-api", SECRET, "192.0.2.1").await;
    assert_eq!(
        closed.refusal(),
        (401, "invalid_client"),
        "the right one too"
    );
    // Other clients and other networks are not blocked, and the block ends.
    for (client, from) in [("meter", "192.0.2.1"), ("product-api", "192.0.2.2")] {
        let response = ask(&world, client, SECRET, from).await;
        assert_eq!(response.status, StatusCode::OK, "{client} {from}");
    }
    world.wait(15 * 60);
    let response = ask(&world, "product-api", SECRET, "192.0.2.1").await;
    assert_eq!(response.status, StatusCode::OK);
}

// row: B12
#[tokio::test]
async fn program_with_an_old_secret_blocks_nothing() {
    let world = behind_a_proxy().await;
    for number in 0..30 {
        let response = ask(&world, "product-api", "the old secret", "192.0.2.1").await;
        assert_eq!(response.refusal(), (401, "invalid_client"), "{number}");
    }
    let response = ask(&world, "product-api", SECRET, "192.0.2.1").await;
    assert_eq!(response.status, StatusCode::OK);
}

// row: B12
#[tokio::test]
async fn network_has_a_hundred_guesses_for_known_and_unknown_clients() {
    let world = behind_a_proxy().await;
    for number in 0..100 {
        let client = format!("client-{}", number % 12);
        let response = ask(&world, &client, &format!("guess {number}"), "192.0.2.1").await;
        assert_eq!(response.refusal(), (401, "invalid_client"), "{number}");
    }
    let response = ask(&world, "product-api", SECRET, "192.0.2.1").await;
    assert_eq!(response.refusal(), (401, "invalid_client"));
    let response = ask(&world, "product-api", SECRET, "192.0.2.2").await;
    assert_eq!(response.status, StatusCode::OK);
}

// row: B12
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn burst_of_secrets_is_checked_up_to_the_limit() {
    let world = behind_a_proxy().await;
    // Sends many wrong secrets concurrently. The server checks at most ten of them, in any order, and then refuses even the
    // right one.
    let guesses: Vec<String> = (0..200).map(|number| format!("guess {number}")).collect();
    let responses = join_all(
        guesses
            .iter()
            .map(|guess| ask(&world, "product-api", guess, "192.0.2.1")),
    )
    .await;
    let sentence = |response: &HttpResponse| {
        response.body["error_description"]
            .as_str()
            .map(ToOwned::to_owned)
    };
    let looked_at = responses
        .iter()
        .filter(|response| {
            sentence(response).is_some_and(|text| text.starts_with("The client is unknown"))
        })
        .count();
    assert_eq!(looked_at, 10);
    let response = ask(&world, "product-api", SECRET, "192.0.2.1").await;
    assert_eq!(response.refusal(), (401, "invalid_client"));
}
