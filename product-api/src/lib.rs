//! The product's back end: users, websites, customers, and a prepaid credits ledger.

mod api_keys;
pub mod app;
mod audit;
pub mod billing;
mod caller;
pub mod config;
mod credits;
mod customers;
mod docs;
pub mod ended_grants;
mod features;
mod idempotency;
mod idp;
mod limits;
mod notices;
mod operators;
mod owner_mails;
mod polling;
mod problem;
mod registrations;
mod resource;
pub mod routes;
mod schema;
mod signups;
pub mod sweep;
pub mod telemetry;
pub mod usage;
pub mod user_changes;
mod users;
pub mod webhooks;
mod websites;

pub use credits::{Finding, verify};
pub use customers::{OddAddress, find_odd_addresses};
pub use routes::openapi_document;
use sqlx::migrate::Migrator;

/// The database schema, as embedded migrations.
pub static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");
