//! Tests a provider's published keys (D17): renewed, withdrawn, too many, with unusual ids.

use std::time::Duration;

use serde_json::{Value, json};

use super::fake_provider::{FakeProvider, RawResponse};
use super::signer::SigningKeyPair;
use super::{code, round, world};
use crate::visiting::{TestBackend, TestInstallation, retry_while_busy, spawn};

const HOUR: Duration = Duration::from_hours(1);

/// Returns whether a sign-in in a new browser succeeds; a failure must have its code.
async fn signs_in(world: &TestInstallation, double: &FakeProvider) -> bool {
    let browser = world.browser();
    let response = round(&browser, double, "google").await;
    let is_in = browser.is_signed_in().await;
    assert_eq!(code(&response), if is_in { "" } else { "OAuthCallback" });
    is_in
}

// row: C2
#[tokio::test]
async fn rsa_signature_of_a_provider_is_accepted_and_a_forged_one_refused() {
    let double = FakeProvider::with_rsa().await;
    let world = world(TestBackend::Sqlite, &double).await;
    assert!(signs_in(&world, &double).await);
    for alg in ["RS384", "RS512", "PS256", "HS256", "ES256", "none"] {
        double.lie(|says| says.header = json!({ "alg": alg, "kid": "one" }));
        assert!(
            !signs_in(&world, &double).await,
            "{alg} over an RS256 signature"
        );
    }
    double.lie(|says| {
        says.header = json!({ "alg": "HS256", "kid": "one" });
        says.signs = super::signer::SignatureKind::WithThePublicKey;
    });
    assert!(!signs_in(&world, &double).await, "C2");
    double.lie(|says| {
        says.header = json!({ "alg": "RS256", "kid": "one" });
        says.signs = super::signer::SignatureKind::Badly;
    });
    assert!(!signs_in(&world, &double).await, "a forged signature");
    double.lie(|says| says.signs = super::signer::SignatureKind::Well);
    assert!(signs_in(&world, &double).await);
}

#[tokio::test]
async fn token_without_kid_is_accepted_only_with_one_key() {
    let double = FakeProvider::start().await;
    double.lie(|says| {
        says.header = json!({ "alg": "ES256" });
        says.keys = json!([says.signer.published(None)]);
    });
    let one = world(TestBackend::Sqlite, &double).await;
    assert!(signs_in(&one, &double).await, "one key");
    double.lie(|says| {
        let other = SigningKeyPair::curve().published(Some("other"));
        says.keys = json!([says.signer.published(Some("one")), other]);
    });
    let several = world(TestBackend::Sqlite, &double).await;
    assert!(!signs_in(&several, &double).await, "several keys");
    double.lie(|says| says.header = json!({ "alg": "ES256", "kid": "one" }));
    assert!(signs_in(&several, &double).await, "named");
}

#[tokio::test]
async fn new_key_is_fetched_when_a_token_names_it() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    assert!(signs_in(&world, &double).await);
    double.wait(&world, Duration::from_secs(61));
    double.lie(|says| {
        says.signer = SigningKeyPair::curve();
        says.header = json!({ "alg": "ES256", "kid": "new" });
        says.keys = json!([says.signer.published(Some("new"))]);
    });
    assert!(signs_in(&world, &double).await);
    assert_eq!(double.request_count("/jwks"), 2);
}

// row: C5
#[tokio::test]
async fn flood_of_unknown_kids_fetches_keys_once_a_minute() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    assert!(signs_in(&world, &double).await);
    for minute in 1..=2 {
        double.wait(&world, Duration::from_mins(1));
        for flood in 0..10 {
            let kid = format!("unknown-{minute}-{flood}");
            double.lie(|says| says.header = json!({ "alg": "ES256", "kid": kid }));
            assert!(!signs_in(&world, &double).await, "{kid}");
        }
        assert_eq!(double.request_count("/jwks"), 1 + minute);
    }
    double.lie(|says| says.header = json!({ "alg": "ES256", "kid": "one" }));
    assert!(
        signs_in(&world, &double).await,
        "the keys that were there still serve"
    );
}

// row: C4
#[tokio::test]
async fn unknown_kids_are_refused() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let kids = [
        json!("../../etc/passwd"),
        json!("one' OR '1'='1"),
        json!("o\u{0}ne"),
        json!("k".repeat(10 * 1024)),
        json!(["one"]),
        json!({ "one": 1 }),
        json!(1),
        json!(""),
    ];
    for kid in kids {
        double.lie(|says| says.header = json!({ "alg": "ES256", "kid": kid.clone() }));
        assert!(!signs_in(&world, &double).await, "{kid}");
    }
    double.lie(|says| says.header = json!({ "alg": "ES256", "kid": "one" }));
    assert!(signs_in(&world, &double).await);
}

