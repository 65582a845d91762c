//! A provider that lies gets the right code, and never a session.

use serde_json::{Value, json};

use super::double::{Double, Says, Signs};
use super::{code, press, round, world};
use crate::visiting::Place;

const NOW: i64 = 1_700_000_000;

async fn refused(provider: &str, row: &str, lie: impl FnOnce(&mut Says)) {
    let double = Double::start().await;
    let world = world(Place::Sqlite, &double).await;
    double.lie(lie);
    let browser = world.browser();
    let answer = round(&browser, &double, provider).await;
    assert_eq!(code(&answer), "OAuthCallback", "{row}");
    assert!(!browser.is_signed_in().await, "{row}");
    let left = browser.cookie_line();
    assert!(!left.contains("tollgate.attempt."), "{row}: {left}");
}

#[tokio::test]
async fn id_tokens_that_are_not_ours_are_refused() {
    let claims: [(&str, Value); 14] = [
        ("wrong iss", json!({ "iss": "https://evil.example" })),
        ("C13 wrong aud", json!({ "aud": "other" })),
        (
            "C13 strangers in aud",
            json!({ "aud": ["tollgate", "other"] }),
        ),
        ("C13 wrong azp", json!({ "azp": "other" })),
        ("wrong nonce", json!({ "nonce": "other" })),
        ("D4 no nonce", json!({ "nonce": null })),
        ("C12 expired", json!({ "exp": NOW - 11 })),
        ("C12 no exp", json!({ "exp": null })),
        ("C12 exp as text", json!({ "exp": "soon" })),
        ("C12 negative exp", json!({ "exp": -1 })),
        ("C12 iat in the future", json!({ "iat": NOW + 60 })),
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

#[tokio::test]
async fn id_tokens_that_the_provider_did_not_sign_are_refused() {
    let es = json!({ "alg": "ES256", "kid": "one" });
    let rows = [
        ("bad signature", es.clone(), Signs::Badly),
        ("C1 none", json!({ "alg": "none" }), Signs::Not),
        (
            "C1 nOnE",
            json!({ "alg": "nOnE", "kid": "one" }),
            Signs::Not,
        ),
        ("C1 empty signature", es, Signs::Not),
        (
            "C2 HS256 by the public key",
            json!({ "alg": "HS256", "kid": "one" }),
            Signs::WithThePublicKey,
        ),
        (
            "foreign kid",
            json!({ "alg": "ES256", "kid": "three" }),
            Signs::Well,
        ),
        (
            "C4 kid as array",
            json!({ "alg": "ES256", "kid": ["one"] }),
            Signs::Well,
        ),
        (
            "C6 unknown crit",
            json!({ "alg": "ES256", "kid": "one", "crit": ["x"], "x": 1 }),
            Signs::Well,
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

#[tokio::test]
async fn a_clock_ten_seconds_off_is_forgiven() {
    for claims in [json!({ "exp": NOW - 9 }), json!({ "iat": NOW + 9 })] {
        let double = Double::start().await;
        let world = world(Place::Sqlite, &double).await;
        double.lie(|says| says.claims = claims.clone());
        let browser = world.browser();
        round(&browser, &double, "google").await;
        assert!(browser.is_signed_in().await, "{claims}");
    }
}

#[tokio::test]
async fn d16_token_answers_that_are_none() {
    let rows = [
        ("500", 500, "{}".to_owned()),
        ("429", 429, "{}".to_owned()),
        ("redirect", 302, "{}".to_owned()),
        ("HTML", 200, "<html></html>".to_owned()),
        (
            "a refusal with 200",
            200,
            r#"{"error":"bad_verification_code"}"#.to_owned(),
        ),
        ("no token", 200, r#"{"token_type":"bearer"}"#.to_owned()),
        (
            "empty token",
            200,
            r#"{"access_token":"","token_type":"bearer"}"#.to_owned(),
        ),
        (
            "a name twice",
            200,
            r#"{"access_token":"a","access_token":"b","token_type":"bearer"}"#.to_owned(),
        ),
        (
            "a huge number",
            200,
            r#"{"access_token":"a","token_type":"bearer","expires_in":1e999}"#.to_owned(),
        ),
        ("10 MB", 200, " ".repeat(10 * 1024 * 1024)),
    ];
    for provider in ["github", "google"] {
        for (row, status, body) in rows.clone() {
            refused(provider, row, |says| says.token = Some((status, body))).await;
        }
    }
}

#[tokio::test]
async fn d6_a_provider_that_names_another_issuer_cannot_start_and_a_dead_one_is_left_alone() {
    let double = Double::start().await;
    double.lie(|says| says.issuer = Some("https://evil.example".to_owned()));
    let with = world(Place::Sqlite, &double).await;
    let browser = with.browser();
    assert_eq!(code(&press(&browser, "google").await), "OAuthSignin");
    double.lie(|says| says.issuer = None);
    assert_eq!(code(&press(&browser, "google").await), "", "honest again");

    for _ in 0..5 {
        double.lie(|says| says.token = Some((500, "{}".to_owned())));
        round(&browser, &double, "github").await;
    }
    double.lie(|says| says.token = None);
    let before = double.says.lock().unwrap().asked;
    assert_eq!(
        code(&round(&browser, &double, "github").await),
        "OAuthCallback"
    );
    assert_eq!(double.says.lock().unwrap().asked, before, "left alone");
    round(&browser, &double, "google").await;
    assert!(browser.is_signed_in().await, "the other one works");
    with.wait(std::time::Duration::from_secs(31));
    let other = with.browser();
    double.lie(|says| says.emails = json!([]));
    round(&other, &double, "github").await;
    assert!(other.is_signed_in().await, "tried again");
}
