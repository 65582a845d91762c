//! Pools, transactions and connections of both engines behind one closed set of types.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};

use super::connection_settings::{ConnectionSettings, MAX_CACHED_STATEMENTS, WAIT_TIMEOUT};
use super::failure::SqlResultExt;
use super::postgres_connection::PostgresConnection;
use super::postgres_pool::{PoolTransaction, PostgresPool};
use super::private_file::create_private;
use super::sqlite::group_commit::GroupedTransaction;
use super::sqlite::writer::Writer;
use super::waiters::WaiterCount;
use crate::failure::{CommitOutcome, Failure};
use crate::task::read_cache::MAX_AGE;

/// Margin for clocks of two machines that run at different rates.
const CLOCK_MARGIN: Duration = Duration::from_millis(1);
/// Number of connections that read from a SQLite file.
const SQLITE_READERS: u32 = 4;

/// A database on one of the two engines; clones are cheap and share its pools.
#[derive(Clone, Debug)]
pub enum Database {
    /// One file with one writer and several readers, in WAL mode; every commit is synced to the disk.
    Sqlite {
        /// Read-only connections.
        read: SqlitePool,
        /// The only connection that writes.
        write: Writer,
        /// Callers that wait for a connection that reads.
        waiting: Arc<WaiterCount>,
    },
    /// A PostgreSQL server.
    Postgres {
        /// Connections for reading and writing.
        pool: PostgresPool,
        /// Callers that wait for a connection.
        waiting: Arc<WaiterCount>,
    },
}

/// A connection to one of the two engines; stores borrow it and run statements on it with [`on_engine!`](crate::on_engine).
#[derive(Debug)]
pub enum Connection<'a> {
    /// To SQLite.
    Sqlite(&'a mut SqliteConnection),
    /// To PostgreSQL.
    Postgres(PostgresConnection<'a>),
}

/// An open transaction; dropping it without [`Transaction::commit`] undoes it.
#[derive(Debug)]
pub enum Transaction {
    /// On SQLite, begun IMMEDIATE; several transactions may share a commit.
    Sqlite(GroupedTransaction),
    /// On PostgreSQL, READ COMMITTED.
    Postgres(PoolTransaction),
}

impl Database {
    /// Opens `sqlite:path/to/file.db`, creating a missing file, or `postgres://…`.
    pub async fn open(url: &str) -> Result<Self, Failure> {
        Self::open_with(url, ConnectionSettings::default()).await
    }

    /// Opens a database; `settings` apply to PostgreSQL only.
    pub async fn open_with(url: &str, settings: ConnectionSettings) -> Result<Self, Failure> {
        if url.starts_with("sqlite:") {
            Self::open_sqlite(url).await
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            let pool = PostgresPool::open(url, settings).await?;
            Ok(Self::Postgres {
                pool,
                waiting: Arc::default(),
            })
        } else {
            Err(Failure::defect(
                "a database address begins with sqlite: or postgres:",
            ))
        }
    }

    async fn open_sqlite(url: &str) -> Result<Self, Failure> {
        let options = SqliteConnectOptions::from_str(url)
            .failed("reading the database address")?
            .create_if_missing(true)
            .statement_cache_capacity(MAX_CACHED_STATEMENTS)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(WAIT_TIMEOUT);
        create_private(options.get_filename())
            .map_err(|error| Failure::unavailable("creating the SQLite file", error))?;
        let write = Writer::open(options.clone(), WAIT_TIMEOUT)
            .await
            .failed("opening the SQLite file")?;
        let read = SqlitePoolOptions::new()
            .max_connections(SQLITE_READERS)
            .acquire_timeout(WAIT_TIMEOUT)
            .test_before_acquire(false)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await
            .failed("opening the SQLite file for reading")?;
        Ok(Self::Sqlite {
            read,
            write,
            waiting: Arc::default(),
        })
    }

    /// Begins a transaction that writes.
    pub async fn begin(&self) -> Result<Transaction, Failure> {
        match self {
            // A deferred transaction that reads and then writes fails at once if another writer was faster, and waiting
            // does not help. IMMEDIATE takes the write lock first.
            Self::Sqlite { write, .. } => write.begin().await.map(Transaction::Sqlite),
            Self::Postgres { pool, waiting } => {
                let _waiter = waiting.enter_if_full(pool.connections());
                pool.begin().await.map(Transaction::Postgres)
            }
        }
        .failed("beginning a transaction")
    }

    /// Returns the engine's name, for logs and for tests.
    pub fn engine(&self) -> &'static str {
        match self {
            Self::Sqlite { .. } => "sqlite",
            Self::Postgres { .. } => "postgres",
        }
    }

    /// Closes all connections.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { read, write, .. } => {
                read.close().await;
                write.close().await;
            }
            Self::Postgres { pool, .. } => pool.close().await,
        }
    }
}

impl Transaction {
    /// Returns the connection for stores.
    pub fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(transaction) => Connection::Sqlite(transaction.connection()),
            Self::Postgres(transaction) => Connection::Postgres(transaction.connection()),
        }
    }

    /// Commits the transaction; returns once the disk has it.
    ///
    /// A failure leaves open whether the commit was done ([`CommitOutcome::Unknown`]): the server may have written it before its
    /// response was lost. Only a transaction that SQLite rolled back with another one's is known to be undone.
    pub async fn commit(self) -> Result<(), Failure> {
        let doing = "committing";
        match self {
            Self::Sqlite(transaction) => {
                let outcome = transaction.commit().await;
                outcome.map_err(|error| error.failure(doing))
            }
            Self::Postgres(transaction) => transaction
                .commit()
                .await
                .failed(doing)
                .map_err(|failure| failure.with_commit_outcome(CommitOutcome::Unknown)),
        }
    }

    /// Commits, then waits until cached reads on every replica have expired. Use it to revoke credentials, and for what
    /// callers may rely on in their next request.
    pub async fn commit_and_wait_for_caches(self) -> Result<(), Failure> {
        self.commit().await?;
        wait_for_caches().await;
        Ok(())
    }

    /// Rolls back at once instead of at the next use of the connection.
    pub async fn rollback(self) -> Result<(), Failure> {
        match self {
            Self::Sqlite(transaction) => transaction.rollback().await,
            Self::Postgres(transaction) => transaction.rollback().await,
        }
        .failed("rolling back")
    }
}

/// Waits until cached reads on every replica have expired that may lack the commits before this call. It serves any
/// number of commits: use it after the last one.
pub async fn wait_for_caches() {
    tokio::time::sleep(MAX_AGE + CLOCK_MARGIN).await;
}
