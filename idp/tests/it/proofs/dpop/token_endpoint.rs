//! Tests proofs at the token endpoint, and the tokens for them.

use foundation::on_both_engines;
use foundation::testing::TestKey;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{MACHINE, REFUSED, TOKEN, USE_DPOP_NONCE, ask, code, parts, proof, redeeming};
use crate::harness::{SECRET, TestIdp};
use crate::proofs::key::changed;
use crate::responses::claims;
use crate::visiting::retry_while_busy;

// row: B24
#[tokio::test]
async fn each_wrong_proof_is_refused_at_the_token_endpoint() {
    let world = TestIdp::new().await;
    let (key, other, now) = (
        TestKey::generate(),
        TestKey::generate(),
        world.clock.now().seconds(),
    );
    let none = || json!({});
    let at = |path: &str| json!({"htu": world.at(path)});
    let good = (200, "");
    let times = json!({"nbf": now, "exp": now + 60});
    let shared = json!({"kty": "oct", "k": "c2VjcmV0"});
    let rows = [
        ("honest", none(), none(), good),
        ("a query", none(), at("/oauth/token?a=b"), good),
        ("a minute old", none(), json!({"iat": now - 60}), good),
        ("ten seconds ahead", none(), json!({"iat": now + 10}), good),
        ("with nbf and exp", none(), times, good),
        ("another method", none(), json!({"htm": "GET"}), REFUSED),
        ("no method", none(), json!({"htm": null}), REFUSED),
        ("another address", none(), at("/oauth/userinfo"), REFUSED),
        (
            "another host",
            none(),
            json!({"htu": "https://evil.example/oauth/token"}),
            REFUSED,
        ),
        ("no address", none(), json!({"htu": null}), REFUSED),
        ("old", none(), json!({"iat": now - 61}), USE_DPOP_NONCE),
        (
            "of the future",
            none(),
            json!({"iat": now + 61}),
            USE_DPOP_NONCE,
        ),
        ("no time", none(), json!({"iat": null}), REFUSED),
        ("no jti", none(), json!({"jti": null}), REFUSED),
        ("HS256", json!({"alg": "HS256"}), none(), REFUSED),
        ("none", json!({"alg": "none"}), none(), REFUSED),
        ("another typ", json!({"typ": "JWT"}), none(), REFUSED),
        ("no key", json!({"jwk": null}), none(), REFUSED),
        ("another key", json!({"jwk": other.jwk()}), none(), REFUSED),
        (
            "a private key",
            json!({"jwk": changed(key.jwk(), &json!({"d": "AAAA"}))}),
            none(),
            REFUSED,
        ),
        ("a shared key", json!({"jwk": shared}), none(), REFUSED),
    ];
    for (name, header_changes, claims_changes, expected) in rows {
        let (header, claims) = parts(&world, &key, TOKEN, name);
        let proof = key.sign(
            &changed(header, &header_changes),
            &changed(claims, &claims_changes),
        );
        let response = ask(&world, MACHINE, &[&proof]).await;
        assert_eq!(response.refusal(), expected, "{name}: {response:?}");
    }
}

// row: B24
#[tokio::test]
async fn proof_comes_alone_and_counts_once() {
    let world = TestIdp::new().await;
    let key = TestKey::generate();
    let (one, two) = (
        proof(&world, &key, TOKEN, "one"),
        proof(&world, &key, TOKEN, "two"),
    );
    assert_eq!(ask(&world, MACHINE, &[&one, &two]).await.refusal(), REFUSED);
    assert_eq!(ask(&world, MACHINE, &["no proof"]).await.refusal(), REFUSED);
    // A replayed proof is refused at once, and until the proof is too old.
    assert_eq!(ask(&world, MACHINE, &[&one]).await.status, 200);
    for (seconds, expected) in [
        (0, REFUSED),
        (59, REFUSED),
        (60, USE_DPOP_NONCE),
        (120, USE_DPOP_NONCE),
    ] {
        world.wait(seconds);
        let response = ask(&world, MACHINE, &[&one]).await;
        assert_eq!(response.refusal(), expected, "{seconds}");
    }
}

