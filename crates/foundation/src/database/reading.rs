//! Reading: transactions with one snapshot, and connections with a snapshot per statement.

use std::pin::pin;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Postgres, Sqlite};

use super::engine::{Connection, Database};
use super::failure::SqlResultExt;
use super::postgres_connection::PostgresConnection;
use super::postgres_pool::PoolTransaction;
use super::timed_snapshot::TimedSnapshot;
use crate::failure::Failure;

/// Time that the readiness check waits for a connection. Its response has to arrive within a second.
pub(super) const BUSY_AFTER: Duration = Duration::from_millis(500);

/// A transaction that only reads; all of its statements share one snapshot. Dropping it ends it.
#[derive(Debug)]
pub enum Snapshot {
    /// Of SQLite.
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    /// Of SQLite, with a deadline.
    TimedSqlite(TimedSnapshot),
    /// Of PostgreSQL, REPEATABLE READ.
    Postgres(PoolTransaction),
}

/// A connection for reading outside a transaction; each statement has its own snapshot.
#[derive(Debug)]
pub enum Reader {
    /// To SQLite.
    Sqlite(PoolConnection<Sqlite>),
    /// To PostgreSQL.
    Postgres(PoolConnection<Postgres>),
    /// To a pooler, which keeps a session only for a transaction: READ COMMITTED.
    Pooled(PoolTransaction),
}

impl Database {
    /// Begins a transaction that only reads; all its statements see one state of the database. Use it for several statements that
    /// must agree; [`Database::reader`] is cheaper for a single one.
    pub async fn snapshot(&self) -> Result<Snapshot, Failure> {
        match self {
            Self::Sqlite { read, waiting, .. } => {
                let _waiter = waiting.enter_if_full(read);
                let begun = read.begin_with("BEGIN DEFERRED").await;
                begun.map(Snapshot::Sqlite)
            }
            Self::Postgres { pool, waiting, .. } => {
                let _waiter = waiting.enter_if_full(pool.connections());
                pool.snapshot().await.map(Snapshot::Postgres)
            }
        }
        .failed("beginning a read transaction")
    }

    /// Begins a transaction that only reads. A statement fails with [`FailureKind::Unavailable`](crate::failure::FailureKind) if it
    /// takes longer than `limit`; on SQLite all statements together have this limit. Dropping the snapshot interrupts a running
    /// statement on SQLite; PostgreSQL ends one at its limit.
    pub async fn snapshot_for(&self, limit: Duration) -> Result<Snapshot, Failure> {
        match self {
            Self::Sqlite { read, waiting, .. } => {
                let _waiter = waiting.enter_if_full(read);
                let begun = TimedSnapshot::begin(read, limit).await;
                begun.map(Snapshot::TimedSqlite)
            }
            Self::Postgres { pool, waiting, .. } => {
                let _waiter = waiting.enter_if_full(pool.connections());
                pool.snapshot_for(limit).await.map(Snapshot::Postgres)
            }
        }
        .failed("beginning a read transaction")
    }

    /// Takes a connection of a pool for reading; each statement sees the newest state. Dropping the reader returns it.
    pub async fn reader(&self) -> Result<Reader, Failure> {
        match self {
            Self::Sqlite { read, waiting, .. } => {
                let _waiter = waiting.enter_if_full(read);
                read.acquire().await.map(Reader::Sqlite)
            }
            Self::Postgres { pool, waiting, .. } => {
                let _waiter = waiting.enter_if_full(pool.connections());
                if pool.has_pooler() {
                    pool.begin_reading().await.map(Reader::Pooled)
                } else {
                    pool.acquire().await.map(Reader::Postgres)
                }
            }
        }
        .failed("taking a connection")
    }

    /// Fails unless the database responds. A pool with all connections open and none free is busy, not unavailable; the
    /// [`WriteProbe`](super::WriteProbe), which has its own connection, checks the server then.
    pub async fn ready(&self) -> Result<(), Failure> {
        let mut taking = pin!(self.reader());
        let taken = match tokio::time::timeout(BUSY_AFTER, taking.as_mut()).await {
            Ok(taken) => taken,
            Err(_elapsed) if self.is_full() => return Ok(()),
            Err(_elapsed) => taking.await,
        };
        let mut reader = taken?;
        crate::on_engine!(&mut reader.connection(), |c| {
            sqlx::query("SELECT 1").execute(c).await.map(|_| ())
        })
        .failed("checking the connection to the database")
    }
}

impl Snapshot {
    /// Returns the connection for stores.
    pub fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(transaction) => Connection::Sqlite(transaction),
            Self::TimedSqlite(snapshot) => Connection::Sqlite(snapshot.connection()),
            Self::Postgres(transaction) => Connection::Postgres(transaction.connection()),
        }
    }
}

impl Reader {
    /// Returns the connection for stores.
    pub fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(connection) => Connection::Sqlite(connection),
            Self::Postgres(connection) => {
                Connection::Postgres(PostgresConnection::new(connection, false))
            }
            Self::Pooled(transaction) => Connection::Postgres(transaction.connection()),
        }
    }
}
