//! Key sets as other servers publish them.

use serde_json::{Value, json};

use super::signer::{SIGNER, TestSignature, base64, claims, ec_header, encoded, expected, with};
use crate::jose::{KeySet, TokenRefusal, verify_by_embedded_key};

/// Returns two good keys, one without `alg`, and the kinds of keys that other servers publish next to theirs.
fn hostile_keys() -> Value {
    let (ec, rsa) = (&SIGNER.jwks["keys"][0], &SIGNER.jwks["keys"][1]);
    json!([
        ec,
        rsa,
        with(
            with(ec.clone(), "kid", &json!("without alg")),
            "alg",
            &Value::Null
        ),
        with(ec.clone(), "kid", &Value::Null),
        with(
            with(ec.clone(), "kid", &json!("for encryption")),
            "use",
            &json!("enc")
        ),
        with(
            with(ec.clone(), "kid", &json!("another alg")),
            "alg",
            &json!("RS256")
        ),
        with(
            with(rsa.clone(), "kid", &json!("rsa as ps")),
            "alg",
            &json!("PS256")
        ),
        with(
            with(ec.clone(), "kid", &json!("other curve")),
            "crv",
            &json!("P-384")
        ),
        with(
            with(ec.clone(), "kid", &json!("padded")),
            "x",
            &json!("AAAA====")
        ),
        SIGNER.jwks["keys"][2],
        with(
            with(SIGNER.jwks["keys"][2].clone(), "kid", &json!("ed as es")),
            "alg",
            &json!("ES256")
        ),
        with(
            with(SIGNER.jwks["keys"][2].clone(), "kid", &json!("ed448")),
            "crv",
            &json!("Ed448")
        ),
        with(
            with(SIGNER.jwks["keys"][2].clone(), "kid", &json!("ed short")),
            "x",
            &json!("AAAA")
        ),
        json!({ "kty": "oct", "kid": "shared", "alg": "HS256", "k": "c2VjcmV0" }),
        json!({ "kty": "AKP", "kid": "new", "alg": "ML-DSA-44", "pub": "AAAA" }),
        json!({ "kid": "nothing" }),
        json!("text"),
        Value::Null,
    ])
}

#[test]
fn hostile_key_set_keeps_its_usable_keys() {
    let set = KeySet::from_jwks(&json!({ "keys": hostile_keys() })).unwrap();
    for stored in ["ec", "rsa", "without alg", "rsa as ps", "ed"] {
        assert!(set.contains(stored), "{stored}");
    }
    for dropped in [
        "for encryption",
        "another alg",
        "other curve",
        "padded",
        "ed as es",
        "ed448",
        "ed short",
        "shared",
        "new",
        "nothing",
    ] {
        assert!(!set.contains(dropped), "{dropped}");
    }
    let token = SIGNER.token(&ec_header(), &claims(), TestSignature::Ec);
    assert!(set.verify(&token, &expected()).is_ok());
}

#[test]
fn keys_of_a_wrong_size_verify_nothing_and_break_nothing() {
    let rows = [
        json!({ "kty": "EC", "crv": "P-256", "kid": "ec", "x": "", "y": "" }),
        json!({ "kty": "EC", "crv": "P-256", "kid": "ec", "x": "AQ", "y": "AQ" }),
        // A point that is not on the curve, and a coordinate that is not below the prime.
        json!({ "kty": "EC", "crv": "P-256", "kid": "ec", "x": base64(&[0; 32]), "y": base64(&[0; 32]) }),
        json!({ "kty": "EC", "crv": "P-256", "kid": "ec", "x": base64(&[0xff; 32]), "y": SIGNER.jwks["keys"][0]["y"] }),
        json!({ "kty": "RSA", "kid": "rsa", "n": "", "e": "" }),
        json!({ "kty": "RSA", "kid": "rsa", "n": "AQAB", "e": "AQAB" }),
        json!({ "kty": "RSA", "kid": "rsa", "n": SIGNER.jwks["keys"][1]["n"], "e": "AQ" }),
    ];
    for key in rows {
        let set = KeySet::from_jwks(&json!({ "keys": [key] })).unwrap();
        for (header, by) in [
            (ec_header(), TestSignature::Ec),
            (
                json!({ "alg": "RS256", "typ": "at+jwt", "kid": "rsa" }),
                TestSignature::Rsa,
            ),
        ] {
            assert!(
                set.verify(&SIGNER.token(&header, &claims(), by), &expected())
                    .is_err(),
                "{key}"
            );
        }
    }
}

