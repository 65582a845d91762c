//! Texts of pages and emails in the reader's language: English in the code, other languages by catalogue.

mod accept;
mod catalogue;
mod language;
#[cfg(test)]
mod tests;
mod translate;

pub(crate) use accept::preferred;
pub(crate) use language::Language;
pub(crate) use translate::{fill, fill_two, language, piece, say, say_if_known, with_language};
