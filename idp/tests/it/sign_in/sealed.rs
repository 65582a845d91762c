//! Tests sessions in cookies: the content of the cookie, and its validity.

use std::time::Duration;

use serde_json::{Value, json};

use crate::visiting::{Browser, TestBackend, TestInstallation};

const COOKIE: &str = "tollgate.session-token";
const PURPOSE: &str = "session-cookie";
const ANN: &str = "ann@example.com";
const DAY: Duration = Duration::from_hours(24);
/// Time within which every replica knows that a session has ended.
const A_SECOND: Duration = Duration::from_secs(1);

pub(super) async fn world() -> TestInstallation {
    TestInstallation::at(TestBackend::Cookie, &[]).await
}

/// Returns the claims of a browser's cookie.
fn claims(world: &TestInstallation, browser: &Browser) -> Value {
    let value = browser.cookie(COOKIE).expect("a session");
    let opened = world.app.sealer.open(PURPOSE, &value).expect("of ours");
    serde_json::from_str(&opened).expect("JSON")
}

/// Returns whether a cookie with this value is a session.
pub(super) async fn counts(world: &TestInstallation, value: &str) -> bool {
    let browser = world.browser();
    browser.set_cookie(COOKIE, Some(value));
    let is_in = browser.is_signed_in().await;
    assert_eq!(browser.cookie(COOKIE).is_some(), is_in, "it is taken back");
    is_in
}

pub(super) async fn sign_out(browser: &Browser) {
    let token = browser.csrf().await;
    let response = browser
        .post("/api/auth/signout", &[("csrfToken", &token)])
        .await;
    assert_eq!(response.status, 302);
}

// row: seed-9
#[tokio::test]
async fn claims_are_the_seeds_and_an_epoch() {
    let world = world().await;
    let browser = world.signed_in(ANN).await;
    let value = browser.cookie(COOKIE).unwrap();
    let parts: Vec<_> = value.split('.').collect();
    assert_eq!(parts.len(), 5);
    assert_eq!(parts[0], "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0");
    assert_eq!((parts[1], parts[2].len(), parts[4].len()), ("", 16, 22));
    let token_claims = claims(&world, &browser);
    let user = world.text("SELECT id FROM users").await;
    let jti = token_claims["jti"].as_str().unwrap();
    let expected = json!({
        "email": ANN, "sub": user, "iat": 1_700_000_000, "exp": 1_702_592_000, "jti": jti, "epoch": 0,
    });
    assert_eq!(token_claims, expected);
    let stored = world.text("SELECT id FROM sessions").await;
    assert_eq!(stored, foundation::secret::digest("session", jti));
    let stolen = world.dump();
    assert!(
        !String::from_utf8_lossy(&stolen).contains(jti),
        "only a digest is kept"
    );
}

// row: stricter-13, stricter-14, G2
/// G2: earlier cookies of a session end with the latest one.
#[tokio::test]
async fn every_cookie_of_an_ended_session_is_invalid() {
    let world = world().await;
    let replica = world.replica().await;
    let browser = world.signed_in(ANN).await;
    let first = browser.cookie(COOKIE).unwrap();
    world.wait(DAY);
    assert!(browser.is_signed_in().await);
    let second = browser.cookie(COOKIE).unwrap();
    assert_ne!(first, second, "sealed anew");
    let copy = replica.browser_like(&browser);
    assert!(copy.is_signed_in().await);
    assert!(counts(&world, &first).await && counts(&world, &second).await);
    sign_out(&browser).await;
    assert!(!counts(&world, &first).await && !counts(&world, &second).await);
    world.wait(A_SECOND);
    assert!(!copy.is_signed_in().await, "a replica takes it for longer");
}

