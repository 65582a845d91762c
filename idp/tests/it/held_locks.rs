//! Provides locks on rows and tables of PostgreSQL that a test holds until other sessions wait for it.

use std::time::Duration;

use foundation::{Database, Transaction, on_engine};

/// Counts the sessions that wait for a session, directly or through others. Other tests' sessions in this database do not
/// count.
const WAITING: &str = "WITH RECURSIVE waiting (pid) AS (SELECT CAST($1 AS INTEGER) \
    UNION SELECT a.pid FROM pg_stat_activity a, waiting w WHERE w.pid = ANY(pg_blocking_pids(a.pid))) \
    SELECT COUNT(*) - 1 FROM waiting";
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A transaction that holds locks.
pub(crate) struct HeldLocks {
    database: Database,
    transaction: Transaction,
    pid: i32,
}

impl HeldLocks {
    /// Locks the rows or tables that a statement touches.
    pub(crate) async fn acquire(database: &Database, statement: &'static str) -> Self {
        let mut transaction = database.begin().await.unwrap();
        let db = &mut transaction.connection();
        let own = "SELECT pg_backend_pid()";
        let pid = on_engine!(db, |c| sqlx::query_scalar(own).fetch_one(c).await);
        on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(|_| ())).unwrap();
        Self {
            database: database.clone(),
            transaction,
            pid: pid.unwrap(),
        }
    }

    /// Executes another statement in the transaction.
    pub(crate) async fn execute(&mut self, statement: &'static str) {
        let db = &mut self.transaction.connection();
        on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(|_| ())).unwrap();
    }

    /// Waits until this number of sessions wait for the transaction.
    pub(crate) async fn wait_for_sessions(&self, by: i64) {
        while self.waiting().await < by {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    async fn waiting(&self) -> i64 {
        let mut reader = self.database.reader().await.unwrap();
        on_engine!(&mut reader.connection(), |c| sqlx::query_scalar(WAITING)
            .bind(self.pid)
            .fetch_one(c)
            .await)
        .unwrap()
    }

    /// Rolls the transaction back, which releases its locks.
    pub(crate) async fn undo(self) {
        self.transaction.rollback().await.unwrap();
    }

    /// Commits the transaction, which releases its locks.
    pub(crate) async fn release(self) {
        self.transaction.commit().await.unwrap();
    }
}
