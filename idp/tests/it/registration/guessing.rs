//! Tests guesses of registration tokens, which are counted by network like clients' secrets (attacks B12, I9).

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{agent, initial_token, registered};
use crate::harness::{HttpResponse, TestIdp};

const WRONG: (u16, &str) = (401, "invalid_token");

async fn behind_a_proxy() -> TestIdp {
    TestIdp::with(&[("IDP_TRUSTED_PROXIES", "127.0.0.1".to_owned())]).await
}

/// Sends a token from a network address.
async fn send(
    world: &TestIdp,
    (method, path): (&str, &str),
    token: &str,
    from: &str,
) -> HttpResponse {
    let request = world.request(method, path).bearer_auth(token);
    let request = request.header("x-forwarded-for", from).json(&agent());
    HttpResponse::read(request.send().await.unwrap()).await
}

const REGISTER: (&str, &str) = ("POST", "/oauth/register");

// row: B12
#[tokio::test]
async fn ten_wrong_initial_tokens_block_registration_for_their_network_alone() {
    let world = behind_a_proxy().await;
    let token = initial_token(&world, &json!({ "uses": 5 })).await;
    for number in 0..10 {
        let response = send(&world, REGISTER, &format!("guess {number}"), "192.0.2.1").await;
        assert_eq!(response.refusal(), WRONG, "{number}");
    }
    let closed = send(&world, REGISTER, &token, "192.0.2.1").await;
    assert_eq!(closed.refusal(), WRONG, "the right one too");
    let response = send(&world, REGISTER, &token, "192.0.2.2").await;
    assert_eq!(response.status, 201, "another network is not blocked");
    world.wait(15 * 60);
    let response = send(&world, REGISTER, &token, "192.0.2.1").await;
    assert_eq!(response.status, 201, "the block has ended");
}

// row: B12
#[tokio::test]
async fn program_with_an_old_token_blocks_nothing() {
    let world = behind_a_proxy().await;
    let token = initial_token(&world, &json!({})).await;
    for number in 0..30 {
        let response = send(&world, REGISTER, "the old token", "192.0.2.1").await;
        assert_eq!(response.refusal(), WRONG, "{number}");
    }
    let response = send(&world, REGISTER, &token, "192.0.2.1").await;
    assert_eq!(response.status, 201);
}

// row: I9
#[tokio::test]
async fn ten_wrong_registration_tokens_block_one_registration_for_their_network_alone() {
    let world = behind_a_proxy().await;
    let (_, first, own) = registered(&world, &agent()).await;
    let (_, second, other) = registered(&world, &agent()).await;
    let path = |address: &str| address.strip_prefix(&world.base).unwrap().to_owned();
    let (first, second) = (path(&first), path(&second));
    for (number, method) in ["GET", "PUT", "DELETE"]
        .into_iter()
        .cycle()
        .take(10)
        .enumerate()
    {
        let guess = format!("guess {number}");
        let response = send(&world, (method, &first), &guess, "192.0.2.1").await;
        assert_eq!(response.refusal(), WRONG, "{number}");
    }
    for method in ["GET", "PUT", "DELETE"] {
        let response = send(&world, (method, &first), &own, "192.0.2.1").await;
        assert_eq!(response.refusal(), WRONG, "{method}");
    }
    let look = |path: &str| ("GET".to_owned(), path.to_owned());
    for (path, token, from) in [(&first, &own, "192.0.2.2"), (&second, &other, "192.0.2.1")] {
        let (method, path) = look(path);
        let response = send(&world, (&method, &path), token, from).await;
        assert_eq!(response.status, 200, "{path} {from}");
    }
    world.wait(15 * 60);
    let response = send(&world, ("GET", &first), &own, "192.0.2.1").await;
    assert_eq!(response.status, 200);
}

// row: B12
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn burst_of_registrations_is_checked_up_to_the_limit() {
    let world = behind_a_proxy().await;
    let guesses: Vec<String> = (0..50).map(|number| format!("guess {number}")).collect();
    let sent = guesses
        .iter()
        .map(|guess| send(&world, REGISTER, guess, "192.0.2.1"));
    let responses = join_all(sent).await;
    assert!(responses.iter().all(|response| response.refusal() == WRONG));
    let says = |response: &HttpResponse, words: &str| {
        let text = response
            .body
            .get("error_description")
            .and_then(Value::as_str);
        text.is_some_and(|text| text.starts_with(words))
    };
    let looked_at = responses
        .iter()
        .filter(|response| says(response, "The token is unknown"));
    assert_eq!(looked_at.count(), 10);
    let closed = responses
        .iter()
        .filter(|response| says(response, "Too many wrong tokens"));
    assert_eq!(closed.count(), 40);
}
