//! The pool of connections to PostgreSQL. It replaces connections that ended while they rested, because the server restarted:
//! no request fails for that before it has asked anything.

use std::str::FromStr;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::pool::PoolConnectionMetadata;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};

use super::engine::{PATIENCE, STATEMENTS_KEPT};
use super::failure::Failed;
use super::servers::Server;
use crate::failure::Failure;

/// PostgreSQL waits this long for a row lock.
const LOCK_PATIENCE: &str = "2s";
const MAX_CONNECTIONS: u32 = 16;
/// The pool pings a connection that rested this long before it hands it out. Under load no connection rests this long.
const MIN_REST: Duration = Duration::from_millis(50);

/// Opens the pool of a server of ours.
pub(super) async fn open(url: &str, server: Server) -> Result<PgPool, Failure> {
    let options = PgConnectOptions::from_str(url)
        .failed("reading the database address")?
        .statement_cache_capacity(STATEMENTS_KEPT)
        // A role's defaults must not lose what was acknowledged, nor hide what was just inserted.
        .options([
            ("lock_timeout", LOCK_PATIENCE),
            ("synchronous_commit", "on"),
            ("default_transaction_isolation", "read committed"),
            // A statement about some dozens of rows finds them by an index. With the server's default, which is
            // for turning disks, a growing table is read whole for them until it has tens of thousands of rows.
            ("random_page_cost", "1.1"),
        ]);
    PgPoolOptions::new()
        .after_connect(move |connection, _| Box::pin(server.sign(connection)))
        .max_connections(MAX_CONNECTIONS)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(false)
        .before_acquire(|connection, rested| Box::pin(ask_if_rested(connection, rested)))
        .connect_with(options)
        .await
        .failed("connecting to PostgreSQL")
}

/// Pings a connection that has rested; after an error the pool drops it and takes the next.
async fn ask_if_rested(
    connection: &mut PgConnection,
    rested: PoolConnectionMetadata,
) -> Result<bool, sqlx::Error> {
    if rested.idle_for >= MIN_REST {
        connection.ping().await?;
    }
    Ok(true)
}

/// Begins a transaction, and retries once where the connection had ended in the pool: nothing was done in it.
pub(super) async fn begin<T, F>(begin: impl Fn() -> F) -> Result<T, sqlx::Error>
where
    F: Future<Output = Result<T, sqlx::Error>>,
{
    match begin().await {
        Err(error) if has_ended(&error) => begin().await,
        outcome => outcome,
    }
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
