//! Helpers for tests: a database per test on each engine, keys that sign, servers on free ports, test doubles.

mod append_only;
mod contract;
mod database;
mod metrics;
mod on_both_engines;
mod roles;
mod row_locks;
mod seeded_rng;
mod server;
mod smtp;
mod sql;
mod template;
mod test_key;

pub use append_only::drop_append_only;
pub use contract::{add_schema_examples, assert_references_resolve, inline_components};
pub use database::{TestDatabase, postgres_schema, pretend_newer, redis_url, sqlite_url};
pub use metrics::Metrics;
pub use on_both_engines::{TestEngine, TestEnvironment, open};
pub use roles::RoleUrls;
pub use row_locks::RowLocks;
pub use seeded_rng::SeededRng;
pub use server::{TestServer, test_client, trusting_client};
pub use smtp::{DeliveredMail, SmtpDouble, SmtpPort};
pub use sql::{execute, select};
pub use test_key::{TestKey, encoded, sha256};
