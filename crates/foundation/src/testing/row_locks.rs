//! Locks on rows and tables of PostgreSQL that a test holds until other sessions wait for them.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test that lacks its locks cannot go on"
)]

use std::time::Duration;

use crate::database::{Database, Transaction};
use crate::on_engine;

/// Counts the sessions that wait for this one, directly or through others.
const WAITING: &str = "WITH RECURSIVE waiting (pid) AS (SELECT pg_backend_pid() \
    UNION SELECT l.pid FROM pg_locks l, waiting w WHERE NOT l.granted AND w.pid = ANY (pg_blocking_pids(l.pid))) \
    SELECT COUNT(*) - 1 FROM waiting";
const POLL_INTERVAL: Duration = Duration::from_millis(5);
const WAIT_TIMEOUT: Duration = Duration::from_mins(1);

/// A transaction that holds locks.
#[derive(Debug)]
pub struct RowLocks(Transaction);

impl RowLocks {
    /// Locks the rows or tables that these statements touch.
    pub async fn take(database: &Database, statements: &[&'static str]) -> Self {
        let mut locks = Self(database.begin().await.expect("a transaction"));
        // The server's session detects a deadlock after a second and is aborted; the long timeout spares the test's session.
        locks.execute("SET LOCAL deadlock_timeout = '10min'").await;
        for statement in statements {
            locks.execute(statement).await;
        }
        locks
    }

    /// Executes another statement in the transaction, and returns the number of affected rows.
    pub async fn execute(&mut self, statement: &'static str) -> u64 {
        on_engine!(&mut self.0.connection(), |c| {
            let executed = sqlx::query(statement).execute(c).await;
            executed.expect("the statement is executed").rows_affected()
        })
    }

    /// Waits until this number of sessions wait for the transaction.
    pub async fn wait_for_sessions(&mut self, count: i64) {
        let waiting = async {
            while self.waiting().await < count {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, waiting)
            .await
            .expect("the sessions wait");
    }

    async fn waiting(&mut self) -> i64 {
        on_engine!(&mut self.0.connection(), |c| {
            let waiting = sqlx::query_scalar(WAITING).fetch_one(c).await;
            waiting.expect("the number of sessions")
        })
    }

    /// Commits the transaction as soon as another session waits for it.
    pub async fn commit_when_awaited(mut self) {
        self.wait_for_sessions(1).await;
        self.commit().await;
    }

    /// Rolls the transaction back, which releases its locks.
    pub async fn rollback(self) {
        self.0.rollback().await.expect("a rollback");
    }

    /// Commits the transaction, which releases its locks.
    pub async fn commit(self) {
        self.0.commit().await.expect("a commit");
    }
}
