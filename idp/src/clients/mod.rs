//! Clients: who may ask for tokens, how they prove themselves, and where answers may go.

mod address;
mod authentication;
mod bootstrap;
mod client;
mod color;
mod directory;
mod jwks;
mod key_cache;
mod logo;
mod metadata;
mod note_use;
mod own_word;
mod redirect_uri;
mod registration;
mod rules;
mod scope;
pub(crate) mod store;
mod subject;
mod words;

pub(crate) use authentication::secret_digest;
pub use bootstrap::BootstrapRefusal;
pub(crate) use bootstrap::bootstrap;
pub(crate) use client::Client;
pub(crate) use color::Color;
pub(crate) use directory::Directory;
pub(crate) use key_cache::ClientKeys;
pub(crate) use metadata::ClientMetadata;
pub(crate) use note_use::note_use;
pub(crate) use registration::Registration;
pub(crate) use rules::{is_document_address, is_id};
pub(crate) use scope::Scope;
pub(crate) use subject::subject_for;
pub(crate) use words::{AuthMethod, GrantType, RegisteredBy, SubjectType, TokenFormat};

#[cfg(test)]
mod tests;
