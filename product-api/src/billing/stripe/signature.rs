//! Signatures of Stripe's events: HMAC-SHA256 over time and body, in the header `Stripe-Signature`.

use foundation::Timestamp;
use foundation::random::hexadecimal;
use foundation::secret::{ExposeSecret, SecretString, equal};
use ring::hmac;

/// Maximum age of a signature in seconds, and maximum time that it lies ahead.
const MAX_AGE: i64 = 300;
/// Maximum number of signatures of a header. Stripe sends one for each secret in force, which are two for a day.
const MAX_SIGNATURES: usize = 8;

/// Reason why a body is not proven to be Stripe's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SignatureRefusal {
    /// There is no header.
    #[error("the header Stripe-Signature is missing")]
    Missing,
    /// The header has no time, several times, or no signature of the known scheme.
    #[error("the header Stripe-Signature is malformed")]
    Malformed,
    /// No secret in force made a signature of the header.
    #[error("the signature is wrong")]
    Wrong,
    /// The signature is right, but its time is more than five minutes ago or ahead.
    #[error("the signature is too old, or the clocks differ")]
    Stale,
}

/// A header with its parts.
struct SignatureHeader<'h> {
    /// The time as it is written, because it is signed so.
    time: &'h str,
    seconds: i64,
    signatures: Vec<&'h str>,
}

/// Verifies that one of the secrets signed a body within five minutes of now. The time taken depends on no secret.
pub(crate) fn verify(
    header: Option<&str>,
    body: &[u8],
    secrets: &[SecretString],
    now: Timestamp,
) -> Result<(), SignatureRefusal> {
    let header = header.ok_or(SignatureRefusal::Missing)?;
    let header = SignatureHeader::parse(header).ok_or(SignatureRefusal::Malformed)?;
    let mut is_signed = false;
    for secret in secrets {
        let expected = signature(secret, header.time, body);
        for signature in &header.signatures {
            is_signed |= equal(&expected, signature);
        }
    }
    if !is_signed {
        return Err(SignatureRefusal::Wrong);
    }
    let age = now.seconds().saturating_sub(header.seconds);
    if age.saturating_abs() > MAX_AGE {
        return Err(SignatureRefusal::Stale);
    }
    Ok(())
}

/// Returns the signature in hexadecimal digits. The key is the whole secret with its prefix `whsec_`.
fn signature(secret: &SecretString, time: &str, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.expose_secret().as_bytes());
    let mut context = hmac::Context::with_key(&key);
    context.update(time.as_bytes());
    context.update(b".");
    context.update(body);
    hexadecimal(context.sign().as_ref())
}

