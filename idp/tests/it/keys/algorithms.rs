//! Tests ID tokens in their client's algorithm, verified by the published keys.

use serde_json::Value;

use super::{jwks, verifies};
use crate::harness::{SECRET, TestIdp, VERIFIER, altered, claims, header};

async fn id_token(world: &TestIdp, client_id: &str, redirect_uri: &str) -> (String, String) {
    let ann = world.visitor("ann").await;
    let changes = [
        ("client_id", client_id),
        ("redirect_uri", redirect_uri),
        ("scope", "openid"),
    ];
    let code = world.code(&ann, &changes).await;
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", redirect_uri),
        ("code_verifier", VERIFIER),
    ];
    let tokens = world.token(&form, Some((client_id, SECRET))).await.ok();
    let text = |name: &str| tokens[name].as_str().unwrap().to_owned();
    (text("id_token"), text("access_token"))
}

#[tokio::test]
async fn each_client_gets_id_tokens_of_its_algorithm_that_verify_by_the_published_set() {
    let world = TestIdp::new().await;
    let set = jwks(&world).await;
    for (client_id, redirect_uri, alg, at_hash) in [
        ("signet", "https://signet.example/cb", "EdDSA", 43),
        ("backend", "https://backend.example/cb", "RS256", 22),
    ] {
        let (token, access_token) = id_token(&world, client_id, redirect_uri).await;
        assert_eq!(header(&token)["alg"], alg);
        let hash = claims(&token)["at_hash"].as_str().unwrap().to_owned();
        assert_eq!(hash.len(), at_hash, "half of the hash of {alg}");
        assert!(verifies(&world, &set, &token, "JWT"), "{alg}");
        assert!(!verifies(&world, &set, &altered(&token, 9), "JWT"), "{alg}");
        assert_eq!(header(&access_token)["alg"], "ES256");
        assert!(verifies(&world, &set, &access_token, "at+jwt"));
    }
}

#[tokio::test]
async fn listed_keys_are_the_published_keys() {
    let world = TestIdp::new().await;
    let response = world.get("/.well-known/openid-configuration", None).await;
    let document: Value = response.json().await.unwrap();
    let listed = document["id_token_signing_alg_values_supported"]
        .as_array()
        .unwrap();
    let set = jwks(&world).await;
    let published: Vec<_> = set["keys"].as_array().unwrap().iter().collect();
    for alg in ["RS256", "ES256", "EdDSA"] {
        assert!(listed.contains(&alg.into()), "{alg}");
        assert!(published.iter().any(|key| key["alg"] == alg), "{alg}");
    }
    assert_eq!((listed.len(), published.len()), (3, 3));
}
