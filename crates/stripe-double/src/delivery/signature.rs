//! Signatures of deliveries, as Stripe makes them.

use foundation::random::hexadecimal;
use ring::hmac;

/// Returns the header `Stripe-Signature` of a body: its time, and a signature with each secret in force.
///
/// The key is the whole secret with its prefix `whsec_`; `timestamp` is in seconds since the epoch.
pub fn sign(secrets: &[&str], timestamp: i64, body: &str) -> String {
    let signed = format!("{timestamp}.{body}");
    let mut header = format!("t={timestamp}");
    for secret in secrets {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let tag = hmac::sign(&key, signed.as_bytes());
        let digits = hexadecimal(tag.as_ref());
        header.push_str(",v1=");
        header.push_str(&digits);
    }
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_the_one_of_openssl() {
        // printf '%s' '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
        let header = sign(&["whsec_test"], 1_700_000_000, "{\"id\":\"evt_1\"}");
        assert_eq!(
            header,
            "t=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925"
        );
        let two = sign(&["whsec_test", "whsec_next"], 1, "x");
        assert_eq!(two.matches(",v1=").count(), 2);
    }
}