/// Returns every Ed25519 key of small order, and their other encodings (RFC 8032 section 5.1.3): the last byte has the sign.
fn keys_of_small_order() -> Vec<[u8; 32]> {
    let with_ends = |first: u8, middle: u8, last: u8| {
        let mut key = [middle; 32];
        (key[0], key[31]) = (first, last);
        key
    };
    let of_order_8 = [
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    ];
    let mut keys: Vec<[u8; 32]> = of_order_8
        .map(|text| {
            let digits: Vec<char> = text.chars().collect();
            let byte = |at: usize| {
                let pair: String = digits[2 * at..2 * at + 2].iter().collect();
                u8::from_str_radix(&pair, 16).unwrap()
            };
            std::array::from_fn(byte)
        })
        .into();
    // y is 1, 0 or -1, or one of them plus the prime.
    keys.extend([0, 1].map(|y| with_ends(y, 0, 0)));
    keys.extend([0xec, 0xed, 0xee].map(|y| with_ends(y, 0xff, 0x7f)));
    let negative = keys.clone().into_iter().map(|mut key| {
        key[31] |= 0x80;
        key
    });
    keys.into_iter().chain(negative).collect()
}

#[test]
fn ed25519_key_of_small_order_is_no_key() {
    // The neutral point as R, and 0 as S, sign each text by the key that is the neutral point.
    let forged = {
        let mut signature = [0; 64];
        signature[0] = 1;
        signature
    };
    for key in keys_of_small_order() {
        let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "kid": "weak", "x": base64(&key) });
        let set = KeySet::from_jwks(&json!({ "keys": [jwk] })).unwrap();
        assert!(set.is_empty(), "{key:02x?}");
        let header = json!({ "alg": "EdDSA", "typ": "dpop+jwt", "jwk": jwk });
        let signed = format!("{}.{}", encoded(&header), encoded(&claims()));
        let token = format!("{signed}.{}", base64(&forged));
        let refusal = verify_by_embedded_key(&token, "dpop+jwt").unwrap_err();
        assert_eq!(refusal, TokenRefusal::UnknownKey, "{key:02x?}");
    }
    let good = SIGNER.jwks["keys"][2].clone();
    let header = json!({ "alg": "EdDSA", "typ": "dpop+jwt", "jwk": good });
    let token = SIGNER.token(&header, &claims(), TestSignature::Ed);
    assert!(
        verify_by_embedded_key(&token, "dpop+jwt").is_ok(),
        "the control"
    );
}

#[test]
fn set_is_bounded_and_has_to_be_one() {
    let many: Vec<_> = (0..10_000)
        .map(|number| {
            with(
                SIGNER.jwks["keys"][0].clone(),
                "kid",
                &json!(format!("key {number}")),
            )
        })
        .collect();
    let set = KeySet::from_jwks(&json!({ "keys": many })).unwrap();
    assert!(set.contains("key 99") && !set.contains("key 100"));
    assert!(
        KeySet::from_jwks(&json!({ "keys": [] }))
            .unwrap()
            .is_empty()
    );
    for no_set in [json!({}), json!([]), json!({ "keys": {} }), Value::Null] {
        assert!(KeySet::from_jwks(&no_set).is_none(), "{no_set}");
    }
}

fn nameless(index: usize) -> Value {
    let mut key = SIGNER.jwks["keys"][index].clone();
    key.as_object_mut().unwrap().remove("kid");
    key
}

