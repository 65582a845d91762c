//! The product's back end: users, websites, customers, and a prepaid credits ledger.

pub mod app;
mod audit;
mod caller;
pub mod config;
mod customers;
mod problem;
pub mod routes;
mod schema;
mod users;
mod websites;

use sqlx::migrate::Migrator;

/// The shape of the database, as embedded migrations.
pub static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");
