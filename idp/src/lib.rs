//! The identity provider: sign-in, sessions, and an OpenID Provider for other sites. It knows nothing of credits.

pub mod app;
pub mod config;
mod cookies;
mod mail;
mod pages;
pub mod routes;
mod sessions;
mod sign_in;
mod users;

mod audit;
mod clients;
mod errors;
mod grants;
mod keys;
mod parameters;

use sqlx::migrate::Migrator;

/// The shape of the database, as embedded migrations.
pub static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");
