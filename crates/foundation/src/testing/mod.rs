//! Helpers for tests: a database per test on each engine, servers on free ports, test doubles.

mod append_only;
mod contract;
mod database;
mod metrics;
mod roles;
mod seeded_rng;
mod server;
mod smtp;
mod template;

pub use append_only::drop_append_only;
pub use contract::{assert_references_resolve, inline_components};
pub use database::{TestDatabase, postgres_schema, pretend_newer, redis_url, sqlite_url};
pub use metrics::Metrics;
pub use roles::RoleUrls;
pub use seeded_rng::SeededRng;
pub use server::{TestServer, test_client, trusting_client};
pub use smtp::{Delivery, SmtpDouble, SmtpPort};
