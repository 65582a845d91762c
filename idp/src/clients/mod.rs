//! Clients: who may ask for tokens, how they prove themselves, and where answers may go.

mod authentication;
mod bootstrap;
mod client;
mod color;
mod directory;
mod logo;
mod metadata;
mod redirect_uri;
mod scope;
pub(crate) mod store;

pub(crate) use authentication::secret_digest;
pub use bootstrap::BootstrapRefusal;
pub(crate) use bootstrap::bootstrap;
pub(crate) use client::{Client, GrantType};
pub(crate) use color::Color;
pub(crate) use directory::Directory;
pub(crate) use metadata::{ClientMetadata, Registration, is_id};
pub(crate) use scope::Scope;

#[cfg(test)]
mod tests;
