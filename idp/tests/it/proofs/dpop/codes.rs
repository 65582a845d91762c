//! Tests codes and refresh tokens that are bound to a key.

use foundation::on_both_engines;
use foundation::testing::TestKey;

use super::{REFUSED, TOKEN, ask, code, proof, redeeming};
use crate::harness::{CHALLENGE, SECRET, TestIdp};
use crate::responses::{HttpResponse, RedirectResponse, claims};

// row: B24
#[tokio::test]
async fn code_is_bound_to_the_key_that_its_request_named() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let (key, other) = (TestKey::generate(), TestKey::generate());
    let jkt = key.thumbprint();
    for (name, proofs, expected) in [
        ("none", vec![], REFUSED),
        (
            "another key's",
            vec![proof(&world, &other, TOKEN, "1")],
            REFUSED,
        ),
        ("its own", vec![proof(&world, &key, TOKEN, "2")], (200, "")),
    ] {
        let code = code(&world, &ann, &[("dpop_jkt", &jkt)]).await;
        let proofs: Vec<&str> = proofs.iter().map(String::as_str).collect();
        let response = ask(&world, &redeeming(&code), &proofs).await;
        assert_eq!(response.refusal(), expected, "{name}");
        if response.status != 200 {
            // A redemption without a valid proof uses up the code.
            let late = proof(&world, &key, TOKEN, &format!("late {name}"));
            let response = ask(&world, &redeeming(&code), &[&late]).await;
            assert_eq!(response.refusal(), (400, "invalid_grant"), "{name}");
        }
    }
    for wrong in [
        "short",
        &format!("{jkt}A"),
        &jkt.replace(['-', '_'], "+")[1..],
    ] {
        let changes = [("dpop_jkt", wrong)];
        let landing = world.authorize(Some(&ann), &changes).await;
        assert_eq!(landing.error(), "invalid_request", "{wrong}");
    }
}

on_both_engines!(refresh_tokens_of_a_public_client_are_of_use_to_their_key_alone);

// row: B24
async fn refresh_tokens_of_a_public_client_are_of_use_to_their_key_alone(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let (key, other) = (TestKey::generate(), TestKey::generate());
    let code = code(&world, &ann, &[]).await;
    let first = proof(&world, &key, TOKEN, "first");
    let tokens = ask(&world, &redeeming(&code), &[&first]).await.ok();
    assert_eq!(tokens["token_type"], "DPoP");
    let token = tokens["refresh_token"].as_str().unwrap();
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", "spa"),
        ("refresh_token", token),
    ];
    assert_eq!(ask(&world, &form, &[]).await.refusal(), REFUSED);
    let theirs = proof(&world, &other, TOKEN, "theirs");
    assert_eq!(ask(&world, &form, &[&theirs]).await.refusal(), REFUSED);
    let own = proof(&world, &key, TOKEN, "own");
    let tokens = ask(&world, &form, &[&own]).await.ok();
    assert_eq!(tokens["token_type"], "DPoP");
    let bound = claims(tokens["access_token"].as_str().unwrap());
    assert_eq!(bound["cnf"]["jkt"], key.thumbprint());
    // A token family that began without a key stays unbound.
    let code = super::code(&world, &ann, &[]).await;
    let tokens = ask(&world, &redeeming(&code), &[]).await.ok();
    let free = tokens["refresh_token"].as_str().unwrap();
    let form = [form[0], form[1], ("refresh_token", free)];
    assert_eq!(ask(&world, &form, &[]).await.ok()["token_type"], "Bearer");
}

#[tokio::test]
async fn refresh_tokens_of_a_client_with_a_secret_are_bound_to_the_client() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    let mut token = tokens["refresh_token"].as_str().unwrap().to_owned();
    for number in 0..2 {
        let form = [
            ("grant_type", "refresh_token"),
            ("client_id", "backend"),
            ("client_secret", SECRET),
            ("refresh_token", &token),
        ];
        let key = TestKey::generate();
        let proof = proof(&world, &key, TOKEN, &number.to_string());
        let tokens = ask(&world, &form, &[&proof]).await.ok();
        assert_eq!(tokens["token_type"], "DPoP");
        token = tokens["refresh_token"].as_str().unwrap().to_owned();
    }
}

