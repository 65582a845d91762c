//! Saying a text in the language of the request that is being answered.
//!
//! The language belongs to the request's task, as its id does for the log: a page and a mail that is asked for are
//! written in it without each hand between passing it on. Outside of a request it is English.

use std::fmt::Display;

use super::catalogue::{is_known, translated};
use super::language::Language;

tokio::task_local! {
    static SPOKEN: Language;
}

/// What stands for a value in a text.
const GAP: &str = "{}";

/// Does something in a language.
pub(crate) async fn speaking<F: Future>(language: Language, doing: F) -> F::Output {
    SPOKEN.scope(language, doing).await
}

/// The language of the request that is being answered.
pub(crate) fn language() -> Language {
    SPOKEN.try_with(|spoken| *spoken).unwrap_or_default()
}

/// A text, given in English.
pub(crate) fn say(text: &str) -> &str {
    translated(text, language()).unwrap_or(text)
}

/// A text, given in English, unless the catalogue lacks it.
pub(crate) fn say_if_known(text: &str) -> Option<&str> {
    is_known(text).then(|| say(text))
}

/// A text with a value in the place of its `{}`.
pub(crate) fn fill(text: &str, value: impl Display) -> String {
    say(text).replacen(GAP, &value.to_string(), 1)
}

/// A text with two values, in their order.
pub(crate) fn fill_two(text: &str, first: impl Display, second: impl Display) -> String {
    format!(
        "{}{first}{}{second}{}",
        piece(text, 0),
        piece(text, 1),
        piece(text, 2)
    )
}

/// What stands before the first `{}` of a text (0), between it and the next (1), and so on: for values in markup.
pub(crate) fn piece(text: &str, number: usize) -> &str {
    say(text).split(GAP).nth(number).unwrap_or_default()
}
