//! Tests RFC 9449 at the idp: tokens that only the holder of a key can use (attack B24).

mod codes;
mod resources;
mod token_endpoint;

use foundation::testing::TestKey;
use idp::testing::TestBrowser;
use serde_json::{Value, json};

use crate::harness::{SECRET, TestIdp, VERIFIER};
use crate::responses::HttpResponse;

pub(crate) const TOKEN: &str = "/oauth/token";
pub(super) const MACHINE: &[(&str, &str)] = &[
    ("grant_type", "client_credentials"),
    ("client_id", "meter"),
    ("client_secret", SECRET),
];
pub(crate) const REFUSED: (u16, &str) = (400, "invalid_dpop_proof");
pub(super) const USE_DPOP_NONCE: (u16, &str) = (400, "use_dpop_nonce");

/// Returns the header and claims of a valid proof for a POST without a token.
pub(super) fn parts(world: &TestIdp, key: &TestKey, path: &str, jti: &str) -> (Value, Value) {
    let header = json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": key.jwk() });
    let now = world.clock.now().seconds();
    let claims = json!({ "htm": "POST", "htu": world.at(path), "iat": now, "jti": jti });
    (header, claims)
}

pub(crate) fn proof(world: &TestIdp, key: &TestKey, path: &str, jti: &str) -> String {
    let (header, claims) = parts(world, key, path, jti);
    key.sign(&header, &claims)
}

/// Sends a token request with these proofs.
pub(crate) async fn ask(world: &TestIdp, form: &[(&str, &str)], proofs: &[&str]) -> HttpResponse {
    let mut request = world.request("POST", TOKEN).form(form);
    for proof in proofs {
        request = request.header("DPoP", *proof);
    }
    HttpResponse::read(request.send().await.unwrap()).await
}

/// Returns the form that redeems a code of the client `spa`.
pub(crate) fn redeeming(code: &str) -> [(&str, &str); 5] {
    [
        ("grant_type", "authorization_code"),
        ("client_id", "spa"),
        ("code", code),
        ("redirect_uri", "https://spa.example/cb"),
        ("code_verifier", VERIFIER),
    ]
}

pub(crate) async fn code(world: &TestIdp, visitor: &TestBrowser, more: &[(&str, &str)]) -> String {
    let mut changes = vec![
        ("client_id", "spa"),
        ("redirect_uri", "https://spa.example/cb"),
        ("scope", "openid email offline_access"),
    ];
    changes.extend(more);
    world.code(visitor, &changes).await
}
