//! Tests tokens that are bound to a key (RFC 9449). Only a fresh proof of that key is accepted (attack B24).

use std::time::Duration;

use foundation::testing::{TestKey, sha256};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, TestApi, change, on_both_engines};

const HERE: &str = "https://api.example.com";

/// Returns the header and claims of a valid proof for `GET /v1/me`.
fn proof(world: &TestApi, key: &TestKey, token: &str, jti: &str) -> (Value, Value) {
    let header = json!({"typ": "dpop+jwt", "alg": "ES256", "jwk": key.jwk()});
    let claims = json!({
        "htm": "GET", "htu": format!("{HERE}/v1/me"), "iat": world.clock.now().seconds(), "jti": jti,
        "ath": sha256(token),
    });
    (header, claims)
}

async fn me(world: &TestApi, scheme: &str, token: &str, proofs: &[&str]) -> HttpResponse {
    let authorization = format!("{scheme} {token}");
    let mut headers = vec![("authorization", authorization.as_str())];
    headers.extend(proofs.iter().map(|proof| ("dpop", *proof)));
    world.send(Method::GET, "/v1/me", &headers, None).await
}

// row: B24
#[tokio::test]
async fn bound_token_needs_a_fresh_proof_of_its_key() {
    let world = TestApi::sqlite().await;
    let (own, other) = (TestKey::generate(), TestKey::generate());
    let bound = world.token_with("usr_1", &json!({"cnf": {"jkt": own.thumbprint()}}));
    let rows = [
        ("honest", json!({}), json!({}), 200),
        (
            "a query and a fragment",
            json!({}),
            json!({"htu": format!("{HERE}/v1/me?a=b#c")}),
            200,
        ),
        ("another method", json!({}), json!({"htm": "POST"}), 401),
        (
            "another address",
            json!({}),
            json!({"htu": format!("{HERE}/v1/websites")}),
            401,
        ),
        (
            "another host",
            json!({}),
            json!({"htu": "https://evil.example/v1/me"}),
            401,
        ),
        ("another token", json!({}), json!({"ath": "AAAA"}), 401),
        ("no ath", json!({}), json!({"ath": null}), 401),
        ("no time", json!({}), json!({"iat": null}), 401),
        ("no jti", json!({}), json!({"jti": null}), 401),
        ("HS256", json!({"alg": "HS256"}), json!({}), 401),
        ("none", json!({"alg": "none"}), json!({}), 401),
        ("another typ", json!({"typ": "JWT"}), json!({}), 401),
        (
            "another key in the header",
            json!({"jwk": other.jwk()}),
            json!({}),
            401,
        ),
    ];
    for (name, header_changes, claims_changes, expected) in rows {
        let (mut header, mut claims) = proof(&world, &own, &bound, name);
        change(&mut header, &header_changes);
        change(&mut claims, &claims_changes);
        let proof = own.sign(&header, &claims);
        let response = me(&world, "DPoP", &bound, &[&proof]).await;
        assert_eq!(response.status, expected, "{name}: {response:?}");
        if expected == 401 {
            response.is_problem(401, "unauthenticated");
            let challenge = response.header("www-authenticate");
            let names = challenge.starts_with("DPoP error=\"invalid_dpop_proof\", algs=\"");
            assert!(names && challenge.contains("ES256"), "{challenge}");
        }
    }
    // Sends a valid proof of another key.
    let (header, claims) = proof(&world, &other, &bound, "other");
    let theirs = other.sign(&header, &claims);
    assert_eq!(me(&world, "DPoP", &bound, &[&theirs]).await.status, 401);
}

