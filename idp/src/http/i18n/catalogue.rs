//! Catalogues of translations: one file per language other than English, keyed by the English text.

use std::collections::HashMap;
use std::sync::LazyLock;

use foundation::text::strict_json;

use super::language::Language;

/// Content of the German catalogue.
pub(super) const GERMAN_FILE: &str = include_str!("../../../translations/de.json");

type Catalogue = HashMap<String, String>;

static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| read(GERMAN_FILE));

/// Reads a catalogue; a test checks that it is valid.
fn read(file: &str) -> Catalogue {
    strict_json::from_slice(file.as_bytes()).unwrap_or_default()
}

/// Returns true if the catalogue has the text.
pub(super) fn has_text(text: &str) -> bool {
    GERMAN.contains_key(text)
}

/// Returns a text's translation; `None` for English, and without a translation.
///
/// A build for tests panics at a text without a translation, in any language: all texts of every tested page are thus
/// in the catalogue. A release shows the English text.
pub(super) fn translated(text: &str, language: Language) -> Option<&'static str> {
    debug_assert!(
        text.is_empty() || has_text(text),
        "idp/translations/de.json lacks {text:?}"
    );
    match language {
        Language::English => None,
        Language::German => GERMAN.get(text).map(String::as_str),
    }
}
