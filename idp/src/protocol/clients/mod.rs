//! Clients: their registration, their authentication, and their redirect URIs.

mod address;
mod authentication;
mod bootstrap;
mod client;
mod color;
mod directory;
mod fetch_logo;
mod jwks;
mod key_cache;
mod logo;
mod metadata;
mod operator_settings;
mod own_page;
mod pointer;
mod record_use;
mod redirect_uri;
mod registration;
mod rules;
mod scope;
mod self_registered;
mod signed;
pub(crate) mod store;
mod subject;
mod sweep_idle;
mod words;

pub(crate) use address::{bare, is_on_a_machine, login_link, resource_problem, resources_among};
pub(crate) use authentication::{MAX_PREVIOUS_SECRETS, secret_digest};
pub use bootstrap::BootstrapRefusal;
pub(crate) use bootstrap::{apply_file, read_file};
pub(crate) use client::Client;
pub(crate) use color::Color;
pub(crate) use directory::Directory;
pub(crate) use fetch_logo::{FetchedLogo, RemoteLogo, fetch_logo};
pub(crate) use key_cache::ClientKeys;
pub(crate) use metadata::ClientMetadata;
pub(crate) use operator_settings::{apply_operator_settings, new_inactive_client};
pub(crate) use pointer::pointer_of;
pub(crate) use record_use::note_use;
pub(crate) use registration::Registration;
pub(crate) use rules::{is_document_address, is_id};
pub(crate) use scope::Scope;
pub(crate) use signed::verify_signed;
pub(crate) use subject::{session_for, subject_for};
pub(crate) use sweep_idle::sweep_idle;
pub(crate) use words::{
    AuthMethod, GrantType, RegisteredBy, RequestAlgorithm, SubjectType, TokenFormat,
};

#[cfg(test)]
mod tests;
