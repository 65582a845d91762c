//! Pool of connections to PostgreSQL, or to a pooler in front of it.
//!
//! It replaces connections that ended while they were idle because the server restarted, so that no request fails
//! before its first statement. It also replaces those to a server that has refused a write ([`super::refused_writes`]).
//!
//! A pooler such as `PgBouncer` in transaction mode gives each transaction any free session. Behind one, each statement
//! runs in an explicit transaction, whose first message sets what a session has from its start elsewhere.

use std::str::FromStr;
use std::time::Duration;

use sqlx::pool::{PoolConnection, PoolConnectionMetadata};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgTransaction};
use sqlx::{AssertSqlSafe, Connection as _, Postgres, SqlSafeStr as _, SqlStr};

use super::connection_settings::{ConnectionSettings, MAX_CACHED_STATEMENTS, WAIT_TIMEOUT};
use super::failure::SqlResultExt;
use super::postgres_connection::PostgresConnection;
use super::refused_writes::is_before_refusal;
use crate::failure::Failure;

/// Time that PostgreSQL waits for a row lock.
const LOCK_TIMEOUT: &str = "2s";
/// The pool pings a connection that was idle this long before it returns it. Under load no connection is idle this long.
const MIN_IDLE_TIME: Duration = Duration::from_millis(50);

/// Begins a transaction behind a pooler, in one message: its mode, and what [`options`] set for a session elsewhere.
macro_rules! begin_pooled {
    ($mode:literal) => {
        concat!(
            "BEGIN ISOLATION LEVEL ",
            $mode,
            "; SET LOCAL lock_timeout = '2s'; SET LOCAL synchronous_commit = 'on'; \
             SET LOCAL random_page_cost = 1.1"
        )
    };
}

const BEGIN_POOLED: &str = begin_pooled!("READ COMMITTED");
const READ_POOLED: &str = begin_pooled!("READ COMMITTED READ ONLY");
const SNAPSHOT_POOLED: &str = begin_pooled!("REPEATABLE READ READ ONLY");
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const POOLER_WITHOUT_SETTING: &str = "connecting to PostgreSQL: something between refuses or drops the settings of our \
    sessions. If it is a pooler such as PgBouncer, set IDP_DATABASE_POOLER or API_DATABASE_POOLER to transaction; \
    deploy/README.md, \"Connections\", says what that means";

/// Connections to PostgreSQL; clones are cheap and share them.
#[derive(Clone, Debug)]
pub struct PostgresPool {
    pool: PgPool,
    has_pooler: bool,
}

/// A transaction on a connection of the pool; dropping it without a commit rolls it back.
#[derive(Debug)]
pub struct PoolTransaction {
    transaction: PgTransaction<'static>,
    has_pooler: bool,
}

impl PostgresPool {
    /// Opens a pool for this process.
    pub(super) async fn open(url: &str, settings: ConnectionSettings) -> Result<Self, Failure> {
        let options = options(url, settings)?;
        let pool = PgPoolOptions::new()
            .max_connections(settings.max_connections)
            .acquire_timeout(WAIT_TIMEOUT)
            .test_before_acquire(false)
            .before_acquire(|connection, metadata| Box::pin(is_usable(connection, metadata)))
            .connect_with(options)
            .await;
        let pool = match pool {
            Err(error) if is_about_session_settings(&error) => {
                return Err(Failure::unavailable(POOLER_WITHOUT_SETTING, error));
            }
            outcome => outcome.failed("connecting to PostgreSQL")?,
        };
        let pool = Self {
            pool,
            has_pooler: settings.has_pooler,
        };
        if !pool.has_pooler {
            pool.check_session().await?;
        }
        Ok(pool)
    }

    /// Fails if a proxy drops the settings of a session's start: without them a lock wait has no limit.
    async fn check_session(&self) -> Result<(), Failure> {
        let timeout: String = sqlx::query_scalar("SELECT current_setting('lock_timeout')")
            .fetch_one(&self.pool)
            .await
            .failed("reading the settings of the session")?;
        if timeout == LOCK_TIMEOUT {
            Ok(())
        } else {
            Err(Failure::defect(POOLER_WITHOUT_SETTING))
        }
    }

    /// Returns true if a pooler is in front of PostgreSQL.
    pub(super) fn has_pooler(&self) -> bool {
        self.has_pooler
    }

    /// Returns the connections, for the metrics of their use.
    pub(super) fn connections(&self) -> &PgPool {
        &self.pool
    }

    /// Returns the options of a connection outside the pool.
    pub(super) fn connect_options(&self) -> PgConnectOptions {
        self.pool.connect_options().as_ref().clone()
    }

    /// Begins a transaction that writes.
    pub(super) async fn begin(&self) -> Result<PoolTransaction, sqlx::Error> {
        let statement = if self.has_pooler {
            BEGIN_POOLED
        } else {
            "BEGIN"
        };
        self.begin_with_statement(statement.into_sql_str()).await
    }

