//! What pages and mails say, in the language of whoever reads them: English in the code, the others by catalogue.

mod accept;
mod catalogue;
mod language;
mod speak;
#[cfg(test)]
mod tests;

pub(crate) use accept::preferred;
pub(crate) use language::Language;
pub(crate) use speak::{fill, fill_two, language, piece, say, say_if_known, speaking};
