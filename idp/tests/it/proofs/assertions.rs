//! Tests RFC 7523, as RFC 10070 restricts it: client authentication by a signature (attack B13).

use foundation::on_both_engines;
use foundation::testing::{TestKey, encoded};
use futures_util::future::join_all;
use ring::hmac;
use serde_json::{Value, json};

use super::key::{CLIENT_KEY, changed};
use crate::harness::{SECRET, TestIdp};
use crate::responses::HttpResponse;
use crate::visiting::retry_while_busy;

pub(crate) const TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

fn header() -> Value {
    json!({ "alg": "ES256", "kid": "own" })
}

fn claims(world: &TestIdp, jti: &str) -> Value {
    let now = world.clock.now().seconds();
    json!({ "iss": "signer", "sub": "signer", "aud": world.base, "jti": jti, "iat": now, "exp": now + 60 })
}

async fn ask(world: &TestIdp, assertion: &str, more: &[(&str, &str)]) -> HttpResponse {
    let mut form = vec![
        ("grant_type", "client_credentials"),
        ("client_assertion_type", TYPE),
        ("client_assertion", assertion),
    ];
    form.retain(|(name, _)| !more.iter().any(|(other, _)| name == other));
    form.extend(more.iter().filter(|(_, value)| !value.is_empty()));
    world.token(&form, None).await
}

