//! A pack: credits that a book sells for money, under a code that the owner of the book chooses.

use foundation::Timestamp;
use foundation::text::is_showable;

use crate::features::{MAX_CODE_LENGTH, is_code};
use crate::problem::FieldError;

/// Maximum number of packs that a book sells at a time.
pub(super) const MAX_ACTIVE_PACKS: i64 = 100;
/// Maximum number of packs of a book, including archived ones.
pub(super) const MAX_PACKS: i64 = 1_000;
/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 80;
/// Maximum length of a description, in characters. Stripe keeps the text that was written there in up to 500.
const MAX_DESCRIPTION_LENGTH: usize = 300;
/// Maximum position of a pack.
pub(super) const MAX_POSITION: i64 = 1_000_000;

/// The status of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PackStatus {
    /// The pack is sold once its newest version has a price at Stripe.
    Active,
    /// The pack is not sold.
    Archived,
}

impl PackStatus {
    /// Returns the word in the table.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Archived => "archived",
        }
    }

    /// Returns the status with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        let mut both = [Self::Active, Self::Archived].into_iter();
        both.find(|status| status.word() == word)
    }
}

/// The properties of a pack that can change without a new version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackDetails {
    /// The name that buyers see.
    pub(super) name: String,
    /// A sentence for buyers.
    pub(super) description: Option<String>,
    /// The status.
    pub(super) status: PackStatus,
    /// The place among the book's packs; equal places are ordered by code.
    pub(super) position: i64,
}

impl PackDetails {
    /// Returns the properties with texts trimmed, or the errors of the request's body.
    pub(super) fn check(self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = self.name.trim().to_owned();
        errors.extend(text_error("/name", &name, MAX_NAME_LENGTH));
        let description = self.description.map(|text| text.trim().to_owned());
        let description = description.filter(|text| !text.is_empty());
        if let Some(text) = &description {
            errors.extend(text_error("/description", text, MAX_DESCRIPTION_LENGTH));
        }
        if !(0..=MAX_POSITION).contains(&self.position) {
            let detail = format!("Must be from 0 to {MAX_POSITION}.");
            errors.push(FieldError::body("/position", detail));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            name,
            description,
            ..self
        })
    }
}

fn text_error(pointer: &str, text: &str, most: usize) -> Option<FieldError> {
    if !(1..=most).contains(&text.chars().count()) {
        let detail = format!("Must have 1 to {most} characters.");
        return Some(FieldError::body(pointer, detail));
    }
    let detail = "Must have no control characters and no invisible ones.";
    (!is_showable(text)).then(|| FieldError::body(pointer, detail))
}

/// A pack of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pack {
    /// The id, `pck_…`.
    pub(super) id: String,
    /// The owner's code of the pack, which never changes.
    pub(super) code: String,
    /// The properties that can change.
    pub(super) details: PackDetails,
    /// The number of the newest version; 0 before the first.
    pub(super) latest: i64,
    /// The time of creation.
    pub(super) created_at: Timestamp,
    /// The time of the last change.
    pub(super) updated_at: Timestamp,
}

/// Rejects a text that is no code of a pack.
pub(super) fn check_code(code: &str) -> Result<(), FieldError> {
    if is_code(code) {
        return Ok(());
    }
    let detail = format!(
        "Must be 1 to {MAX_CODE_LENGTH} of a-z, 0-9, '.', '_' and '-', beginning with a letter or a digit."
    );
    Err(FieldError::parameter("code", detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(name: &str, description: Option<&str>, position: i64) -> PackDetails {
        PackDetails {
            name: name.to_owned(),
            description: description.map(ToOwned::to_owned),
            status: PackStatus::Active,
            position,
        }
    }

    #[test]
    fn code_outside_the_grammar_is_rejected() {
        for good in ["a", "7", "small.2027-a_b", &"x".repeat(64)] {
            assert_eq!(check_code(good), Ok(()), "{good}");
        }
        for wrong in [
            "",
            ".a",
            "_a",
            "-a",
            "A",
            "a b",
            "ä",
            "a/b",
            &"x".repeat(65),
        ] {
            assert!(check_code(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn each_wrong_property_is_named() {
        let long_name = "x".repeat(81);
        let long_text = "x".repeat(301);
        let rows: [(PackDetails, &[&str]); 9] = [
            // properties, places of errors
            (details("Small", None, 0), &[]),
            (details("Small", Some("500 credits"), MAX_POSITION), &[]),
            (details("", None, 0), &["/name"]),
            (details(" ", None, 0), &["/name"]),
            (details(&long_name, None, 0), &["/name"]),
            (details("a\u{202e}b", None, 0), &["/name"]),
            (details("Small", Some(&long_text), 0), &["/description"]),
            (
                details("Small", Some("a\nb"), -1),
                &["/description", "/position"],
            ),
            (
                details("", Some("\u{7}"), MAX_POSITION + 1),
                &["/name", "/description", "/position"],
            ),
        ];
        for (given, places) in rows {
            let errors = given.clone().check().err().unwrap_or_default();
            let found: Vec<&str> = errors
                .iter()
                .map(|error| match error {
                    FieldError::Body { pointer, .. } => pointer.as_str(),
                    FieldError::Parameter { name, .. } => name.as_str(),
                })
                .collect();
            assert_eq!(found, places, "{given:?}");
        }
    }

    #[test]
    fn texts_are_trimmed_and_an_empty_description_is_none() {
        let checked = details(" Small ", Some("  "), 3).check();
        assert_eq!(checked, Ok(details("Small", None, 3)));
    }

    #[test]
    fn each_word_names_one_status() {
        for status in [PackStatus::Active, PackStatus::Archived] {
            assert_eq!(PackStatus::from_word(status.word()), Some(status));
        }
        assert_eq!(PackStatus::from_word("deleted"), None);
    }
}
