//! Reading: a transaction that sees one instant, and a connection whose statements each see their own.

use sqlx::pool::PoolConnection;
use sqlx::{Postgres, Sqlite};

use super::engine::{Connection, Database};
use super::failure::Failed;
use super::postgres_connection::PostgresConnection;
use super::postgres_pool::PoolTransaction;
use crate::failure::Failure;

/// A transaction that only reads: all of its statements see one instant. Dropping it ends it.
#[derive(Debug)]
pub enum Snapshot {
    /// Of SQLite.
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    /// Of PostgreSQL, REPEATABLE READ.
    Postgres(PoolTransaction),
}

/// A connection for reading outside a transaction: each statement sees its own instant.
#[derive(Debug)]
pub enum Reader {
    /// To SQLite.
    Sqlite(PoolConnection<Sqlite>),
    /// To PostgreSQL.
    Postgres(PoolConnection<Postgres>),
    /// To a pooler, which keeps a session for a transaction only: READ COMMITTED.
    Pooled(PoolTransaction),
}

impl Database {
    /// Begins a transaction that only reads.
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
        .failed("beginning to read")
    }

    /// Takes a connection for reading.
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

    /// Fails unless the database answers.
    pub async fn ready(&self) -> Result<(), Failure> {
        let mut reader = self.reader().await?;
        crate::on_engine!(&mut reader.connection(), |c| {
            sqlx::query("SELECT 1").execute(c).await.map(|_| ())
        })
        .failed("asking the database whether it is there")
    }
}

impl Snapshot {
    /// The connection that cellars work on.
    pub fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(transaction) => Connection::Sqlite(transaction),
            Self::Postgres(transaction) => Connection::Postgres(transaction.connection()),
        }
    }
}

impl Reader {
    /// The connection that cellars work on.
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
