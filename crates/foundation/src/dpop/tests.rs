//! Tests of proofs: a valid one is accepted, and each check refuses alone.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::thumbprint::thumbprint;
use super::*;
use crate::jose::TokenRefusal;
use crate::random::Random;
use crate::secret::Sealer;
use crate::testing::{TestKey, sha256};
use crate::time::Timestamp;

const NOW: i64 = 1_800_000_000;
const ADDRESS: &str = "https://id.example/oauth/token";
const TOKEN: &str = "an.access.token";

fn header(key: &TestKey) -> Value {
    json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": key.jwk() })
}

fn claims() -> Value {
    json!({ "htm": "POST", "htu": ADDRESS, "iat": NOW, "jti": "one",
            "ath": sha256(TOKEN) })
}

/// Master secret of the installation.
static SEALER: LazyLock<Sealer> = LazyLock::new(|| sealer("0123456789abcdef0123456789abcdef"));

fn sealer(master: &str) -> Sealer {
    Sealer::new(master.into(), Random::system())
}

fn demanded() -> ProofRequirements<'static> {
    ProofRequirements {
        method: "POST",
        address: ADDRESS,
        access_token: Some(TOKEN),
        now: Timestamp::from_seconds(NOW),
        sealer: &SEALER,
    }
}

/// Returns a value with one member changed, or removed if `changed` is null.
fn with(mut value: Value, name: &str, changed: &Value) -> Value {
    let members = value.as_object_mut().unwrap();
    if changed.is_null() {
        members.shift_remove(name);
    } else {
        members.insert(name.to_owned(), changed.clone());
    }
    value
}

#[test]
fn example_of_rfc_7638_section_3_1() {
    let key = json!({ "kty": "RSA", "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
        "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs\
tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbI\
SD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw" });
    let expected = "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs";
    assert_eq!(thumbprint(&key).as_deref(), Some(expected));
    assert!(is_thumbprint(expected));
    for wrong in [
        "",
        "abc",
        expected.trim_start_matches('N'),
        &format!("{expected}A"),
        &expected.replace('-', "+"),
    ] {
        assert!(!is_thumbprint(wrong), "{wrong}");
    }
}

#[test]
fn valid_proof_returns_its_thumbprint_and_digest() {
    let key = TestKey::generate();
    let proof = verify(&key.sign(&header(&key), &claims()), &demanded()).unwrap();
    assert_eq!(Some(&proof.thumbprint), thumbprint(&key.jwk()).as_ref());
    assert_eq!(proof.kept_until, Timestamp::from_seconds(NOW + 180));
    let again = verify(&key.sign(&header(&key), &claims()), &demanded()).unwrap();
    assert_eq!(proof.digest, again.digest, "the same jti of the same key");
    let other = with(claims(), "jti", &json!("two"));
    let other = verify(&key.sign(&header(&key), &other), &demanded()).unwrap();
    assert_ne!(proof.digest, other.digest);
    let other_key = TestKey::generate();
    let theirs = verify(&other_key.sign(&header(&other_key), &claims()), &demanded()).unwrap();
    assert_ne!(
        proof.digest, theirs.digest,
        "a client cannot use up another client's jti"
    );
}

#[test]
fn each_claim_is_checked() {
    use ProofRefusal::{NoId, NoTime, WrongAddress, WrongMethod, WrongTime, WrongToken};
    let key = TestKey::generate();
    let rows = [
        ("htm", json!("GET"), Err(WrongMethod)),
        ("htm", json!("post"), Err(WrongMethod)),
        ("htm", Value::Null, Err(WrongMethod)),
        (
            "htu",
            json!("https://id.example/oauth/par"),
            Err(WrongAddress),
        ),
        (
            "htu",
            json!("http://id.example/oauth/token"),
            Err(WrongAddress),
        ),
        (
            "htu",
            json!("https://id.example/oauth/token/"),
            Err(WrongAddress),
        ),
        (
            "htu",
            json!("https://id.example@evil.example/oauth/token"),
            Err(WrongAddress),
        ),
        ("htu", json!("/oauth/token"), Err(WrongAddress)),
        ("htu", json!(""), Err(WrongAddress)),
        ("htu", Value::Null, Err(WrongAddress)),
        ("htu", json!(format!("{ADDRESS}?a=b#c")), Ok(())),
        ("htu", json!("HTTPS://ID.example:443/oauth/token"), Ok(())),
        ("iat", json!(NOW - 61), Err(WrongTime)),
        ("iat", json!(NOW + 61), Err(WrongTime)),
        ("iat", json!(i64::MIN), Err(WrongTime)),
        ("iat", json!(i64::MAX), Err(WrongTime)),
        ("iat", json!(u64::MAX), Err(NoTime)),
        ("iat", json!(1e308), Err(NoTime)),
        ("iat", json!(NOW.to_string()), Err(NoTime)),
        ("iat", Value::Null, Err(NoTime)),
        ("iat", json!(NOW - 60), Ok(())),
        ("iat", json!(NOW + 60), Ok(())),
        ("jti", json!(""), Err(NoId)),
        ("jti", json!(7), Err(NoId)),
        ("jti", Value::Null, Err(NoId)),
        ("ath", json!("wrong"), Err(WrongToken)),
        ("ath", Value::Null, Err(WrongToken)),
    ];
    for (name, changed, expected) in rows {
        let proof = key.sign(&header(&key), &with(claims(), name, &changed));
        let found = verify(&proof, &demanded()).map(|_| ());
        assert_eq!(found, expected, "{name}: {changed}");
    }
    let without = key.sign(&header(&key), &with(claims(), "ath", &Value::Null));
    let tokenless = ProofRequirements {
        access_token: None,
        ..demanded()
    };
    assert!(verify(&without, &tokenless).is_ok());
}

