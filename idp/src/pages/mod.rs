//! The look of every page of the idp: layout, stylesheet, headers, and the page that says what went wrong.

mod assets;
mod error;
mod page;
#[cfg(test)]
mod tests;

pub use assets::{icon_path, stylesheet_path};
pub(crate) use assets::{passkey_script_path, serve_asset};
pub(crate) use error::{error_page, failure_page};
pub(crate) use page::{Forms, page, page_with_passkeys};
