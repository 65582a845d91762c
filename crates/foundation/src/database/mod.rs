//! Database access: one SQL text for two engines; only this module depends on the engine.

mod connection_settings;
mod engine;
mod expired;
mod failure;
mod locking;
mod migration;
mod migration_state;
pub(crate) mod migration_text;
mod migration_url;
mod own_reader;
pub mod page;
mod part;
mod pools;
mod postgres_connection;
mod postgres_pool;
mod postgres_probe;
mod private_file;
mod reading;
mod refused_writes;
mod rows;
mod server_limits;
mod time;
mod timed_snapshot;
mod together;
mod write_probe;
mod writer;

pub use connection_settings::ConnectionSettings;
pub use engine::{Connection, Database, Transaction, wait_for_caches};
pub use expired::Expired;
pub use failure::Failed;
pub use locking::locking;
pub use migration::MigrationRefusal;
pub use migration_url::read_migration_url;
pub use own_reader::{OwnReader, ReaderKept};
pub use part::Part;
pub use pools::Waiting;
pub use postgres_connection::PostgresConnection;
pub use postgres_pool::{PoolTransaction, PostgresPool};
pub use postgres_probe::PROBE_CONNECTIONS;
pub use reading::{Reader, Snapshot};
pub use rows::{Filled, There, filled, filled_arms, many, portions, union};
pub use timed_snapshot::TimedSnapshot;
pub use together::Together;
pub use write_probe::WriteProbe;
pub use writer::Writer;

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
