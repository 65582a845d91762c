//! The identity provider: sign-in, sessions, and an OpenID Provider for other websites. It is independent of credits.

mod admin;
pub mod app;
pub mod config;
mod http;
mod identity;
mod limits;
mod oauth;
mod observability;
mod protocol;
pub mod routes;
mod session;
mod sign_in;
pub mod testing;

pub use admin::account_api::openapi_document as account_document;
pub use admin::admin_api::openapi_document;
pub use http::pages::{icon_path, stylesheet_path};
pub use observability::telemetry;
pub use sign_in::{imports, operators};
use sqlx::migrate::Migrator;
// Template paths refer to these names.
use http::i18n::{fill, fill_two, piece, say};

/// Schema of the database, as embedded migrations.
pub static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");
