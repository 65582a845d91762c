//! The identity provider: sign-in, sessions, and an OpenID Provider for other sites. It knows nothing of credits.

mod account;
mod account_api;
mod activity;
mod admin;
pub mod app;
mod assertions;
mod audit;
mod authorize;
mod backchannel;
mod brands;
mod claims;
mod clients;
mod codes;
pub mod config;
mod consents;
mod contracts;
mod cookies;
mod cors;
mod device_authorization;
mod devices;
mod discovery;
mod documents;
mod dpop;
mod errors;
mod grants;
pub mod imports;
mod introspection;
mod jtis;
mod keys;
mod leaving;
mod limits;
mod mail;
mod merges;
mod network;
pub mod operators;
mod pages;
mod par;
mod parameters;
mod parking;
mod passkeys;
mod passwords;
mod registration;
mod repeats;
mod request_objects;
mod resources;
mod revocation;
pub mod routes;
mod sessions;
mod sign_in;
mod sign_out;
mod sweep;
pub mod testing;
mod texts;
mod tokens;
mod upstream;
mod userinfo;
mod users;

pub use account_api::openapi_document as account_document;
pub use admin::openapi_document;
pub use pages::{icon_path, stylesheet_path};
use sqlx::migrate::Migrator;
// Templates name these by their path.
use texts::{fill, fill_two, piece, say};

/// The shape of the database, as embedded migrations.
pub static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");
