//! A feature: something that a website charges for, with a code that the website chooses.

use foundation::Timestamp;
use foundation::text::is_showable;

use super::price::Price;
use crate::problem::FieldError;

/// Maximum length of a code, in characters.
pub(crate) const MAX_CODE_LENGTH: usize = 64;
/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 80;

/// A feature of a website in one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Feature {
    /// The website's code of the feature, which never changes.
    pub(crate) code: String,
    /// Name that users see.
    pub(crate) name: String,
    /// Price at the time of the request; none before the first price.
    pub(crate) price: Option<Price>,
    /// Time of creation.
    pub(crate) created_at: Timestamp,
}

/// Returns true if a text is a valid code. A code is 1 to 64 lower-case letters, digits, dots, dashes and underscores, the
/// first of them a letter or a digit.
pub(crate) fn is_code(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    (1..=MAX_CODE_LENGTH).contains(&text.len())
        && text.bytes().next().is_some_and(is_plain)
        && text
            .bytes()
            .all(|byte| is_plain(byte) || b"._-".contains(&byte))
}

/// Normalizes a name, or rejects it.
pub(super) fn name(text: &str) -> Result<String, FieldError> {
    let name = text.trim();
    if !(1..=MAX_NAME_LENGTH).contains(&name.chars().count()) {
        let detail = format!("Must have 1 to {MAX_NAME_LENGTH} characters.");
        return Err(FieldError::body("/name", detail));
    }
    if !is_showable(name) {
        let detail = "Must hold no control characters, and none that nobody sees.";
        return Err(FieldError::body("/name", detail));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_plain_words() {
        for good in ["a", "7", "image.large", "gpt-4_mini", &"x".repeat(64)] {
            assert!(is_code(good), "{good}");
        }
        for wrong in [
            "",
            ".a",
            "-a",
            "A",
            "a b",
            "a/b",
            "\u{e4}",
            "a\u{0}",
            &"x".repeat(65),
        ] {
            assert!(!is_code(wrong), "{wrong}");
        }
    }

    #[test]
    fn names_are_validated() {
        assert_eq!(name(" Pictures ").unwrap(), "Pictures");
        for wrong in ["", "  ", "a\u{0}b", "a\u{202e}b", &"x".repeat(81)] {
            assert!(name(wrong).is_err(), "{wrong:?}");
        }
    }
}
