//! Common parts of all pages of the idp: layout, stylesheet, headers, language, and error pages.

mod assets;
mod error;
mod language;
mod page;
#[cfg(test)]
mod tests;

pub use assets::{icon_path, stylesheet_path};
pub(crate) use assets::{passkey_script_path, serve_asset, waiting_script_path};
pub(crate) use error::{PageLink, error_page, failure_page, refusal_page, refused_request_page};
pub(crate) use language::{in_language, other_languages, without_other_languages};
pub(crate) use page::{FormTargets, page, page_with_script, posting_page};
