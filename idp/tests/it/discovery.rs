//! Tests OpenID Connect Discovery and RFC 8414: the document is constant and cacheable, and lists only what works.

use serde_json::Value;

use crate::harness::TestIdp;

#[tokio::test]
async fn both_documents_are_the_same_and_may_be_kept_for_an_hour() {
    let world = TestIdp::new().await;
    let mut bodies = Vec::new();
    for path in [
        "/.well-known/openid-configuration",
        "/.well-known/oauth-authorization-server",
    ] {
        let response = world.get(path, None).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "application/json");
        assert_eq!(response.headers()["cache-control"], "public, max-age=3600");
        bodies.push(response.text().await.unwrap());
    }
    assert_eq!(bodies[0], bodies[1]);
    let document: Value = serde_json::from_str(&bodies[0]).unwrap();
    assert_eq!(document["issuer"], world.base);
    assert_eq!(document["request_uri_parameter_supported"], false);
    assert_eq!(document["request_parameter_supported"], true);
    assert_eq!(
        document["authorization_response_iss_parameter_supported"],
        true
    );
    assert_eq!(
        document["code_challenge_methods_supported"],
        serde_json::json!(["S256"])
    );
    let algorithms = document["id_token_signing_alg_values_supported"]
        .as_array()
        .unwrap();
    assert!(algorithms.contains(&"RS256".into()) && !algorithms.contains(&"none".into()));
}

#[tokio::test]
async fn every_listed_address_is_served() {
    let world = TestIdp::new().await;
    let response = world.get("/.well-known/openid-configuration", None).await;
    let document: Value = response.json().await.unwrap();
    let addresses: Vec<_> = document
        .as_object()
        .unwrap()
        .iter()
        .filter(|(name, _)| name.ends_with("_endpoint") || *name == "jwks_uri")
        .map(|(_, address)| address.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(addresses.len(), 10);
    for address in addresses {
        assert!(address.starts_with(&world.base), "{address}");
        assert_ne!(world.get(&address, None).await.status(), 404, "{address}");
    }
}

#[tokio::test]
async fn key_set_is_public_and_distinct() {
    let world = TestIdp::new().await;
    let response = world.get("/oauth/jwks", None).await;
    assert_eq!(response.headers()["cache-control"], "public, max-age=3600");
    let set: Value = response.json().await.unwrap();
    let keys = set["keys"].as_array().unwrap();
    let mut kids: Vec<_> = keys
        .iter()
        .map(|key| key["kid"].as_str().unwrap())
        .collect();
    kids.sort_unstable();
    kids.dedup();
    assert_eq!((keys.len(), kids.len()), (3, 3));
    for secret in ["d", "p", "q", "dp", "dq", "qi", "k"] {
        assert!(keys.iter().all(|key| key.get(secret).is_none()), "{secret}");
    }
}