// row: D17
#[tokio::test]
async fn same_kid_with_another_key_counts_after_the_hour_for_which_keys_serve() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    assert!(signs_in(&world, &double).await);
    double.wait(&world, Duration::from_secs(3599));
    double.lie(|says| {
        says.signer = SigningKeyPair::curve();
        says.keys = json!([says.signer.published(Some("one"))]);
    });
    assert!(
        !signs_in(&world, &double).await,
        "the last good set is kept"
    );
    double.wait(&world, Duration::from_secs(1));
    assert!(signs_in(&world, &double).await);
}

// row: D17
#[tokio::test]
async fn last_good_keys_serve_for_a_day_when_none_are_published() {
    let many: Vec<Value> = (0..10_000)
        .map(|one| json!({ "kty": "x", "kid": one.to_string() }))
        .collect();
    let full: Vec<Value> = (0..10_000)
        .map(|_| json!({ "kty": "EC", "crv": "P-256", "x": "x".repeat(43) }))
        .collect();
    for (row, keys) in [
        ("none", json!([])),
        ("10,000 that nobody can read", json!(many)),
        ("10,000 in 1 MB", json!(full)),
    ] {
        let double = FakeProvider::start().await;
        let world = world(TestBackend::Sqlite, &double).await;
        assert!(signs_in(&world, &double).await, "{row}");
        double.lie(|says| says.keys = keys);
        double.wait(&world, HOUR * 23);
        assert!(signs_in(&world, &double).await, "{row}: the last good set");
        assert_eq!(double.request_count("/jwks"), 2, "{row}");
        double.wait(&world, HOUR);
        let browser = world.browser();
        let away = super::press(&browser, "google").await;
        assert_eq!(code(&away), "OAuthSignin", "{row}: a day later");
        double.lie(|says| says.keys = json!([says.signer.published(Some("one"))]));
        assert!(signs_in(&world, &double).await, "{row}: honest again");
    }
}

// row: D17
#[tokio::test]
async fn at_most_a_hundred_keys_are_cached() {
    let double = FakeProvider::start().await;
    let unknown_keys = |count: usize| -> Vec<Value> {
        (0..count)
            .map(|one| json!({ "kty": "x", "kid": one.to_string() }))
            .collect()
    };
    let honest = |says: &super::fake_provider::ProviderBehavior| says.signer.published(Some("one"));
    for (before, is_kept) in [(99, true), (100, false)] {
        double.lie(|says| {
            let mut keys = unknown_keys(before);
            keys.push(honest(says));
            // Puts a readable key first, because a set without any is invalid.
            keys[0] = SigningKeyPair::curve().published(Some("other"));
            says.keys = json!(keys);
        });
        let world = world(TestBackend::Sqlite, &double).await;
        assert_eq!(
            signs_in(&world, &double).await,
            is_kept,
            "{before} before it"
        );
    }
}

#[tokio::test]
async fn withdrawn_provider_keys_are_refused_within_an_hour() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    assert!(signs_in(&world, &double).await);
    double.lie(|says| says.keys = json!([SigningKeyPair::curve().published(Some("other"))]));
    double.wait(&world, HOUR);
    assert!(!signs_in(&world, &double).await);
    double.instead("/jwks", RawResponse::Plain(500, Vec::new()));
    assert!(
        !signs_in(&world, &double).await,
        "nor does an outage bring them back"
    );
}

// row: C5
/// Of twenty concurrent sign-ins with unknown keys, one fetches the keys for all (C5).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_sign_ins_fetch_keys_once() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    assert!(signs_in(&world, &double).await);
    double.wait(&world, Duration::from_mins(1));
    double.lie(|says| says.header = json!({ "alg": "ES256", "kid": "unknown" }));
    let mut crowd = Vec::new();
    for _ in 0..20 {
        let browser = world.browser();
        let away = super::press(&browser, "google").await;
        let at = double.agree(away.location());
        crowd.push(spawn(async move {
            let response = retry_while_busy(|| browser.get(&at)).await;
            code(&response).to_owned()
        }));
    }
    for one in crowd {
        assert_eq!(one.await.unwrap(), "OAuthCallback");
    }
    assert_eq!(double.request_count("/jwks"), 2);
    double.lie(|says| says.header = json!({ "alg": "ES256", "kid": "one" }));
    assert!(signs_in(&world, &double).await, "the control");
}
