//! Tokens: headers, signatures, shapes.

use ring::signature::{KeyPair, RsaPublicKeyComponents};
use serde_json::{Value, json};

use super::signer::{
    NOW, SIGNER, TestSignature, base64, claims, ec_header, expected, verdict, with,
};
use crate::jose::{KeySet, MAX_TOKEN_LENGTH, TokenRefusal};

#[test]
fn honest_tokens_pass_and_their_claims_are_read() {
    let rsa_header = json!({ "alg": "RS256", "typ": "application/AT+JWT", "kid": "rsa" });
    let ed_header = json!({ "alg": "EdDSA", "typ": "at+jwt", "kid": "ed" });
    for (header, by) in [
        (ec_header(), TestSignature::Ec),
        (rsa_header, TestSignature::Rsa),
        (ed_header, TestSignature::Ed),
    ] {
        let token = SIGNER.token(&header, &claims(), by);
        let read = SIGNER.keys.verify(&token, &expected()).unwrap();
        assert_eq!(read.text("sub"), Some("usr_1"));
        assert_eq!(read.number("exp"), Some(NOW + 600));
        assert_eq!(read.texts("aud"), ["api"]);
        assert_eq!(
            (read.text("exp"), read.number("sub"), read.flag("sub")),
            (None, None, None)
        );
        assert_eq!(KeySet::named_key(&token).as_deref(), header["kid"].as_str());
    }
}

// row: C1, C4, C6
#[test]
fn header_must_match_its_key() {
    use TokenRefusal::{Critical, Malformed, UnknownKey, WrongAlgorithm, WrongType};
    let long = "k".repeat(10_000);
    let rows = [
        ("alg", json!("none"), WrongAlgorithm),
        ("alg", json!("None"), WrongAlgorithm),
        ("alg", json!("nOnE"), WrongAlgorithm),
        ("alg", json!("HS256"), WrongAlgorithm),
        ("alg", json!("RS256"), WrongAlgorithm),
        ("alg", json!("ES384"), WrongAlgorithm),
        ("alg", json!("es256"), WrongAlgorithm),
        ("alg", json!(["ES256"]), Malformed),
        ("alg", Value::Null, Malformed),
        ("kid", Value::Null, UnknownKey),
        ("kid", json!(""), UnknownKey),
        ("kid", json!("../../etc/passwd"), UnknownKey),
        ("kid", json!("' OR 1=1 --"), UnknownKey),
        ("kid", json!("e\0c"), UnknownKey),
        ("kid", json!(long), UnknownKey),
        ("kid", json!(["ec"]), Malformed),
        ("kid", json!(7), Malformed),
        ("kid", json!("rsa"), WrongAlgorithm),
        ("typ", Value::Null, WrongType),
        ("typ", json!("JWT"), WrongType),
        ("typ", json!("logout+jwt"), WrongType),
        ("typ", json!("at+jwtx"), WrongType),
        ("crit", json!(["exp"]), Critical),
        ("crit", json!([]), Critical),
        ("crit", json!("b64"), Critical),
    ];
    for (name, changed, refusal) in rows {
        let token = SIGNER.token(
            &with(ec_header(), name, &changed),
            &claims(),
            TestSignature::Ec,
        );
        assert_eq!(verdict(&token), Err(refusal), "{name}: {changed}");
    }
    // A member with null is present as well.
    let mut header = ec_header();
    header["crit"] = Value::Null;
    assert_eq!(
        verdict(&SIGNER.token(&header, &claims(), TestSignature::Ec)),
        Err(Critical)
    );
    // The verification ignores keys in a token's header.
    let own_key = with(ec_header(), "jwk", &SIGNER.jwks["keys"][1]);
    let own_key = with(own_key, "jku", &json!("https://evil.example/jwks"));
    assert_eq!(
        verdict(&SIGNER.token(&own_key, &claims(), TestSignature::Ec)),
        Ok(())
    );
    assert_eq!(
        verdict(&SIGNER.token(&own_key, &claims(), TestSignature::Rsa)),
        Err(TokenRefusal::WrongSignature)
    );
}

