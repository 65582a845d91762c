//! Texts from external parties: strict JSON, email addresses, hosts, pictures, and visible characters.

mod email_address;
pub mod host;
pub mod png;
mod private_scheme;
pub mod strict_json;
pub mod text_file;
mod visible_text;

pub use email_address::{EmailAddress, EmailAddressError, ascii_domain};
pub use private_scheme::is_private_scheme;
pub use visible_text::{has_visible_ends, is_hidden, is_showable};