// row: decision-10
/// A session that began at another replica is valid at once, even with its user in the cache.
#[tokio::test]
async fn session_counts_on_every_replica_at_once() {
    let world = world().await;
    let replica = world.replica().await;
    let browser = world.signed_in(ANN).await;
    assert!(replica.browser_like(&browser).is_signed_in().await);
    let another = world.signed_in(ANN).await;
    assert!(replica.browser_like(&another).is_signed_in().await);
    // A new session is also valid after all sessions ended and a new epoch began.
    idp::testing::sign_out_everywhere(
        &world.app,
        claims(&world, &browser)["sub"].as_str().unwrap(),
    )
    .await
    .unwrap();
    assert!(!browser.is_signed_in().await);
    let back = world.signed_in(ANN).await;
    assert_eq!(claims(&world, &back)["epoch"], 1);
    assert!(replica.browser_like(&back).is_signed_in().await);
}

// row: decision-10
/// A new epoch ends a session even if its row still exists.
#[tokio::test]
async fn cookie_of_an_older_epoch_is_invalid_within_a_second() {
    let world = world().await;
    let browser = world.signed_in(ANN).await;
    assert!(browser.is_signed_in().await);
    world
        .change("UPDATE users SET session_epoch = session_epoch + 1")
        .await;
    world.wait(A_SECOND);
    assert_eq!(
        world
            .text("SELECT CAST(COUNT(*) AS TEXT) FROM sessions")
            .await,
        "1"
    );
    assert!(!browser.is_signed_in().await);
    let again = world.signed_in(ANN).await;
    assert!(again.is_signed_in().await);
}

// row: seed-9
/// A session that expired ten seconds ago is accepted, one that expired twenty seconds ago is not.
#[tokio::test]
async fn clock_skew_of_fifteen_seconds_is_accepted() {
    let world = world().await;
    let late = world.signed_in(ANN).await;
    let too_late = world.browser();
    too_late.take_cookies_of(&late);
    world.wait(30 * DAY);
    world.wait(Duration::from_secs(10));
    let response = late.get("/api/auth/session").await;
    assert_eq!(
        response.json()["expires"],
        "2024-01-13T22:13:30.000Z",
        "it is extended"
    );
    world.wait(Duration::from_secs(10));
    assert_eq!(too_late.session().await, json!({}));
    assert!(late.is_signed_in().await);
}

// row: C12
/// C12: times of a wrong type or out of range are refused, even under the right key.
#[tokio::test]
async fn odd_times_are_no_session() {
    let world = world().await;
    let browser = world.signed_in(ANN).await;
    let honest = claims(&world, &browser);
    let sealed = |claims: &Value| world.app.sealer.seal(PURPOSE, &claims.to_string()).unwrap();
    let with = |name: &str, value: Value| {
        let mut claims = honest.clone();
        claims[name] = value;
        sealed(&claims)
    };
    let now = world.clock.now().seconds();
    assert!(counts(&world, &sealed(&honest)).await, "the control");
    assert!(counts(&world, &with("iat", json!(now + 15))).await);
    for (name, value) in [
        ("exp", json!("1702592000")),
        ("exp", json!(1_702_592_000.5)),
        ("exp", json!(1e308)),
        ("exp", json!(-1)),
        ("exp", json!(0)),
        ("exp", json!(now - 15)),
        ("exp", Value::Null),
        ("iat", json!(now + 16)),
        ("iat", json!("1700000000")),
        ("iat", Value::Null),
        ("sub", json!("usr_0")),
        ("sub", json!([honest["sub"]])),
        ("jti", json!("x")),
        ("epoch", json!(1)),
        ("epoch", json!(-1)),
        ("epoch", json!("0")),
    ] {
        assert!(
            !counts(&world, &with(name, value.clone())).await,
            "{name} {value}"
        );
    }
    for absent in ["exp", "iat", "sub", "jti", "epoch"] {
        let mut claims = honest.clone();
        claims.as_object_mut().unwrap().remove(absent);
        assert!(!counts(&world, &sealed(&claims)).await, "without {absent}");
    }
    assert!(browser.is_signed_in().await);
}