on_both_engines!(client_with_a_wrong_clock_uses_a_nonce);

// row: B24
async fn client_with_a_wrong_clock_uses_a_nonce(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let key = TestKey::generate();
    let made = |jti: &str, nonce: &Value| {
        let (header, claims) = parts(&world, &key, TOKEN, jti);
        let wrong = json!({ "iat": 86_400, "nonce": nonce });
        key.sign(&header, &changed(claims, &wrong))
    };
    let code = code(&world, &ann, &[("dpop_jkt", &key.thumbprint())]).await;
    let response = ask(&world, &redeeming(&code), &[&made("1", &Value::Null)]).await;
    assert_eq!(response.refusal(), USE_DPOP_NONCE, "{response:?}");
    let nonce = json!(response.header("dpop-nonce"));
    let good = made("2", &nonce);
    let tokens = ask(&world, &redeeming(&code), &[&good]).await.ok();
    assert_eq!(tokens["token_type"], "DPoP", "the code was not spent");
    for (seconds, jti, expected) in [
        (0, "3", (200, "")),
        (300, "4", (200, "")),
        (1, "5", USE_DPOP_NONCE),
    ] {
        world.wait(seconds);
        let response = ask(&world, MACHINE, &[&made(jti, &nonce)]).await;
        assert_eq!(response.refusal(), expected, "{response:?}");
        // The server remembers a proof for its whole lifetime.
        let response = ask(&world, MACHINE, &[&good]).await;
        let replayed = if expected == USE_DPOP_NONCE {
            USE_DPOP_NONCE
        } else {
            REFUSED
        };
        assert_eq!(response.refusal(), replayed, "{response:?}");
    }
    for foreign in [
        json!("none"),
        json!(format!("{}.", world.clock.now().seconds())),
    ] {
        let response = ask(&world, MACHINE, &[&made("6", &foreign)]).await;
        assert_eq!(response.refusal(), USE_DPOP_NONCE, "{foreign}");
    }
}

#[tokio::test]
async fn token_names_the_key_that_was_proven() {
    let world = TestIdp::new().await;
    let key = TestKey::generate();
    let tokens = ask(&world, MACHINE, &[&proof(&world, &key, TOKEN, "1")])
        .await
        .ok();
    assert_eq!(tokens["token_type"], "DPoP");
    let bound = claims(tokens["access_token"].as_str().unwrap());
    assert_eq!(bound["cnf"], json!({ "jkt": key.thumbprint() }));
    let tokens = ask(&world, MACHINE, &[]).await.ok();
    assert_eq!(tokens["token_type"], "Bearer");
    assert_eq!(
        claims(tokens["access_token"].as_str().unwrap())["cnf"],
        Value::Null
    );
}

// row: B24
#[tokio::test]
async fn client_that_registered_for_it_gets_no_other_tokens() {
    let world = TestIdp::new().await;
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", "bound"),
        ("client_secret", SECRET),
    ];
    assert_eq!(ask(&world, &form, &[]).await.refusal(), REFUSED);
    let proof = proof(&world, &TestKey::generate(), TOKEN, "1");
    assert_eq!(
        ask(&world, &form, &[&proof]).await.ok()["token_type"],
        "DPoP"
    );
}

on_both_engines!(one_of_fifty_uses_of_a_proof_counts);

// row: B24
async fn one_of_fifty_uses_of_a_proof_counts(world: TestIdp) {
    let proof = proof(&world, &TestKey::generate(), TOKEN, "once");
    let proofs = [proof.as_str()];
    let responses =
        join_all((0..50).map(|_| retry_while_busy(|| ask(&world, MACHINE, &proofs)))).await;
    let good = responses
        .iter()
        .filter(|response| response.status == 200)
        .count();
    let refused = responses
        .iter()
        .filter(|response| response.refusal() == REFUSED);
    assert_eq!((good, refused.count()), (1, 49));
}
