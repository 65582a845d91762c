//! A feature: what a website charges for, under a code of its own.

use foundation::Timestamp;
use foundation::marks::is_showable;

use super::price::Price;
use crate::problem::FieldError;

/// The longest code, in characters.
pub(super) const LONGEST_CODE: usize = 64;
/// The longest name, in characters.
const LONGEST_NAME: usize = 80;

/// Something that a website charges for, in one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Feature {
    /// The website's own word for it, which never changes.
    pub(crate) code: String,
    /// The name that people see.
    pub(crate) name: String,
    /// What it costs at the time of the request; none before its first price.
    pub(crate) price: Option<Price>,
    /// When it was made.
    pub(crate) created_at: Timestamp,
}

/// Whether a text can be a feature's code: 1 to 64 small letters, digits, dots, dashes and underscores, the first of them
/// a letter or a digit.
pub(super) fn is_code(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    (1..=LONGEST_CODE).contains(&text.len())
        && text.bytes().next().is_some_and(is_plain)
        && text
            .bytes()
            .all(|byte| is_plain(byte) || b"._-".contains(&byte))
}

/// A name in its normal form, or what is wrong with it.
pub(super) fn name(text: &str) -> Result<String, FieldError> {
    let name = text.trim();
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) {
        let detail = format!("Must have 1 to {LONGEST_NAME} characters.");
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
    fn names_are_seen() {
        assert_eq!(name(" Pictures ").unwrap(), "Pictures");
        for wrong in ["", "  ", "a\u{0}b", "a\u{202e}b", &"x".repeat(81)] {
            assert!(name(wrong).is_err(), "{wrong:?}");
        }
    }
}
