//! An item of the catalogue: a pack or a plan that a book sells for money, under a code that the owner of the book chooses.

use foundation::Timestamp;
use foundation::text::is_showable;

use crate::features::{MAX_CODE_LENGTH, is_code};
use crate::problem::FieldError;

/// Maximum number of packs, and of plans, that a book sells at a time.
pub(super) const MAX_ACTIVE_ITEMS: i64 = 100;
/// Maximum number of packs, and of plans, of a book, including archived ones.
pub(super) const MAX_ITEMS: i64 = 1_000;
/// The family of a plan whose owner names none.
pub(super) const DEFAULT_FAMILY: &str = "default";
/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 80;
/// Maximum length of a description, in characters. Stripe keeps the text that was written there in up to 500.
const MAX_DESCRIPTION_LENGTH: usize = 300;
/// Maximum position of an item.
pub(super) const MAX_POSITION: i64 = 1_000_000;

/// The kind of an item. The codes of each kind are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ItemKind {
    /// Credits that are bought once.
    Pack,
    /// An allowance of credits for each period of a subscription.
    Plan,
}

impl ItemKind {
    /// Both kinds.
    pub(crate) const ALL: [Self; 2] = [Self::Pack, Self::Plan];

    /// Returns the word in the table and in texts.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Pack => "pack",
            Self::Plan => "plan",
        }
    }

    /// Returns the prefix of ids of this kind.
    pub(super) const fn prefix(self) -> &'static str {
        match self {
            Self::Pack => "pck",
            Self::Plan => "pln",
        }
    }

    /// Returns the kind with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Returns the kind of an item's id.
    pub(super) fn from_id(id: &str) -> Option<Self> {
        let (prefix, _) = id.split_once('_')?;
        Self::ALL.into_iter().find(|kind| kind.prefix() == prefix)
    }
}

/// An item as a request names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ItemCode<'a> {
    /// The kind.
    pub(super) kind: ItemKind,
    /// The code among items of this kind.
    pub(super) code: &'a str,
}

impl<'a> ItemCode<'a> {
    /// Returns the name of a pack.
    pub(super) const fn pack(code: &'a str) -> Self {
        Self {
            kind: ItemKind::Pack,
            code,
        }
    }

    /// Returns the name of a plan.
    pub(super) const fn plan(code: &'a str) -> Self {
        Self {
            kind: ItemKind::Plan,
            code,
        }
    }
}

/// The status of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemStatus {
    /// The item is sold once its newest version has a price at Stripe.
    Active,
    /// The item is not sold.
    Archived,
}

impl ItemStatus {
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

/// The properties of an item that can change without a new version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ItemDetails {
    /// The name that buyers see.
    pub(super) name: String,
    /// A sentence for buyers.
    pub(super) description: Option<String>,
    /// The status.
    pub(super) status: ItemStatus,
    /// The place among the book's items of this kind; equal places are ordered by code.
    pub(super) position: i64,
    /// The family of a plan; an owner has one live subscription in each. None for a pack.
    pub(super) family: Option<String>,
}

impl ItemDetails {
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
        if self
            .family
            .as_deref()
            .is_some_and(|family| !is_code(family))
        {
            errors.push(FieldError::body("/family", code_detail()));
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

/// A pack or a plan of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CatalogItem {
    /// The id, `pck_…` or `pln_…`.
    pub(super) id: String,
    /// The kind.
    pub(super) kind: ItemKind,
    /// The owner's code of the item, which never changes.
    pub(super) code: String,
    /// The properties that can change.
    pub(super) details: ItemDetails,
    /// The number of the newest version; 0 before the first.
    pub(super) latest: i64,
    /// The time of creation.
    pub(super) created_at: Timestamp,
    /// The time of the last change.
    pub(super) updated_at: Timestamp,
}

impl CatalogItem {
    /// Returns true for a plan.
    pub(super) fn is_plan(&self) -> bool {
        self.kind == ItemKind::Plan
    }
}

fn code_detail() -> String {
    format!(
        "Must be 1 to {MAX_CODE_LENGTH} of a-z, 0-9, '.', '_' and '-', beginning with a letter or a digit."
    )
}

/// Rejects a text that is no code of an item.
pub(super) fn check_code(code: &str) -> Result<(), FieldError> {
    if is_code(code) {
        return Ok(());
    }
    Err(FieldError::parameter("code", code_detail()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(name: &str, description: Option<&str>, position: i64) -> ItemDetails {
        ItemDetails {
            name: name.to_owned(),
            description: description.map(ToOwned::to_owned),
            status: ItemStatus::Active,
            position,
            family: None,
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
        let rows: [(ItemDetails, &[&str]); 9] = [
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
    fn family_has_the_grammar_of_a_code() {
        let of_family = |family: &str| ItemDetails {
            family: Some(family.to_owned()),
            ..details("Pro", None, 0)
        };
        assert!(of_family("default").check().is_ok());
        for wrong in ["", "Team", "a b"] {
            assert!(of_family(wrong).check().is_err(), "{wrong}");
        }
    }

    #[test]
    fn texts_are_trimmed_and_an_empty_description_is_none() {
        let checked = details(" Small ", Some("  "), 3).check();
        assert_eq!(checked, Ok(details("Small", None, 3)));
    }

    #[test]
    fn each_word_names_one_status_or_kind() {
        for kind in ItemKind::ALL {
            assert_eq!(ItemKind::from_word(kind.word()), Some(kind));
            assert_eq!(
                ItemKind::from_id(&format!("{}_1", kind.prefix())),
                Some(kind)
            );
        }
        assert_eq!(ItemKind::from_word("item"), None);
        assert_eq!(ItemKind::from_id("cus_1"), None);
        for status in [ItemStatus::Active, ItemStatus::Archived] {
            assert_eq!(ItemStatus::from_word(status.word()), Some(status));
        }
        assert_eq!(ItemStatus::from_word("deleted"), None);
    }
}