/// Verifies a proof with this nonce from a client whose clock is in 1970. Returns the second until which it is stored.
fn judged(nonce: &Value) -> Result<i64, ProofRefusal> {
    let key = TestKey::generate();
    let claims = with(with(claims(), "iat", &json!(86_400)), "nonce", nonce);
    let proof = verify(&key.sign(&header(&key), &claims), &demanded())?;
    Ok(proof.kept_until.seconds())
}

#[test]
fn own_nonce_replaces_the_clients_clock() {
    use ProofRefusal::WrongTime;
    let given = |seconds: i64| {
        let nonce = Nonce::new(&SEALER, Timestamp::from_seconds(seconds));
        nonce.unwrap().to_string()
    };
    let remembered = |given: i64| Ok(given + 5 * 60 + 2 * 60);
    for (name, nonce, expected) in [
        ("fresh", given(NOW), remembered(NOW)),
        ("five minutes old", given(NOW - 300), remembered(NOW - 300)),
        ("older", given(NOW - 301), Err(WrongTime)),
        (
            "of a replica that is ahead",
            given(NOW + 60),
            remembered(NOW + 60),
        ),
        ("of the future", given(NOW + 61), Err(WrongTime)),
        (
            "another time under its tag",
            given(NOW - 301).replacen(&(NOW - 301).to_string(), &NOW.to_string(), 1),
            Err(WrongTime),
        ),
        ("no tag", NOW.to_string(), Err(WrongTime)),
        ("an empty tag", format!("{NOW}."), Err(WrongTime)),
        ("nothing", String::new(), Err(WrongTime)),
    ] {
        assert_eq!(judged(&json!(nonce)), expected, "{name}");
    }
    assert_eq!(judged(&Value::Null), Err(WrongTime));
    assert_eq!(judged(&json!(NOW)), Err(WrongTime));
}

#[test]
fn nonces_of_the_secret_of_before_count_and_those_of_others_do_not() {
    let now = Timestamp::from_seconds(NOW);
    let (before, of_today) = (
        "a secret of before, thirty-two by",
        "secret of today, thirty-two byte",
    );
    let of_before = Nonce::new(&sealer(before), now).unwrap().to_string();
    let after = sealer(of_today).with_previous(&[before.into()]);
    assert_eq!(Nonce::given_at(&of_before, &after), Some(now));
    assert_eq!(Nonce::given_at(&of_before, &sealer(of_today)), None);
    assert_eq!(Nonce::given_at(&of_before, &SEALER), None);
}

#[test]
fn clock_is_ignored_with_own_nonce_and_checked_with_others() {
    let key = TestKey::generate();
    let sent = |nonce: String| {
        let claims = with(claims(), "nonce", &json!(nonce));
        let proof = verify(&key.sign(&header(&key), &claims), &demanded())?;
        Ok(proof.kept_until.seconds())
    };
    let old = Nonce::new(&SEALER, Timestamp::from_seconds(NOW - 301)).unwrap();
    assert_eq!(sent(old.to_string()), Err(ProofRefusal::WrongTime));
    assert_eq!(sent("somebody else's".to_owned()), Ok(NOW + 180));
}

#[test]
fn header_and_the_signature_are_checked() {
    use TokenRefusal::{
        Critical, Malformed, UnknownKey, WrongAlgorithm, WrongSignature, WrongType,
    };
    let (key, other) = (TestKey::generate(), TestKey::generate());
    let private = with(key.jwk(), "d", &json!("AAAA"));
    let curve = with(key.jwk(), "crv", &json!("P-384"));
    let rows = [
        ("typ", json!("JWT"), ProofRefusal::Token(WrongType)),
        ("typ", Value::Null, WrongType.into()),
        ("alg", json!("none"), WrongAlgorithm.into()),
        ("alg", json!("HS256"), WrongAlgorithm.into()),
        ("alg", json!("RS256"), WrongAlgorithm.into()),
        ("crit", json!(["jwk"]), Critical.into()),
        ("jwk", Value::Null, UnknownKey.into()),
        ("jwk", json!("text"), Malformed.into()),
        ("jwk", json!({}), UnknownKey.into()),
        (
            "jwk",
            json!({ "kty": "oct", "k": "c2VjcmV0" }),
            UnknownKey.into(),
        ),
        ("jwk", curve, UnknownKey.into()),
        ("jwk", private, ProofRefusal::NoKey),
        ("jwk", other.jwk(), WrongSignature.into()),
    ];
    for (name, changed, expected) in rows {
        let proof = key.sign(&with(header(&key), name, &changed), &claims());
        assert_eq!(
            verify(&proof, &demanded()),
            Err(expected),
            "{name}: {changed}"
        );
    }
    for no_proof in ["", "a.b.c", "....", &"x".repeat(20_000)] {
        let refusal = verify(no_proof, &demanded()).unwrap_err();
        assert_eq!(refusal, Malformed.into(), "{no_proof}");
    }
    let honest = key.sign(&header(&key), &claims());
    let (unsigned, _) = honest.rsplit_once('.').unwrap();
    assert_eq!(
        verify(&format!("{unsigned}."), &demanded()),
        Err(WrongSignature.into())
    );
    assert_eq!(verify(unsigned, &demanded()), Err(Malformed.into()));
}