fn header(algorithm: &str) -> Value {
    json!({ "alg": algorithm, "typ": "at+jwt" })
}

// row: B13
#[test]
fn token_that_names_no_key_is_tried_with_the_keys_of_one_signer_alone() {
    let bare = KeySet::from_jwks(&json!({ "keys": [nameless(0), nameless(1), nameless(2)] }));
    for set in [&SIGNER.keys, &bare.unwrap()] {
        assert!(!set.is_empty());
        for (algorithm, by) in [
            ("ES256", TestSignature::Ec),
            ("RS256", TestSignature::Rsa),
            ("EdDSA", TestSignature::Ed),
        ] {
            let token = SIGNER.token(&header(algorithm), &claims(), by);
            assert!(set.verify_of_one_signer(&token, &expected()).is_ok());
            let refused = set.verify(&token, &expected());
            assert_eq!(refused.unwrap_err(), TokenRefusal::UnknownKey);
            let other = with(header(algorithm), "kid", &json!("other"));
            let token = SIGNER.token(&other, &claims(), by);
            let refused = set.verify_of_one_signer(&token, &expected());
            assert_eq!(
                refused.unwrap_err(),
                TokenRefusal::UnknownKey,
                "a name counts"
            );
        }
    }
    let confused = [
        ("RS256", TestSignature::Ec, TokenRefusal::WrongSignature),
        ("none", TestSignature::Nothing, TokenRefusal::UnknownKey),
        ("HS256", TestSignature::Hmac(b"x"), TokenRefusal::UnknownKey),
    ];
    for (algorithm, by, refusal) in confused {
        let token = SIGNER.token(&header(algorithm), &claims(), by);
        let refused = SIGNER.keys.verify_of_one_signer(&token, &expected());
        assert_eq!(refused.unwrap_err(), refusal, "{algorithm}");
    }
}

#[test]
fn rsa_key_is_for_the_one_padding_that_it_names() {
    let mut pss = SIGNER.jwks["keys"][1].clone();
    pss["alg"] = json!("PS256");
    let pss = KeySet::from_jwks(&json!({ "keys": [pss] })).unwrap();
    let rows = [
        (&pss, "PS256", TestSignature::RsaPss, Ok(())),
        (
            &pss,
            "PS256",
            TestSignature::Rsa,
            Err(TokenRefusal::WrongSignature),
        ),
        (
            &pss,
            "RS256",
            TestSignature::Rsa,
            Err(TokenRefusal::WrongAlgorithm),
        ),
        (&SIGNER.keys, "RS256", TestSignature::Rsa, Ok(())),
        (
            &SIGNER.keys,
            "RS256",
            TestSignature::RsaPss,
            Err(TokenRefusal::WrongSignature),
        ),
        (
            &SIGNER.keys,
            "PS256",
            TestSignature::RsaPss,
            Err(TokenRefusal::WrongAlgorithm),
        ),
    ];
    for (set, algorithm, by, expected_verdict) in rows {
        let header = with(header(algorithm), "kid", &json!("rsa"));
        let token = SIGNER.token(&header, &claims(), by);
        let verdict = set.verify(&token, &expected()).map(|_claims| ());
        assert_eq!(verdict, expected_verdict, "{algorithm}");
    }
}

#[test]
fn proof_without_a_key_id_among_many_keys_is_refused() {
    let many = |count: usize| {
        let keys: Vec<_> = (0..count).map(|_| nameless(0)).collect();
        KeySet::from_jwks(&json!({ "keys": keys })).unwrap()
    };
    let token = SIGNER.token(&header("ES256"), &claims(), TestSignature::Ec);
    assert!(many(20).verify_of_one_signer(&token, &expected()).is_ok());
    let refused = many(21).verify_of_one_signer(&token, &expected());
    assert_eq!(refused.unwrap_err(), TokenRefusal::UnknownKey);
}