on_both_engines! {
    // row: B24
    async fn client_with_a_wrong_clock_uses_a_nonce(world: TestApi) {
        let own = TestKey::generate();
        let bound = world.token_with("usr_1", &json!({"cnf": {"jkt": own.thumbprint()}}));
        let made = |jti: &str, iat: i64, nonce: &Value| {
            let (header, mut claims) = proof(&world, &own, &bound, jti);
            change(&mut claims, &json!({"iat": iat, "nonce": nonce}));
            own.sign(&header, &claims)
        };
        let now = world.clock.now().seconds();
        let mut nonce = Value::Null;
        for iat in [now - 61, now + 61, 0] {
            let response = me(&world, "DPoP", &bound, &[&made("first", iat, &Value::Null)]).await;
            response.is_problem(401, "unauthenticated");
            let challenge = response.header("www-authenticate");
            assert!(challenge.starts_with("DPoP error=\"use_dpop_nonce\", algs=\""), "{challenge}");
            nonce = response.header("dpop-nonce").into();
        }
        let good = made("second", 0, &nonce);
        for (status, body) in [(200, ""), (401, "invalid_dpop_proof")] {
            let response = me(&world, "DPoP", &bound, &[&good]).await;
            assert_eq!((response.status, response.header("dpop-nonce")), (status, ""), "{response:?}");
            assert!(response.header("www-authenticate").contains(body), "{response:?}");
        }
        world.clock.advance(Duration::from_mins(5));
        assert_eq!(me(&world, "DPoP", &bound, &[&made("third", 0, &nonce)]).await.status, 200);
        let again = me(&world, "DPoP", &bound, &[&good]).await;
        assert_eq!((again.status, again.header("dpop-nonce")), (401, ""), "it is remembered as long as it counts");
        world.clock.advance(Duration::from_secs(1));
        let late = me(&world, "DPoP", &bound, &[&made("fourth", 0, &nonce)]).await;
        assert!(late.header("www-authenticate").contains("use_dpop_nonce"), "{late:?}");
        assert_ne!(late.header("dpop-nonce"), nonce);
    }
}

#[tokio::test]
async fn challenge_has_the_scheme_by_which_the_token_came() {
    let world = TestApi::sqlite().await;
    let own = TestKey::generate();
    let narrow = json!({"cnf": {"jkt": own.thumbprint()}, "scope": "openid"});
    let bound = world.token_with("usr_1", &narrow);
    let (header, mut claims) = proof(&world, &own, &bound, "1");
    change(&mut claims, &json!({"htu": format!("{HERE}/v1/websites")}));
    let proof = own.sign(&header, &claims);
    let authorization = format!("DPoP {bound}");
    let headers = [("authorization", authorization.as_str()), ("dpop", &proof)];
    let response = world
        .send(Method::GET, "/v1/websites", &headers, None)
        .await;
    response.is_problem(403, "insufficient-scope");
    let challenge = response.header("www-authenticate");
    assert!(
        challenge.starts_with("DPoP error=\"insufficient_scope\""),
        "{challenge}"
    );
}

// row: B24
#[tokio::test]
async fn scheme_and_the_binding_go_together() {
    let world = TestApi::sqlite().await;
    let own = TestKey::generate();
    let bound = world.token_with("usr_1", &json!({"cnf": {"jkt": own.thumbprint()}}));
    let free = world.token("usr_1");
    let certified = world.token_with("usr_1", &json!({"cnf": {"x5t#S256": "AAAA"}}));
    let mut number = 0;
    let mut fresh = |token: &str| {
        number += 1;
        let (header, claims) = proof(&world, &own, token, &number.to_string());
        own.sign(&header, &claims)
    };
    let (one, two) = (fresh(&bound), fresh(&bound));
    for (scheme, token, proofs, expected) in [
        ("DPoP", &bound, vec![fresh(&bound)], 200),
        ("dpop", &bound, vec![fresh(&bound)], 200),
        ("Bearer", &bound, vec![fresh(&bound)], 401),
        ("Bearer", &bound, vec![], 401),
        ("DPoP", &bound, vec![], 401),
        ("DPoP", &bound, vec![one, two], 401),
        ("DPoP", &bound, vec!["no proof".to_owned()], 401),
        ("DPoP", &free, vec![fresh(&free)], 401),
        ("DPoP", &certified, vec![fresh(&certified)], 401),
        ("Bearer", &certified, vec![], 401),
        ("Bearer", &free, vec![], 200),
    ] {
        let proofs: Vec<&str> = proofs.iter().map(String::as_str).collect();
        let response = me(&world, scheme, token, &proofs).await;
        assert_eq!(
            response.status, expected,
            "{scheme} {proofs:?}: {response:?}"
        );
    }
}

on_both_engines! {
    // row: B24
    async fn one_of_fifty_uses_of_a_proof_counts(world: TestApi) {
        let own = TestKey::generate();
        let bound = world.token_with("usr_1", &json!({"cnf": {"jkt": own.thumbprint()}}));
        let (header, claims) = proof(&world, &own, &bound, "once");
        let proof = own.sign(&header, &claims);
        let proofs = [proof.as_str()];
        let responses = join_all((0..50).map(|_| me(&world, "DPoP", &bound, &proofs))).await;
        let taken = responses.iter().filter(|response| response.status == 200).count();
        assert_eq!(taken, 1);
        // A slow server may respond with 503, because the request waits too long for its turn.
        assert!(responses.iter().all(|response| matches!(response.status, 200 | 401 | 503)));
        assert_eq!(me(&world, "DPoP", &bound, &proofs).await.status, 401);
    }
}
