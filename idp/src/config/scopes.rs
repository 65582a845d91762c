//! Descriptions of resource servers' scopes, in the operator's words.

use std::collections::BTreeMap;

use foundation::env::Reader;
use foundation::text::strict_json;
use serde::Deserialize;

const NAME: &str = "IDP_SCOPE_WORDS";
/// Language of descriptions that are missing in the user's language.
const FALLBACK: &str = "en";
const MAX_CHARACTERS: usize = 200;
/// Scopes that the idp describes itself.
const OWN: [&str; 4] = ["openid", "profile", "email", "offline_access"];
const FORM: &str = r#"is not a JSON object from scopes to words, as in {"credits.read": "See your credits"} or {"credits.read": {"en": "See your credits", "de": "..."}}"#;

/// `IDP_SCOPE_WORDS`: a JSON object from scopes to their descriptions, which users read on the consent page. Each is
/// one text, or one per language tag, of which `en` is required.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScopeWords(BTreeMap<String, Words>);

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Words {
    Everywhere(String),
    ByLanguage(BTreeMap<String, String>),
}

impl ScopeWords {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let Some(text) = reader.text(NAME) else {
            return Self::default();
        };
        let Ok(read) = strict_json::from_slice::<BTreeMap<String, Words>>(text.as_bytes()) else {
            reader.problem(NAME, FORM);
            return Self::default();
        };
        for (scope, words) in &read {
            if OWN.contains(&scope.as_str()) {
                reader.problem(NAME, format!("has words for {scope}, which has its own"));
            }
            if !words.is_present() {
                reader.problem(
                    NAME,
                    format!("has for {scope} no words in en, or some that are empty, longer than 200 characters or of several lines"),
                );
            }
        }
        Self(read)
    }

    /// Returns the description of a scope, in a language (BCP 47) or otherwise in English.
    pub fn find(&self, scope: &str, language: &str) -> Option<&str> {
        match self.0.get(scope)? {
            Words::Everywhere(text) => Some(text),
            Words::ByLanguage(texts) => texts
                .get(language)
                .or_else(|| texts.get(FALLBACK))
                .map(String::as_str),
        }
    }
}

impl Words {
    fn is_present(&self) -> bool {
        match self {
            Self::Everywhere(text) => is_line(text),
            Self::ByLanguage(texts) => {
                texts.contains_key(FALLBACK) && texts.values().all(|text| is_line(text))
            }
        }
    }
}

fn is_line(text: &str) -> bool {
    !text.trim().is_empty()
        && text.chars().count() <= MAX_CHARACTERS
        && !text.chars().any(char::is_control)
}