/// The name of a row, changes to a valid header and to valid claims, and the expected status.
type Row = (&'static str, Value, Value, u16);

async fn assert_refusals(world: &TestIdp, rows: Vec<Row>) {
    for (name, header_changes, claims_changes, expected) in rows {
        let header = changed(header(), &header_changes);
        let claims = changed(claims(world, name), &claims_changes);
        let response = ask(world, &CLIENT_KEY.sign(&header, &claims), &[]).await;
        let refusal = if expected == 200 {
            ""
        } else {
            "invalid_client"
        };
        assert_eq!(
            response.refusal(),
            (expected, refusal),
            "{name}: {response:?}"
        );
    }
}

// row: B13
#[tokio::test]
async fn assertion_is_for_us_alone_of_its_client() {
    let world = TestIdp::new().await;
    let (us, now) = (world.base.clone(), world.clock.now().seconds());
    let none = || json!({});
    let rows = vec![
        ("honest", none(), none(), 200),
        ("typ JWT", json!({"typ": "JWT"}), none(), 200),
        (
            "its own typ",
            json!({"typ": "client-authentication+jwt"}),
            none(),
            200,
        ),
        ("five minutes", none(), json!({"exp": now + 300}), 200),
        (
            "aud of the token endpoint",
            none(),
            json!({"aud": world.at("/oauth/token")}),
            401,
        ),
        (
            "aud with a slash",
            none(),
            json!({"aud": format!("{us}/")}),
            401,
        ),
        ("aud a list of us", none(), json!({"aud": [us]}), 401),
        (
            "aud a list of us and another",
            none(),
            json!({"aud": [us, "https://evil.example"]}),
            401,
        ),
        (
            "aud of another",
            none(),
            json!({"aud": "https://evil.example"}),
            401,
        ),
        ("no aud", none(), json!({"aud": null}), 401),
        ("iss of another", none(), json!({"iss": "meter"}), 401),
        ("no iss", none(), json!({"iss": null}), 401),
        ("sub of another", none(), json!({"sub": "meter"}), 401),
        ("sub of nobody", none(), json!({"sub": "nobody"}), 401),
        ("no sub", none(), json!({"sub": null}), 401),
    ];
    assert_refusals(&world, rows).await;
}

// row: B13
#[tokio::test]
async fn assertion_must_be_short_and_typed() {
    let world = TestIdp::new().await;
    let now = world.clock.now().seconds();
    let none = || json!({});
    let rows = vec![
        ("honest", none(), none(), 200),
        ("no jti", none(), json!({"jti": null}), 401),
        ("an empty jti", none(), json!({"jti": ""}), 401),
        ("over", none(), json!({"exp": now - 10}), 401),
        ("too long", none(), json!({"exp": now + 311}), 401),
        ("no exp", none(), json!({"exp": null}), 401),
        (
            "exp a text",
            none(),
            json!({"exp": (now + 60).to_string()}),
            401,
        ),
        (
            "eight seconds ahead",
            none(),
            json!({"iat": now + 8, "nbf": now + 8}),
            200,
        ),
        ("of the future", none(), json!({"iat": now + 11}), 401),
        ("not yet", none(), json!({"nbf": now + 11}), 401),
        (
            "an access token's typ",
            json!({"typ": "at+jwt"}),
            none(),
            401,
        ),
        ("a proof's typ", json!({"typ": "dpop+jwt"}), none(), 401),
        ("crit", json!({"crit": ["exp"]}), none(), 401),
        ("no kid", json!({"kid": null}), none(), 200),
        ("kid of nobody", json!({"kid": "other"}), none(), 401),
        ("alg none", json!({"alg": "none"}), none(), 401),
        ("alg HS256", json!({"alg": "HS256"}), none(), 401),
        ("alg RS256", json!({"alg": "RS256"}), none(), 401),
        (
            "no kid, alg none",
            json!({"kid": null, "alg": "none"}),
            none(),
            401,
        ),
        (
            "no kid, alg HS256",
            json!({"kid": null, "alg": "HS256"}),
            none(),
            401,
        ),
        (
            "no kid, alg RS256",
            json!({"kid": null, "alg": "RS256"}),
            none(),
            401,
        ),
    ];
    assert_refusals(&world, rows).await;
}

// row: B13
#[tokio::test]
async fn forged_signature_is_refused() {
    let world = TestIdp::new().await;
    let claims = claims(&world, "forged");
    let honest = CLIENT_KEY.sign(&header(), &claims);
    let symmetric = json!({ "alg": "HS256", "kid": "own" });
    let signed = [&symmetric, &claims]
        .map(|part| encoded(part.to_string()))
        .join(".");
    let public = hmac::Key::new(hmac::HMAC_SHA256, CLIENT_KEY.public_bytes());
    let tag = encoded(hmac::sign(&public, signed.as_bytes()));
    let parts: Vec<&str> = honest.split('.').collect();
    let own = TestKey::generate();
    let nameless = json!({ "alg": "ES256" });
    let with_its_key = json!({ "alg": "ES256", "jwk": own.jwk() });
    for (name, forged) in [
        ("another key", own.sign(&header(), &claims)),
        ("another key without kid", own.sign(&nameless, &claims)),
        (
            "a key that it brings along",
            own.sign(&with_its_key, &claims),
        ),
        ("a public key as a secret", format!("{signed}.{tag}")),
        ("no signature", format!("{}.{}.", parts[0], parts[1])),
        ("two parts", format!("{}.{}", parts[0], parts[1])),
        ("four parts", format!("{honest}.{}", parts[2])),
        ("nothing", "..".to_owned()),
        ("17 KB", format!("{honest}{}", "A".repeat(17_000))),
    ] {
        let response = ask(&world, &forged, &[]).await;
        assert_eq!(response.refusal(), (401, "invalid_client"), "{name}");
    }
    assert_eq!(ask(&world, &honest, &[]).await.status, 200);
}

#[tokio::test]
async fn assertion_is_the_one_method_of_a_client_that_is_registered_for_it() {
    let world = TestIdp::new().await;
    let fresh = |jti: &str| CLIENT_KEY.sign(&header(), &claims(&world, jti));
    let refused = (401, "invalid_client");
    let twice = (400, "invalid_request");
    let id = ("client_id", "signer");
    let secret = ("client_secret", SECRET);
    let rows = [
        ("with its id", fresh("1"), vec![id], (200, "")),
        (
            "with another's id",
            fresh("2"),
            vec![("client_id", "meter")],
            twice,
        ),
        ("beside a secret", fresh("3"), vec![id, secret], twice),
        (
            "of another type",
            fresh("4"),
            vec![("client_assertion_type", "urn:x")],
            refused,
        ),
        (
            "without its type",
            fresh("5"),
            vec![("client_assertion_type", "")],
            refused,
        ),
        (
            "type alone",
            fresh("6"),
            vec![id, ("client_assertion", "")],
            refused,
        ),
    ];
    assert_methods(&world, &rows).await;
    // With HTTP Basic it is a second method.
    let assertion = fresh("12");
    let form = [
        ("grant_type", "client_credentials"),
        ("client_assertion_type", TYPE),
        ("client_assertion", &assertion),
    ];
    let response = world.token(&form, Some(("meter", SECRET))).await;
    assert_eq!(response.refusal(), twice);
}

#[tokio::test]
async fn client_has_the_one_method_that_it_is_registered_for() {
    let world = TestIdp::new().await;
    let fresh = |jti: &str| CLIENT_KEY.sign(&header(), &claims(&world, jti));
    let of = |client: &str, jti: &str| {
        let names = json!({ "iss": client, "sub": client });
        CLIENT_KEY.sign(&header(), &changed(claims(&world, jti), &names))
    };
    let refused = (401, "invalid_client");
    let id = ("client_id", "signer");
    let secret = ("client_secret", SECRET);
    let rows = [
        ("with its id", fresh("1"), vec![id], (200, "")),
        (
            "of a client with a secret",
            of("meter", "7"),
            vec![],
            refused,
        ),
        ("of a public client", of("web", "8"), vec![], refused),
        (
            "of a client that registered RS256",
            of("signer-rs", "9"),
            vec![],
            refused,
        ),
        (
            "the id alone",
            fresh("10"),
            vec![id, ("client_assertion", ""), ("client_assertion_type", "")],
            refused,
        ),
        (
            "a secret",
            fresh("11"),
            vec![
                id,
                secret,
                ("client_assertion", ""),
                ("client_assertion_type", ""),
            ],
            refused,
        ),
    ];
    assert_methods(&world, &rows).await;
}

/// The name of a row, the assertion, additional parameters, and the expected refusal.
type SentRequest<'a> = (&'a str, String, Vec<(&'a str, &'a str)>, (u16, &'a str));

async fn assert_methods(world: &TestIdp, rows: &[SentRequest<'_>]) {
    for (name, assertion, more, expected) in rows {
        let response = ask(world, assertion, more).await;
        assert_eq!(response.refusal(), *expected, "{name}: {response:?}");
    }
}

on_both_engines!(one_of_fifty_uses_of_an_assertion_counts);

// row: B13
async fn one_of_fifty_uses_of_an_assertion_counts(world: TestIdp) {
    let assertion = CLIENT_KEY.sign(&header(), &claims(&world, "once"));
    let attempts = (0..50).map(|_| retry_while_busy(|| ask(&world, &assertion, &[])));
    let responses = join_all(attempts).await;
    let good = responses
        .iter()
        .filter(|response| response.status == 200)
        .count();
    let refused = responses
        .iter()
        .filter(|response| response.refusal() == (401, "invalid_client"));
    assert_eq!((good, refused.count()), (1, 49));
    // The assertion is refused for its whole lifetime, and after the sweep.
    for seconds in [50, 20, 300] {
        world.wait(seconds);
        let response = ask(&world, &assertion, &[]).await;
        assert_eq!(response.refusal(), (401, "invalid_client"), "{seconds}");
    }
}
