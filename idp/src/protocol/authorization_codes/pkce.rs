//! PKCE (RFC 7636), S256 only.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foundation::secret::equal;
use ring::digest;

/// Length of an S256 challenge: SHA-256 in URL-safe base64.
const LENGTH: usize = 43;
/// Permitted lengths of a verifier (section 4.1).
const VERIFIER_LENGTHS: std::ops::RangeInclusive<usize> = 43..=128;

/// An S256 challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Challenge(String);

impl Challenge {
    /// Parses a challenge; `None` if it is no S256 challenge.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        (text.len() == LENGTH && text.bytes().all(is_base64)).then(|| Self(text.to_owned()))
    }

    /// Returns the challenge in the form of the request.
    pub(crate) fn as_text(&self) -> &str {
        &self.0
    }

    /// Returns a challenge from its stored form.
    pub(super) fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns true if the challenge is the hash of a verifier.
    pub(crate) fn is_met_by(&self, verifier: &str) -> bool {
        let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let hash = URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, verifier.as_bytes()));
        VERIFIER_LENGTHS.contains(&verifier.len())
            && verifier.bytes().all(is_unreserved)
            && equal(&hash, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_of_rfc_7636_appendix_b() {
        let challenge = Challenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").unwrap();
        assert!(challenge.is_met_by("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"));
        assert!(!challenge.is_met_by("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK"));
        assert!(!challenge.is_met_by(""));
    }

    #[test]
    fn challenges_and_verifiers_of_a_wrong_form() {
        for bad in [
            "",
            &"a".repeat(42),
            &"a".repeat(44),
            &"a".repeat(129),
            &format!("{}=", "a".repeat(42)),
        ] {
            assert_eq!(Challenge::parse(bad), None, "{bad}");
        }
        for verifier in [
            "a".repeat(42),
            "a".repeat(129),
            format!("{}+", "a".repeat(43)),
        ] {
            let hash = URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, verifier.as_bytes()));
            assert!(
                !Challenge::parse(&hash).unwrap().is_met_by(&verifier),
                "{verifier}"
            );
        }
    }
}
