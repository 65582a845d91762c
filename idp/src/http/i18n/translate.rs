//! Translation of texts into the language of the current request.
//!
//! The language is a task-local value, as the request id is for the log: functions that write pages and emails need no
//! parameter for it. Outside of a request it is English.

use std::fmt::Display;

use super::catalogue::{has_text, translated};
use super::language::Language;

tokio::task_local! {
    static SPOKEN: Language;
}

/// Placeholder for a value in a text.
const PLACEHOLDER: &str = "{}";

/// Runs a future in a language.
pub(crate) async fn with_language<F: Future>(language: Language, doing: F) -> F::Output {
    SPOKEN.scope(language, doing).await
}

/// Returns the language of the current request.
pub(crate) fn language() -> Language {
    SPOKEN.try_with(|spoken| *spoken).unwrap_or_default()
}

/// Returns the translation of an English text.
pub(crate) fn say(text: &str) -> &str {
    translated(text, language()).unwrap_or(text)
}

/// Returns the translation of an English text; `None` if the catalogue lacks it.
pub(crate) fn say_if_known(text: &str) -> Option<&str> {
    has_text(text).then(|| say(text))
}

/// Returns the translation of a text, with a value in place of its `{}`.
pub(crate) fn fill(text: &str, value: impl Display) -> String {
    say(text).replacen(PLACEHOLDER, &value.to_string(), 1)
}

/// Returns the translation of a text with two values, in their order.
pub(crate) fn fill_two(text: &str, first: impl Display, second: impl Display) -> String {
    format!(
        "{}{first}{}{second}{}",
        piece(text, 0),
        piece(text, 1),
        piece(text, 2)
    )
}

/// Returns a part of a translated text: before the first `{}` (0), between it and the next (1), and so on, for values
/// in markup.
pub(crate) fn piece(text: &str, number: usize) -> &str {
    say(text).split(PLACEHOLDER).nth(number).unwrap_or_default()
}
