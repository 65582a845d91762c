//! Keys of Stripe as an owner enters them: the kinds, and those that a connection takes.

use crate::caller::Mode;

const MAX_KEY_LENGTH: usize = 255;
/// A shorter text is no key; its last characters would be most of it.
const MIN_SECRET_LENGTH: usize = 12;
/// Number of last characters that a hint shows.
const HINT_LENGTH: usize = 4;

/// A key that can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CheckedKey<'k> {
    /// The key without blanks around it.
    pub(super) key: &'k str,
    /// True if the key may do everything, so that a restricted one would be safer.
    pub(super) is_too_powerful: bool,
}

/// The reason why a key cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnfitKey {
    /// A secret key of live mode may do everything.
    SecretKey,
    /// A publishable key is for browsers.
    Publishable,
    /// A signing secret belongs to an endpoint.
    SigningSecret,
    /// The key is of the other mode.
    WrongMode,
    /// The text is no key of Stripe, or Stripe does not know it.
    Unknown,
}

impl UnfitKey {
    /// Returns the word in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::SecretKey => "secret-key",
            Self::Publishable => "publishable",
            Self::SigningSecret => "signing-secret",
            Self::WrongMode => "wrong-mode",
            Self::Unknown => "unknown",
        }
    }

    /// Returns a sentence for the owner.
    pub(super) const fn detail(self) -> &'static str {
        match self {
            Self::SecretKey => {
                "A secret key of live mode may do everything in the account. Create a restricted key instead."
            }
            Self::Publishable => {
                "This is a publishable key, which is for browsers. Create a restricted key."
            }
            Self::SigningSecret => {
                "This is the signing secret of a webhook endpoint. Create a restricted key."
            }
            Self::WrongMode => "The key is of the other mode.",
            Self::Unknown => "Stripe knows no such key.",
        }
    }
}

/// Checks a key by its text alone.
pub(super) fn check_key(text: &str, mode: Mode) -> Result<CheckedKey<'_>, UnfitKey> {
    let key = text.trim();
    let (kind, key_mode, secret) = parts(key).ok_or_else(|| other_kind(key))?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric();
    if key.len() > MAX_KEY_LENGTH
        || secret.len() < MIN_SECRET_LENGTH
        || !secret.bytes().all(is_plain)
    {
        return Err(UnfitKey::Unknown);
    }
    let is_too_powerful = kind == "sk";
    if is_too_powerful && key_mode == Mode::Live {
        return Err(UnfitKey::SecretKey);
    }
    if key_mode != mode {
        return Err(UnfitKey::WrongMode);
    }
    Ok(CheckedKey {
        key,
        is_too_powerful,
    })
}

/// Splits a key into its kind, its mode and its secret part.
fn parts(key: &str) -> Option<(&str, Mode, &str)> {
    let (kind, rest) = key.split_once('_')?;
    let (mode, secret) = rest.split_once('_')?;
    let mode = mode.parse().ok()?;
    ["rk", "sk"].contains(&kind).then_some((kind, mode, secret))
}

/// Names the kind of a text that is neither a restricted nor a secret key.
fn other_kind(key: &str) -> UnfitKey {
    if key.starts_with("pk_") {
        UnfitKey::Publishable
    } else if key.starts_with("whsec_") {
        UnfitKey::SigningSecret
    } else {
        UnfitKey::Unknown
    }
}

/// Returns the text by which an owner recognizes a key: its kind, its mode and its last characters.
pub(super) fn hint(key: &str) -> String {
    let Some((kind, mode, secret)) = parts(key) else {
        return "…".to_owned();
    };
    let last = secret.len().checked_sub(HINT_LENGTH);
    let last = last.and_then(|start| secret.get(start..));
    format!("{kind}_{mode}_…{}", last.unwrap_or_default())
}

/// Returns a signing secret without blanks around it; `None` for a text that is none.
pub(super) fn signing_secret(text: &str) -> Option<&str> {
    let secret = text.trim();
    let rest = secret.strip_prefix("whsec_")?;
    let is_long_enough = (MIN_SECRET_LENGTH..=MAX_KEY_LENGTH).contains(&rest.len());
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric();
    (is_long_enough && rest.bytes().all(is_plain)).then_some(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_taken_by_its_kind_and_mode() {
        let good = |is_too_powerful| Ok(is_too_powerful);
        let long = format!("rk_test_{}", "x".repeat(248));
        let rows = [
            ("rk_live_0123456789ab", Mode::Live, good(false)),
            ("rk_test_0123456789ab", Mode::Test, good(false)),
            (" rk_test_0123456789ab\n", Mode::Test, good(false)),
            ("sk_test_0123456789ab", Mode::Test, good(true)),
            ("sk_live_0123456789ab", Mode::Live, Err(UnfitKey::SecretKey)),
            ("sk_live_0123456789ab", Mode::Test, Err(UnfitKey::SecretKey)),
            ("sk_test_0123456789ab", Mode::Live, Err(UnfitKey::WrongMode)),
            ("rk_live_0123456789ab", Mode::Test, Err(UnfitKey::WrongMode)),
            ("rk_test_0123456789ab", Mode::Live, Err(UnfitKey::WrongMode)),
            (
                "pk_test_0123456789ab",
                Mode::Test,
                Err(UnfitKey::Publishable),
            ),
            (
                "pk_live_0123456789ab",
                Mode::Live,
                Err(UnfitKey::Publishable),
            ),
            (
                "whsec_0123456789abcd",
                Mode::Test,
                Err(UnfitKey::SigningSecret),
            ),
            ("rk_test_0123456789a", Mode::Test, Err(UnfitKey::Unknown)),
            ("rk_test_0123456789 b", Mode::Test, Err(UnfitKey::Unknown)),
            ("rk_test_0123456789é", Mode::Test, Err(UnfitKey::Unknown)),
            (&long, Mode::Test, Err(UnfitKey::Unknown)),
            ("rk_demo_0123456789ab", Mode::Test, Err(UnfitKey::Unknown)),
            ("rk_test", Mode::Test, Err(UnfitKey::Unknown)),
            ("acct_0123456789abcde", Mode::Test, Err(UnfitKey::Unknown)),
            ("", Mode::Test, Err(UnfitKey::Unknown)),
        ];
        for (text, mode, expected) in rows {
            let checked = check_key(text, mode);
            let found = checked.map(|checked| checked.is_too_powerful);
            assert_eq!(found, expected, "{text:?} {mode}");
            assert!(checked.is_ok_and(|checked| checked.key == text.trim()) || checked.is_err());
        }
    }

    #[test]
    fn hint_shows_kind_mode_and_four_characters() {
        let rows = [
            ("rk_live_0123456789abcdef", "rk_live_…cdef"),
            ("sk_test_0123456789abcdef", "sk_test_…cdef"),
            ("rk_test_abc", "rk_test_…"),
            ("whsec_0123456789abcdef", "…"),
        ];
        for (key, expected) in rows {
            assert_eq!(hint(key), expected, "{key}");
        }
    }

    #[test]
    fn signing_secret_has_its_prefix() {
        assert_eq!(
            signing_secret(" whsec_0123456789ab "),
            Some("whsec_0123456789ab")
        );
        for wrong in [
            "",
            "whsec_short",
            "whsec_0123456789a/",
            "rk_test_0123456789ab",
        ] {
            assert_eq!(signing_secret(wrong), None, "{wrong}");
        }
    }
}
