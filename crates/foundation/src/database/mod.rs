//! Database access: one SQL text for two engines; only this module depends on the engine.

mod connection_settings;
mod dedicated_reader;
mod engine;
mod expired;
mod failure;
mod locking;
mod migration;
mod migration_state;
pub(crate) mod migration_text;
mod migration_url;
mod padded_rows;
pub mod page;
mod pools;
mod postgres_connection;
mod postgres_pool;
mod postgres_probe;
mod private_file;
mod reading;
mod refused_writes;
mod server_limits;
mod sqlite;
mod statement_pair;
mod time;
mod timed_snapshot;
mod waiters;
mod write_probe;

pub use connection_settings::ConnectionSettings;
pub use dedicated_reader::{DedicatedReader, ReaderSlot};
pub use engine::{Connection, Database, Transaction, wait_for_caches};
pub use expired::ExpiredRows;
pub use failure::SqlResultExt;
pub use locking::{locking, row_lock};
pub use migration::MigrationRefusal;
pub use migration_url::read_migration_url;
pub use padded_rows::{
    PaddedRows, RowSlot, padded, padded_arms, portions, union, with_placeholders,
};
pub use postgres_connection::PostgresConnection;
pub use postgres_pool::{PoolTransaction, PostgresPool};
pub use postgres_probe::PROBE_CONNECTIONS;
pub use reading::{Reader, Snapshot};
pub use sqlite::{GroupedTransaction, Writer};
pub use statement_pair::StatementPair;
pub use timed_snapshot::TimedSnapshot;
pub use waiters::WaiterCount;
pub use write_probe::WriteProbe;

/// Runs one sqlx expression on the engine of the connection.
///
/// `on_engine!(connection, |c| sqlx::query(SQL).bind(x).execute(c).await)`: the body is compiled once per engine, so
/// that typed rows work on both and the SQL text is written once.
#[macro_export]
macro_rules! on_engine {
    ($connection:expr, |$c:ident| $body:expr) => {
        match $connection {
            $crate::database::Connection::Sqlite(connection) => {
                let $c = &mut **connection;
                $body
            }
            $crate::database::Connection::Postgres(connection) => {
                let $c = &mut *connection;
                $body
            }
        }
    };
}