    /// Begins a transaction whose statements share one snapshot.
    pub(super) async fn snapshot(&self) -> Result<PoolTransaction, sqlx::Error> {
        self.begin_with_statement(self.snapshot_text().into_sql_str())
            .await
    }

    /// Begins such a transaction, in which a statement that takes longer than `limit` fails.
    pub(super) async fn snapshot_for(
        &self,
        limit: Duration,
    ) -> Result<PoolTransaction, sqlx::Error> {
        self.begin_for(self.snapshot_text(), limit).await
    }

    fn snapshot_text(&self) -> &'static str {
        if self.has_pooler {
            SNAPSHOT_POOLED
        } else {
            SNAPSHOT
        }
    }

    /// Begins a transaction behind a pooler whose statements each have their own snapshot.
    pub(super) async fn begin_reading(&self) -> Result<PoolTransaction, sqlx::Error> {
        self.begin_with_statement(READ_POOLED.into_sql_str()).await
    }

    /// Begins such a transaction, in which a statement that takes longer than `limit` fails.
    pub(super) async fn begin_reading_for(
        &self,
        limit: Duration,
    ) -> Result<PoolTransaction, sqlx::Error> {
        self.begin_for(READ_POOLED, limit).await
    }

    /// Begins a transaction and limits its statements, in one message.
    async fn begin_for(
        &self,
        begin: &str,
        limit: Duration,
    ) -> Result<PoolTransaction, sqlx::Error> {
        // PostgreSQL takes 0 for no limit.
        let limit = limit.as_millis().max(1);
        let statement = format!("{begin}; SET LOCAL statement_timeout = {limit}");
        self.begin_with_statement(AssertSqlSafe(statement).into_sql_str())
            .await
    }

    /// Takes a connection.
    pub(super) async fn acquire(&self) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        self.pool.acquire().await
    }

    /// Closes all connections.
    pub(super) async fn close(&self) {
        self.pool.close().await;
    }

    /// Begins a transaction, and retries once if the connection had ended in the pool: it has run no statement.
    async fn begin_with_statement(
        &self,
        statement: SqlStr,
    ) -> Result<PoolTransaction, sqlx::Error> {
        let transaction = match self.pool.begin_with(statement.clone()).await {
            Err(error) if has_ended(&error) => self.pool.begin_with(statement).await,
            outcome => outcome,
        }?;
        Ok(PoolTransaction {
            transaction,
            has_pooler: self.has_pooler,
        })
    }
}

impl PoolTransaction {
    pub(super) fn connection(&mut self) -> PostgresConnection<'_> {
        PostgresConnection::new(&mut self.transaction, self.has_pooler)
    }

    pub(super) async fn commit(self) -> Result<(), sqlx::Error> {
        self.transaction.commit().await
    }

    pub(super) async fn rollback(self) -> Result<(), sqlx::Error> {
        self.transaction.rollback().await
    }
}

/// Returns true if the server refused a connection because of its session settings.
fn is_about_session_settings(error: &sqlx::Error) -> bool {
    let error = error.as_database_error();
    error.is_some_and(|error| error.message().contains("startup parameter"))
}

/// Returns the options of a connection. Poolers accept no session settings: they refuse them, or give them to other clients.
fn options(url: &str, settings: ConnectionSettings) -> Result<PgConnectOptions, Failure> {
    let options = PgConnectOptions::from_str(url)
        .failed("reading the database address")?
        .statement_cache_capacity(MAX_CACHED_STATEMENTS);
    if settings.has_pooler {
        return Ok(options.extra_float_digits(None));
    }
    // A role's defaults must not lose acknowledged writes, nor hide rows that were just inserted.
    Ok(options.options([
        ("lock_timeout", LOCK_TIMEOUT),
        ("synchronous_commit", "on"),
        ("default_transaction_isolation", "read committed"),
        // Statements about some dozens of rows use an index with this value. With the server's default, which is for
        // hard disks, they scan a growing table until it has tens of thousands of rows.
        ("random_page_cost", "1.1"),
    ]))
}

/// Returns true if the pool may return a connection, after a ping if it was idle; else the pool opens another.
async fn is_usable(
    connection: &mut PgConnection,
    metadata: PoolConnectionMetadata,
) -> Result<bool, sqlx::Error> {
    if is_before_refusal(metadata.age) {
        return Ok(false);
    }
    if metadata.idle_for >= MIN_IDLE_TIME {
        connection.ping().await?;
    }
    Ok(true)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a foreign enum that grows")]
fn has_ended(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        // admin_shutdown, crash_shutdown.
        sqlx::Error::Database(error) => error
            .code()
            .is_some_and(|code| ["57P01", "57P02"].contains(&&*code)),
        _ => false,
    }
}