// row: C1, C6, C9, C10, C14
/// C1, C6, C9, C10, C14 over HTTP; `foundation` tests them under the right key.
#[tokio::test]
async fn only_own_jwe_values_are_sessions() {
    use base64::Engine;
    let world = world().await;
    let browser = world.signed_in(ANN).await;
    let honest = browser.cookie(COOKIE).unwrap();
    let parts: Vec<_> = honest.split('.').collect();
    let headed = |header: &str, key: &str| {
        let header = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(header);
        [&header, key, parts[2], parts[3], parts[4]].join(".")
    };
    let general =
        json!({ "protected": parts[0], "iv": parts[2], "ciphertext": parts[3], "tag": parts[4] });
    for other in [
        headed(r#"{"alg":"none","enc":"A256GCM"}"#, ""),
        headed(r#"{"alg":"nOnE"}"#, ""),
        headed(r#"{"alg":"RSA1_5","enc":"A256GCM"}"#, "AAAA"),
        headed(
            r#"{"alg":"PBES2-HS256+A128KW","enc":"A256GCM","p2c":2147483647,"p2s":"AAAA"}"#,
            "AAAA",
        ),
        headed(r#"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#, ""),
        headed(r#"{"alg":"dir","enc":"A256GCM","crit":["x"],"x":1}"#, ""),
        format!("{}..{}", parts[0], parts[3]),
        format!("{}.{}.", parts[0], parts[3]),
        format!("{honest}."),
        honest.replacen("..", ".AAAA.", 1),
        general.to_string(),
        format!("[{general}]"),
    ] {
        let value: String = url::form_urlencoded::byte_serialize(other.as_bytes()).collect();
        assert!(!counts(&world, &value).await, "{other}");
    }
    assert!(counts(&world, &honest).await, "the control");
}

// row: C16
/// GHSA-v64w-49xw-qq89: no other sealed cookie is a session, and a session is no other cookie.
#[tokio::test]
async fn cookie_of_an_attempt_is_no_session_and_a_session_no_attempt() {
    let github = [
        ("IDP_GITHUB_CLIENT_ID", "tollgate"),
        ("IDP_GITHUB_CLIENT_SECRET", "secret"),
    ];
    let world = TestInstallation::at(TestBackend::Cookie, &github).await;
    let browser = world.signed_in(ANN).await;
    let session = browser.cookie(COOKIE).unwrap();
    let starting = world.browser();
    let token = starting.csrf().await;
    let away = starting
        .post("/api/auth/signin/github", &[("csrfToken", &token)])
        .await;
    assert!(
        away.location().starts_with("https://github.com/"),
        "{away:?}"
    );
    starting.ask(ANN).await;
    let line = starting.cookie_line();
    let sealed: Vec<_> = line
        .split("; ")
        .filter_map(|pair| pair.strip_prefix("tollgate.attempt")?.split_once('='))
        .collect();
    assert_eq!(sealed.len(), 2, "one of a provider, one of a mail: {line}");
    for (name, value) in &sealed {
        assert!(!counts(&world, value).await, "{name}");
    }
    let text = claims(&world, &browser).to_string();
    for other in [
        "provider-attempt",
        "attempt-cookie",
        "callback-url",
        "session",
        "passkey",
    ] {
        let value = world.app.sealer.seal(other, &text).unwrap();
        assert!(!counts(&world, &value).await, "{other}");
    }
    assert!(
        counts(&world, &world.app.sealer.seal(PURPOSE, &text).unwrap()).await,
        "the control"
    );
    // A session cookie is no attempt either.
    let state = away.location().split("state=").nth(1).unwrap();
    let state = state.split('&').next().unwrap();
    let (name, _) = sealed.iter().find(|(name, _)| !name.is_empty()).unwrap();
    let attacker = world.browser();
    attacker.set_cookie(&format!("tollgate.attempt{name}"), Some(&session));
    let response = attacker
        .get(&format!("/api/auth/callback/github?code=x&state={state}"))
        .await;
    assert!(
        response.location().ends_with("error=OAuthCallback"),
        "{response:?}"
    );
}
