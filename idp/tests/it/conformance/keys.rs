//! Checks the published keys and verifies signatures with ring alone, independently of our own code.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};
use serde_json::Value;

use super::suite::Suite;
use crate::responses::header;

/// Members that would reveal a secret (RFC 7518 section 6).
const SECRETS: [&str; 8] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/// Asserts that all keys are public, have distinct `kid`s, and are of a usable kind.
pub(crate) fn sound(keys: &[Value]) {
    let kids: BTreeSet<_> = keys
        .iter()
        .map(|key| key["kid"].as_str().unwrap())
        .collect();
    assert_eq!(kids.len(), keys.len(), "two keys have one kid");
    for key in keys {
        for secret in SECRETS {
            assert_eq!(key.get(secret), None, "{secret} is published");
        }
        assert_eq!(key["use"], "sig");
        match key["kty"].as_str().unwrap() {
            "RSA" => assert!(bytes(&key["n"]).len() >= 256 && !bytes(&key["e"]).is_empty()),
            "EC" => assert_eq!((bytes(&key["x"]).len(), bytes(&key["y"]).len()), (32, 32)),
            "OKP" => assert_eq!(bytes(&key["x"]).len(), 32),
            other => panic!("a key of kind {other}"),
        }
    }
}

/// Verifies a compact token with the published key that its header names.
pub(crate) fn verify(suite: &Suite, token: &str) {
    let header = header(token);
    let kid = header["kid"].as_str().expect("a kid");
    let key = suite.keys.iter().find(|key| key["kid"] == kid);
    let key = key.expect("a published key");
    assert_eq!(key["alg"], header["alg"], "the key decides");
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
    let (signed, signature) = (signed.as_bytes(), signature.as_slice());
    let verified = match header["alg"].as_str().unwrap() {
        "RS256" => {
            let (n, e) = (bytes(&key["n"]), bytes(&key["e"]));
            RsaPublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, signed, signature)
        }
        "ES256" => {
            let point = [
                &[4],
                bytes(&key["x"]).as_slice(),
                bytes(&key["y"]).as_slice(),
            ]
            .concat();
            UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(signed, signature)
        }
        "EdDSA" => UnparsedPublicKey::new(&ED25519, bytes(&key["x"])).verify(signed, signature),
        other => panic!("signed by {other}"),
    };
    verified.expect("a good signature");
}

fn bytes(member: &Value) -> Vec<u8> {
    let text = member.as_str().expect("a member");
    URL_SAFE_NO_PAD.decode(text).expect("base64url")
}
