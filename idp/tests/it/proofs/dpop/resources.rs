//! Bound tokens at our own resources.

use serde_json::{Value, json};

use super::{TOKEN, ask, code, parts, proof, redeeming};
use crate::answers::Told;
use crate::harness::{SECRET, World};
use crate::proofs::key::{Key, changed, hash};

/// Asks userinfo by this scheme.
async fn userinfo(world: &World, scheme: &str, token: &str, proofs: &[&str]) -> Told {
    let request = world.request("GET", "/oauth/userinfo");
    let mut request = request.header("authorization", format!("{scheme} {token}"));
    for proof in proofs {
        request = request.header("DPoP", *proof);
    }
    Told::of(request.send().await.unwrap()).await
}

#[tokio::test]
async fn b24_userinfo_takes_a_bound_token_with_a_proof_that_names_it() {
    let world = World::new().await;
    let ann = world.visitor("ann").await;
    let (key, other) = (Key::make(), Key::make());
    let code = code(&world, &ann, &[]).await;
    let first = proof(&world, &key, TOKEN, "first");
    let tokens = ask(&world, &redeeming(&code), &[&first]).await.ok();
    let bound = tokens["access_token"].as_str().unwrap();
    let tokens = world.tokens(&ann).await;
    let free = tokens["access_token"].as_str().unwrap();
    let make = |key: &Key, token: &str, jti: &str, changes: &Value| {
        let (header, claims) = parts(&world, key, "/oauth/userinfo", jti);
        let usual = json!({ "htm": "GET", "ath": hash(token) });
        key.sign(&header, &changed(changed(claims, &usual), changes))
    };
    let none = json!({});
    let (proven, unproven) = ((401, "invalid_token"), (401, "invalid_dpop_proof"));
    for (name, scheme, token, proofs, expected) in [
        (
            "honest",
            "DPoP",
            bound,
            vec![make(&key, bound, "1", &none)],
            (200, ""),
        ),
        (
            "small letters",
            "dpop",
            bound,
            vec![make(&key, bound, "2", &none)],
            (200, ""),
        ),
        (
            "used before",
            "DPoP",
            bound,
            vec![make(&key, bound, "1", &none)],
            unproven,
        ),
        ("no proof", "DPoP", bound, vec![], unproven),
        ("as a bearer", "Bearer", bound, vec![], proven),
        (
            "as a bearer with a proof",
            "Bearer",
            bound,
            vec![make(&key, bound, "3", &none)],
            proven,
        ),
        (
            "of another key",
            "DPoP",
            bound,
            vec![make(&other, bound, "4", &none)],
            proven,
        ),
        (
            "no ath",
            "DPoP",
            bound,
            vec![make(&key, bound, "5", &json!({"ath": null}))],
            unproven,
        ),
        (
            "of another token",
            "DPoP",
            bound,
            vec![make(&key, free, "6", &none)],
            unproven,
        ),
        (
            "of another method",
            "DPoP",
            bound,
            vec![make(&key, bound, "7", &json!({"htm": "POST"}))],
            unproven,
        ),
        (
            "a free token",
            "DPoP",
            free,
            vec![make(&key, free, "8", &none)],
            proven,
        ),
        ("a free token as it is", "Bearer", free, vec![], (200, "")),
    ] {
        let proofs: Vec<&str> = proofs.iter().map(String::as_str).collect();
        let told = userinfo(&world, scheme, token, &proofs).await;
        assert_eq!(told.refusal(), expected, "{name}: {told:?}");
        if scheme == "DPoP" && told.status == 401 {
            let challenge = told.header("www-authenticate");
            assert!(challenge.starts_with("DPoP "), "{name}: {challenge}");
            assert!(
                challenge.contains("algs=\"") && challenge.contains("ES256"),
                "{challenge}"
            );
        }
    }
    // A bound token in a form has no proof that could be checked.
    let form = [("access_token", bound)];
    let told = world.post("/oauth/userinfo", &form, "").await;
    assert_eq!(Told::of(told).await.refusal(), (401, "invalid_token"));
}

#[tokio::test]
async fn a_bound_token_is_no_bearer_token_at_the_admin_api() {
    let world = World::new().await;
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", "product-api"),
        ("client_secret", SECRET),
    ];
    let proof = proof(&world, &Key::make(), TOKEN, "1");
    for (proofs, expected) in [(vec![], 200), (vec![proof.as_str()], 401)] {
        let tokens = ask(&world, &form, &proofs).await.ok();
        let token = tokens["access_token"].as_str().unwrap();
        let request = world.request("GET", "/admin/v1/clients/web");
        let answer = request.bearer_auth(token).send().await.unwrap();
        assert_eq!(answer.status(), expected);
    }
}