// row: C2
#[test]
fn public_key_is_no_shared_secret_and_serves_its_own_algorithm_only() {
    let jwk = SIGNER.jwks["keys"][1].to_string();
    let modulus = SIGNER.jwks["keys"][1]["n"].as_str().unwrap().to_owned();
    let components = RsaPublicKeyComponents::<Vec<u8>>::from(SIGNER.rsa.public());
    let point = SIGNER.ec.public_key().as_ref().to_vec();
    let ed = SIGNER.ed.public_key().as_ref().to_vec();
    let secrets: [&[u8]; 6] = [
        &ed,
        jwk.as_bytes(),
        modulus.as_bytes(),
        &components.n,
        &point,
        b"",
    ];
    for kid in ["rsa", "ec", "ed"] {
        for alg in ["HS256", "RS256", "ES256", "EdDSA"] {
            let header = json!({ "alg": alg, "typ": "at+jwt", "kid": kid });
            for secret in secrets {
                assert!(
                    verdict(&SIGNER.token(&header, &claims(), TestSignature::Hmac(secret)))
                        .is_err()
                );
            }
            assert!(verdict(&SIGNER.token(&header, &claims(), TestSignature::Nothing)).is_err());
        }
        let header = json!({ "alg": "ES256", "typ": "at+jwt", "kid": kid });
        assert!(verdict(&SIGNER.token(&header, &claims(), TestSignature::Rsa)).is_err());
        let header = json!({ "alg": "RS256", "typ": "at+jwt", "kid": kid });
        assert!(verdict(&SIGNER.token(&header, &claims(), TestSignature::Ec)).is_err());
        let header = json!({ "alg": "EdDSA", "typ": "at+jwt", "kid": kid });
        assert!(verdict(&SIGNER.token(&header, &claims(), TestSignature::Ec)).is_err());
        let header = json!({ "alg": "ES256", "typ": "at+jwt", "kid": kid });
        assert!(verdict(&SIGNER.token(&header, &claims(), TestSignature::Ed)).is_err());
    }
}

#[test]
fn repeated_member_of_a_header_or_of_claims_is_malformed() {
    let (header, claims) = (ec_header().to_string(), claims().to_string());
    let verdict_of = |header: &str, claims: &str| {
        verdict(&SIGNER.token_of_texts(header, claims, TestSignature::Ec))
    };
    assert_eq!(verdict_of(&header, &claims), Ok(()), "the control");
    let first = |text: &str, member: &str| text.replacen('{', &format!("{{{member},"), 1);
    for member in [
        r#""alg":"none""#,
        r#""alg":"ES256""#,
        r#""kid":"ed""#,
        r#""x":1,"x":2"#,
        r#""jwk":{"kty":"EC","kty":"OKP"}"#,
    ] {
        let verdict = verdict_of(&first(&header, member), &claims);
        assert_eq!(verdict, Err(TokenRefusal::Malformed), "{member}");
    }
    for member in [
        r#""sub":"usr_2""#,
        r#""sub":"usr_1""#,
        r#""exp":1"#,
        r#""x":{"a":1,"a":2}"#,
    ] {
        let verdict = verdict_of(&header, &first(&claims, member));
        assert_eq!(verdict, Err(TokenRefusal::Malformed), "{member}");
    }
}

#[test]
fn token_with_any_altered_byte_is_refused() {
    let token = SIGNER.token(&ec_header(), &claims(), TestSignature::Ec);
    assert_eq!(verdict(&token), Ok(()));
    for index in 0..token.len() {
        for with in [b'A', b'B', b'_', b'.', b'=', b' ', 0] {
            let mut altered = token.clone().into_bytes();
            if altered[index] == with {
                continue;
            }
            altered[index] = with;
            let altered = String::from_utf8(altered).unwrap();
            assert!(verdict(&altered).is_err(), "position {index}: {altered}");
        }
    }
    for cut in 0..token.len() {
        assert!(verdict(token.get(..cut).unwrap()).is_err(), "cut at {cut}");
    }
    for longer in [
        format!("{token}A"),
        format!("{token}="),
        format!("{token}."),
        format!(" {token}"),
        format!("{token}\n"),
    ] {
        assert!(verdict(&longer).is_err(), "{longer}");
    }
}

// row: C8, C14
#[test]
fn non_compact_token_is_malformed() {
    let good = SIGNER.token(&ec_header(), &claims(), TestSignature::Ec);
    let parts: Vec<_> = good.split('.').collect();
    let json_form = json!({ "protected": parts[0], "payload": parts[1], "signature": parts[2] });
    let rows = [
        String::new(),
        ".".to_owned(),
        "..".to_owned(),
        "...".to_owned(),
        "\u{e9}.\u{e9}.\u{e9}".to_owned(),
        format!("{}.{}", parts[0], parts[1]),
        format!("{good}.{}.{}", parts[1], parts[2]),
        json_form.to_string(),
        format!("{}.{}.{}", base64(b"[]"), parts[1], parts[2]),
        format!("{}.{}.{}", base64(b"{"), parts[1], parts[2]),
        "x".repeat(MAX_TOKEN_LENGTH + 1),
    ];
    for token in rows {
        assert_eq!(verdict(&token), Err(TokenRefusal::Malformed), "{token}");
        assert_eq!(KeySet::named_key(&token), None);
    }
    let padding = "p".repeat(MAX_TOKEN_LENGTH);
    let long = SIGNER.token(
        &ec_header(),
        &with(claims(), "padding", &json!(padding)),
        TestSignature::Ec,
    );
    assert_eq!(
        verdict(&long),
        Err(TokenRefusal::Malformed),
        "well signed, but too long"
    );
}
