//! The catalogues: one file for each language beside English, from the English text to its translation.

use std::collections::HashMap;
use std::sync::LazyLock;

use foundation::json;

use super::language::Language;

/// The file of German.
pub(super) const GERMAN_FILE: &str = include_str!("../../translations/de.json");

type Catalogue = HashMap<String, String>;

static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| read(GERMAN_FILE));

/// A test holds that the file can be read.
fn read(file: &str) -> Catalogue {
    json::from_slice(file.as_bytes()).unwrap_or_default()
}

/// Returns true when the catalogue has a text.
pub(super) fn is_known(text: &str) -> bool {
    GERMAN.contains_key(text)
}

/// A text in another language; `None` for English, and when it has no translation.
///
/// A build for tests stops at a text that has none, in whatever language the page is: so every page that any test
/// shows has all of its texts in the catalogue. A release shows the English text.
pub(super) fn translated(text: &str, language: Language) -> Option<&'static str> {
    debug_assert!(
        text.is_empty() || is_known(text),
        "idp/translations/de.json lacks {text:?}"
    );
    match language {
        Language::English => None,
        Language::German => GERMAN.get(text).map(String::as_str),
    }
}