impl<'h> SignatureHeader<'h> {
    /// Parses a header such as `t=1700000000,v1=c892…,v1=0f3e…`; parts of unknown names are skipped.
    fn parse(header: &'h str) -> Option<Self> {
        let mut time = None;
        let mut signatures = Vec::new();
        for part in header.split(',') {
            let (name, value) = part.trim().split_once('=')?;
            match name {
                "t" if time.is_some() => return None,
                "t" => time = Some(value),
                "v1" => signatures.push(value),
                _ => {}
            }
        }
        let time = time.filter(|time| time.bytes().all(|byte| byte.is_ascii_digit()))?;
        let has_signatures = (1..=MAX_SIGNATURES).contains(&signatures.len());
        has_signatures.then_some(Self {
            time,
            seconds: time.parse().ok()?,
            signatures,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_700_000_000;
    const BODY: &str = r#"{"id":"evt_1"}"#;
    // printf '%s' '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
    const SIGNATURE: &str = "c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";

    fn verified(header: &str, body: &str, secrets: &[&str]) -> Result<(), SignatureRefusal> {
        let secrets: Vec<SecretString> = secrets
            .iter()
            .map(|secret| (*secret).to_owned().into())
            .collect();
        let now = Timestamp::from_seconds(NOW);
        verify(Some(header), body.as_bytes(), &secrets, now)
    }

    #[test]
    fn signature_is_the_one_of_openssl() {
        let header = format!("t={NOW},v1={SIGNATURE}");
        assert_eq!(verified(&header, BODY, &["whsec_test"]), Ok(()));
    }

    fn sign(secrets: &[&str]) -> String {
        stripe_double::sign(secrets, NOW, BODY)
    }

    #[test]
    fn any_signature_under_any_secret_in_force_is_enough() {
        let good = sign(&["whsec_a"]);
        let other = |number| ",v1=00".repeat(number);
        let rows = [
            (good.clone(), vec!["whsec_a"]),
            (good.clone(), vec!["whsec_b", "whsec_a"]),
            (sign(&["whsec_b", "whsec_a"]), vec!["whsec_a"]),
            (sign(&["whsec_b", "whsec_a"]), vec!["whsec_b"]),
            (good.replace(',', ", "), vec!["whsec_a"]),
            (format!("{good},v0=ab"), vec!["whsec_a"]),
            (format!("{good}{}", other(7)), vec!["whsec_a"]),
        ];
        for (header, secrets) in rows {
            assert_eq!(verified(&header, BODY, &secrets), Ok(()), "{header}");
        }
    }

    #[test]
    fn delivery_that_no_secret_signed_is_refused() {
        let good = sign(&["whsec_a"]);
        let (truncated, _) = good.split_at(good.len() - 1);
        let (time, tag) = good.split_once(",v1=").unwrap();
        let headers = [
            truncated.to_owned(),
            format!("{good}0"),
            format!("{time},v1={}", tag.to_uppercase()),
            format!("{time},v1="),
            good.replace("t=17", "t=18"),
            good.replace("t=", "t=0"),
            sign(&["a"]),
        ];
        let wrong = Err(SignatureRefusal::Wrong);
        for header in headers {
            assert_eq!(verified(&header, BODY, &["whsec_a"]), wrong, "{header}");
        }
        for body in [r#"{"id":"evt_2"}"#, r#"{"id":"evt_1"} "#, ""] {
            assert_eq!(verified(&good, body, &["whsec_a"]), wrong, "{body}");
        }
        let secrets: [&[&str]; 4] = [&[], &["whsec_b"], &["a"], &["whsec_a "]];
        for secrets in secrets {
            assert_eq!(verified(&good, BODY, secrets), wrong, "{secrets:?}");
        }
    }

    #[test]
    fn malformed_header_is_refused() {
        let good = sign(&["whsec_a"]);
        let headers = [
            String::new(),
            "x".to_owned(),
            format!("t={NOW}"),
            format!("t={NOW},{good}"),
            format!("{good},v2"),
            good.replace("t=", "x="),
            good.replace("t=", "t=+"),
            good.replace("t=", "t=-"),
            good.replace(&NOW.to_string(), ""),
            good.replace("v1=", "v0="),
            good.replace(&NOW.to_string(), &"9".repeat(40)),
            format!("{good}{}", ",v1=00".repeat(8)),
        ];
        let malformed = Err(SignatureRefusal::Malformed);
        for header in headers {
            assert_eq!(verified(&header, BODY, &["whsec_a"]), malformed, "{header}");
        }
        let refused = verify(None, b"", &[], Timestamp::from_seconds(NOW));
        assert_eq!(refused, Err(SignatureRefusal::Missing));
    }

    #[test]
    fn signature_is_valid_for_five_minutes_either_way() {
        let secrets = ["whsec_a".to_owned().into()];
        let header = stripe_double::sign(&["whsec_a"], NOW, BODY);
        let stale = Err(SignatureRefusal::Stale);
        for (seconds, expected) in [
            (0, Ok(())),
            (299, Ok(())),
            (300, Ok(())),
            (301, stale),
            (-299, Ok(())),
            (-300, Ok(())),
            (-301, stale),
        ] {
            let now = Timestamp::from_seconds(NOW + seconds);
            let found = verify(Some(&header), BODY.as_bytes(), &secrets, now);
            assert_eq!(found, expected, "{seconds}");
        }
    }
}
