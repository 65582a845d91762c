//! Tests false responses of a provider, which lead to the right error code and never to a session.

use serde_json::{Value, json};

use super::fake_provider::{FakeProvider, NOW, ProviderBehavior};
use super::signer::SignatureKind;
use super::{code, round, world};
use crate::visiting::TestBackend;

async fn refused(provider: &str, row: &str, lie: impl FnOnce(&mut ProviderBehavior)) {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    double.lie(lie);
    let browser = world.browser();
    let response = round(&browser, &double, provider).await;
    assert_eq!(code(&response), "OAuthCallback", "{row}");
    assert!(!browser.is_signed_in().await, "{row}");
    let left = browser.cookie_line();
    assert!(!left.contains("tollgate.attempt."), "{row}: {left}");
}

// row: providers-6, C8, C12, C13, D4, D10
#[tokio::test]
async fn id_tokens_that_are_not_ours_are_refused() {
    let claims: [(&str, Value); 26] = [
        ("wrong iss", json!({ "iss": "https://evil.example" })),
        ("C13 wrong aud", json!({ "aud": "other" })),
        (
            "C13 other clients in aud",
            json!({ "aud": ["tollgate", "other"] }),
        ),
        ("C13 wrong azp", json!({ "azp": "other" })),
        ("wrong nonce", json!({ "nonce": "other" })),
        ("D4 no nonce", json!({ "nonce": null })),
        ("C12 expired", json!({ "exp": NOW - 11 })),
        ("C12 no exp", json!({ "exp": null })),
        ("C12 exp as text", json!({ "exp": "soon" })),
        ("C12 negative exp", json!({ "exp": -1 })),
        ("C12 exp as float", json!({ "exp": 1_800_000_000.5 })),
        ("C12 exp as 1e308", json!({ "exp": 1e308 })),
        ("C12 exp as a list", json!({ "exp": [NOW + 60] })),
        ("C12 iat as float", json!({ "iat": 1_700_000_000.5 })),
        ("C12 no iat", json!({ "iat": null })),
        ("C12 nbf in the future", json!({ "nbf": NOW + 11 })),
        ("C12 nbf as text", json!({ "nbf": "0" })),
        ("C12 exp past every clock", json!({ "exp": i64::MAX })),
        (
            "C8 over 16 KiB",
            json!({ "padding": "x".repeat(16 * 1024) }),
        ),
        ("C12 iat in the future", json!({ "iat": NOW + 60 })),
        ("C12 iat eleven seconds ahead", json!({ "iat": NOW + 11 })),
        ("C12 iat past every clock", json!({ "iat": i64::MAX })),
        ("C12 exp of zero", json!({ "exp": 0 })),
        ("no sub", json!({ "sub": null })),
        ("empty sub", json!({ "sub": "" })),
        (
            "D10 email_verified as text",
            json!({ "email_verified": "true" }),
        ),
    ];
    for (row, claims) in claims {
        refused("google", row, |says| says.claims = claims).await;
    }
}

// row: providers-6, C1, C2, C6
#[tokio::test]
async fn id_tokens_that_the_provider_did_not_sign_are_refused() {
    let es = json!({ "alg": "ES256", "kid": "one" });
    let rows = [
        ("bad signature", es.clone(), SignatureKind::Badly),
        ("C1 none", json!({ "alg": "none" }), SignatureKind::Not),
        (
            "C1 nOnE",
            json!({ "alg": "nOnE", "kid": "one" }),
            SignatureKind::Not,
        ),
        ("C1 empty signature", es, SignatureKind::Not),
        (
            "C2 HS256 by the public key",
            json!({ "alg": "HS256", "kid": "one" }),
            SignatureKind::WithThePublicKey,
        ),
        (
            "foreign kid",
            json!({ "alg": "ES256", "kid": "three" }),
            SignatureKind::Well,
        ),
        (
            "C4 kid as array",
            json!({ "alg": "ES256", "kid": ["one"] }),
            SignatureKind::Well,
        ),
        (
            "C6 unknown crit",
            json!({ "alg": "ES256", "kid": "one", "crit": ["x"], "x": 1 }),
            SignatureKind::Well,
        ),
    ];
    for (row, header, signs) in rows {
        refused("google", row, |says| {
            says.header = header;
            says.signs = signs;
        })
        .await;
    }
}

// row: providers-7, seed-8, C12
#[tokio::test]
async fn valid_tokens_and_a_clock_ten_seconds_off_are_accepted() {
    let rows = [
        json!({ "exp": NOW - 9 }),
        json!({ "iat": NOW + 9 }),
        json!({ "nbf": NOW + 10 }),
        json!({ "padding": "x".repeat(10 * 1024) }),
        json!({ "aud": ["tollgate"], "azp": "tollgate" }),
    ];
    for claims in rows {
        let double = FakeProvider::start().await;
        let world = world(TestBackend::Sqlite, &double).await;
        double.lie(|says| says.claims = claims.clone());
        let browser = world.browser();
        round(&browser, &double, "google").await;
        assert!(browser.is_signed_in().await, "{claims}");
    }
}

// row: C14
#[tokio::test]
async fn only_compact_tokens_are_accepted() {
    let header = r#"{"alg":"ES256","kid":"one"}"#;
    let rows = [
        ("JSON, flattened", format!(r#"{{"payload":"e30","protected":"e30","header":{header},"signature":""}}"#)),
        ("JSON, general", format!(r#"{{"payload":"e30","signatures":[{{"header":{header},"signature":""}}]}}"#)),
        ("two parts", "e30.e30".to_owned()),
        ("four parts", "e30.e30.e30.e30".to_owned()),
        ("C10 an encrypted token", "eyJhbGciOiJQQkVTMi1IUzI1NitBMTI4S1ciLCJwMmMiOjIwMDAwMDAwMDAsImVuYyI6IkExMjhHQ00ifQ.e30.e30.e30.e30".to_owned()),
        ("no text of base64", "e30=.e30=.e30=".to_owned()),
        ("C8 a header of 500 KB", format!("{}.e30.e30", "A".repeat(500_000))),
    ];
    for (row, token) in rows {
        refused("google", row, |says| {
            says.token = json!({ "id_token": token });
        })
        .await;
    }
}