/// Pushes the request of the client `spa` with a proof of a key.
async fn push(world: &TestIdp, proof: &str, more: &[(&str, &str)]) -> HttpResponse {
    let mut form = vec![
        ("client_id", "spa"),
        ("redirect_uri", "https://spa.example/cb"),
        ("response_type", "code"),
        ("scope", "openid"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    form.extend(more);
    let request = world.request("POST", "/oauth/par").form(&form);
    let response = request.header("DPoP", proof).send().await.unwrap();
    HttpResponse::read(response).await
}

// row: B24
#[tokio::test]
async fn pushed_request_binds_its_code_to_the_key_it_proves() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let (key, other) = (TestKey::generate(), TestKey::generate());
    let jkt = other.thumbprint();
    let response = push(&world, &proof(&world, &key, TOKEN, "1"), &[]).await;
    assert_eq!(response.refusal(), REFUSED, "a proof for another address");
    let response = push(
        &world,
        &proof(&world, &key, "/oauth/par", "2"),
        &[("dpop_jkt", &jkt)],
    )
    .await;
    assert_eq!(response.refusal(), REFUSED, "a name of another key");
    for (redeemer, jti, expected) in [(&other, "3", REFUSED), (&key, "4", (200, ""))] {
        let response = push(&world, &proof(&world, &key, "/oauth/par", jti), &[]).await;
        assert_eq!(response.status, 201, "{response:?}");
        let uri = response.body["request_uri"].as_str().unwrap().to_owned();
        let query = [("client_id", "spa"), ("request_uri", &uri)];
        let address = reqwest::Url::parse_with_params(&world.at("/oauth/authorize"), query);
        let landing = world.get(address.unwrap().as_str(), Some(&ann)).await;
        let code = RedirectResponse::from_response(&landing)
            .parameter("code")
            .unwrap();
        let fresh = proof(&world, redeemer, TOKEN, &format!("token {jti}"));
        let response = ask(&world, &redeeming(&code), &[&fresh]).await;
        assert_eq!(response.refusal(), expected, "{jti}");
    }
}

// row: B24
#[tokio::test]
async fn push_that_nothing_comes_of_uses_no_proof_up() {
    let world = TestIdp::new().await;
    let key = TestKey::generate();
    let once = proof(&world, &key, "/oauth/par", "once");
    let too_long = "x".repeat(17 * 1024);
    let response = push(&world, &once, &[("state", &too_long)]).await;
    assert_eq!(response.refusal(), (400, "invalid_request"), "{response:?}");
    let response = push(&world, &once, &[]).await;
    assert_eq!(response.status, 201, "{response:?}");
    let response = push(&world, &once, &[]).await;
    assert_eq!(response.refusal(), REFUSED, "the control: now it is");
    // A long request takes one of its network's hundred slots, as does a short one with a stored proof.
    let long = "x".repeat(2000);
    let mut through = 2;
    loop {
        let fresh = proof(&world, &key, "/oauth/par", &through.to_string());
        let state = if through % 2 == 0 { &long } else { "short" };
        let response = push(&world, &fresh, &[("state", state)]).await;
        if response.status != 201 {
            assert_eq!(response.refusal(), (429, "temporarily_unavailable"));
            assert_eq!(through, 100);
            world.wait(15 * 60);
            let refused = proof(&world, &key, "/oauth/par", &through.to_string());
            let response = push(&world, &refused, &[("state", state)]).await;
            assert_eq!(response.status, 201, "it was not used up: {response:?}");
            break;
        }
        through += 1;
    }
}
