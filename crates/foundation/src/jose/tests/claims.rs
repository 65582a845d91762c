//! Claims: issuer, audience and times.

use serde_json::{Value, json};

use super::signer::{
    ISSUER, NOW, SIGNER, TestSignature, claims, ec_header, expected, verdict, with,
};
use crate::jose::{TokenRefusal, TokenRequirements};

// row: C12, C13
#[test]
fn registered_claims_are_checked_one_by_one() {
    use TokenRefusal::{Expired, NotYetValid, WrongAudience, WrongIssuer};
    let rows = [
        ("iss", Value::Null, Err(WrongIssuer)),
        ("iss", json!("https://id.example/"), Err(WrongIssuer)),
        ("iss", json!("https://evil.example"), Err(WrongIssuer)),
        ("iss", json!([ISSUER]), Err(WrongIssuer)),
        ("aud", Value::Null, Err(WrongAudience)),
        ("aud", json!("other"), Err(WrongAudience)),
        ("aud", json!([]), Err(WrongAudience)),
        ("aud", json!(["other", 7]), Err(WrongAudience)),
        ("aud", json!({ "api": true }), Err(WrongAudience)),
        ("aud", json!(["other", "api"]), Ok(())),
        ("exp", Value::Null, Err(Expired)),
        ("exp", json!(NOW - 10), Err(Expired)),
        ("exp", json!(NOW - 9), Ok(())),
        ("exp", json!("2000000000"), Err(Expired)),
        ("exp", json!(2_000_000_000.5), Err(Expired)),
        ("exp", json!(1e308), Err(Expired)),
        ("exp", json!(-1), Err(Expired)),
        ("exp", json!(u64::MAX), Err(Expired)),
        ("exp", json!(i64::MAX), Ok(())),
        ("exp", json!(i64::MIN), Err(Expired)),
        ("exp", json!(true), Err(Expired)),
        ("iat", Value::Null, Ok(())),
        ("iat", json!(NOW + 10), Ok(())),
        ("iat", json!(NOW + 11), Err(NotYetValid)),
        ("iat", json!(i64::MAX), Err(NotYetValid)),
        ("iat", json!("now"), Err(NotYetValid)),
        ("iat", json!(1.5), Err(NotYetValid)),
        ("nbf", json!(NOW + 11), Err(NotYetValid)),
        ("nbf", json!(NOW), Ok(())),
    ];
    for (name, changed, expected) in rows {
        let token = SIGNER.token(
            &ec_header(),
            &with(claims(), name, &changed),
            TestSignature::Ec,
        );
        assert_eq!(verdict(&token), expected, "{name}: {changed}");
    }
    for no_object in [json!([]), json!("x"), json!(7), Value::Null] {
        let token = SIGNER.token(&ec_header(), &no_object, TestSignature::Ec);
        assert_eq!(verdict(&token), Err(TokenRefusal::Malformed), "{no_object}");
    }
}

#[test]
fn hint_may_have_expired_and_needs_no_type_but_an_expiry() {
    let hint = TokenRequirements {
        token_type: None,
        audience: None,
        may_be_expired: true,
        ..expected()
    };
    let id_header = json!({ "alg": "ES256", "typ": "JWT", "kid": "ec" });
    let bare = json!({ "alg": "ES256", "kid": "ec" });
    let old = with(claims(), "exp", &json!(NOW - 100_000));
    for (header, claims, expected) in [
        (&id_header, &old, Ok(())),
        (&bare, &old, Ok(())),
        (&ec_header(), &old, Err(TokenRefusal::WrongType)),
        (
            &bare,
            &with(claims(), "exp", &Value::Null),
            Err(TokenRefusal::Expired),
        ),
    ] {
        let token = SIGNER.token(header, claims, TestSignature::Ec);
        let found = SIGNER.keys.verify(&token, &hint).map(|_claims| ());
        assert_eq!(found, expected, "{header} {claims}");
    }
}
