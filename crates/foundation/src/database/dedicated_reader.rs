//! Connections outside the pools, for long or repeated queries that must not delay other callers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, SqlitePool};

use super::engine::{Connection, Database};
use super::failure::SqlResultExt;
use super::postgres_connection::PostgresConnection;
use super::postgres_pool::{PoolTransaction, PostgresPool};
use super::refused_writes::is_before_refusal;
use crate::failure::Failure;
use crate::time::{Clock, Stopwatch};

/// Number of SQLite's steps between two checks of the deadline.
pub(super) const STEPS: i32 = 10_000;

/// A connection of its own, for reading. Each statement has its own snapshot and a time limit.
#[derive(Debug)]
pub struct DedicatedReader {
    connection: ReaderConnection,
    deadline: Deadline,
}

#[derive(Debug)]
enum ReaderConnection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
    Pooled(PooledReader),
}

/// A reader behind a pooler. Each statement has its own transaction, which ends the lock of its tables; it begins when
/// the caller takes the connection.
#[derive(Debug)]
struct PooledReader {
    pool: PostgresPool,
    limit: Duration,
    open: Option<PoolTransaction>,
}

/// Deadline of a statement. Dropping the reader cancels a running statement.
#[derive(Debug)]
struct Deadline {
    watch: Stopwatch,
    limit: Duration,
    /// Milliseconds on the stopwatch.
    until: Arc<AtomicU64>,
}

/// Returns the whole milliseconds of a duration.
pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl Deadline {
    fn new(limit: Duration) -> Self {
        Self {
            watch: Clock::system().stopwatch(),
            limit,
            until: Arc::default(),
        }
    }

    fn begin(&self) {
        let until = self.watch.elapsed().saturating_add(self.limit);
        self.until.store(millis(until), Ordering::Relaxed);
    }

    /// Returns a check for time left that another thread can call.
    fn has_time_left(&self) -> impl FnMut() -> bool + Send + 'static {
        let (watch, until) = (self.watch, Arc::clone(&self.until));
        move || millis(watch.elapsed()) < until.load(Ordering::Relaxed)
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        self.until.store(0, Ordering::Relaxed);
    }
}

impl Database {
    /// Opens a connection for reading outside the pools; a statement that takes longer than `limit` fails.
    pub async fn dedicated_reader(&self, limit: Duration) -> Result<DedicatedReader, Failure> {
        let deadline = Deadline::new(limit);
        let connection = match self {
            Self::Sqlite { read, .. } => {
                sqlite(read, &deadline).await.map(ReaderConnection::Sqlite)
            }
            Self::Postgres { pool, .. } => postgres(pool, limit).await,
        };
        let connection = connection.failed("opening a dedicated connection")?;
        Ok(DedicatedReader {
            connection,
            deadline,
        })
    }
}

async fn sqlite(pool: &SqlitePool, deadline: &Deadline) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = SqliteConnection::connect_with(&pool.connect_options()).await?;
    deadline.begin();
    let mut handle = connection.lock_handle().await?;
    handle.set_progress_handler(STEPS, deadline.has_time_left());
    drop(handle);
    Ok(connection)
}

async fn postgres(pool: &PostgresPool, limit: Duration) -> Result<ReaderConnection, sqlx::Error> {
    if pool.has_pooler() {
        return Ok(ReaderConnection::Pooled(PooledReader {
            pool: pool.clone(),
            limit,
            open: None,
        }));
    }
    let options = pool.connect_options().options([
        ("statement_timeout", millis(limit).to_string()),
        ("default_transaction_read_only", "on".to_owned()),
    ]);
    PgConnection::connect_with(&options)
        .await
        .map(ReaderConnection::Postgres)
}

impl PooledReader {
    async fn connection(&mut self) -> Result<PostgresConnection<'_>, sqlx::Error> {
        self.open = None;
        let begun = self.pool.begin_reading_for(self.limit).await?;
        Ok(self.open.insert(begun).connection())
    }
}

impl DedicatedReader {
    /// Returns the connection for stores, for one statement. The time limit begins now.
    pub async fn connection(&mut self) -> Result<Connection<'_>, Failure> {
        self.deadline.begin();
        match &mut self.connection {
            ReaderConnection::Sqlite(connection) => Ok(Connection::Sqlite(connection)),
            ReaderConnection::Postgres(connection) => {
                let connection = PostgresConnection::new(connection, false);
                Ok(Connection::Postgres(connection))
            }
            ReaderConnection::Pooled(reader) => reader.connection().await.map(Connection::Postgres),
        }
        .failed("beginning a read transaction")
    }

    /// Closes the connection.
    pub async fn close(self) -> Result<(), Failure> {
        match self.connection {
            ReaderConnection::Sqlite(connection) => connection.close().await,
            ReaderConnection::Postgres(connection) => connection.close().await,
            ReaderConnection::Pooled(_) => Ok(()),
        }
        .failed("closing a dedicated connection")
    }
}

/// Keeps a [`DedicatedReader`] open between repeated queries. Each new connection plans a large statement again, which costs
/// more than running it.
#[derive(Debug)]
pub struct ReaderSlot {
    database: Database,
    limit: Duration,
    reader: Mutex<Option<DedicatedReader>>,
}

impl ReaderSlot {
    /// Creates a slot without a connection; the first [`ReaderSlot::take`] opens one. A statement that takes longer than `limit`
    /// fails.
    pub fn new(database: &Database, limit: Duration) -> Self {
        Self {
            database: database.clone(),
            limit,
            reader: Mutex::new(None),
        }
    }

    /// Returns the stored reader. Opens a new one if another caller has it, if none was put back, or if its server has
    /// refused a write since.
    pub async fn take(&self) -> Result<DedicatedReader, Failure> {
        let stored = self.lock().take();
        match stored {
            Some(reader) if !is_before_refusal(reader.deadline.watch.elapsed()) => Ok(reader),
            Some(_) | None => self.database.dedicated_reader(self.limit).await,
        }
    }

    /// Stores a reader for the next [`ReaderSlot::take`]. Callers drop a reader whose query failed, because it may be unusable.
    /// Behind a pooler this does nothing: such a reader takes a connection of the pool for each statement.
    pub fn put_back(&self, reader: DedicatedReader) {
        if !matches!(reader.connection, ReaderConnection::Pooled(_)) {
            *self.lock() = Some(reader);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<DedicatedReader>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
