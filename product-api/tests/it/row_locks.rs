//! Provides row locks of PostgreSQL that a test holds until another session waits for them.

use std::time::Duration;

use foundation::{Transaction, on_engine};

use crate::harness::TestApi;

/// A transaction of the test for whose locks other sessions wait.
pub(crate) struct RowLocks(Transaction);

impl RowLocks {
    /// Locks the rows that these statements change.
    pub(crate) async fn take(world: &TestApi, statements: &[&'static str]) -> Self {
        let mut holding = Self(world.app.database.begin().await.unwrap());
        // The server's session detects a deadlock after a second and is aborted; the long timeout spares the test's session.
        holding.does("SET LOCAL deadlock_timeout = '10min'").await;
        for statement in statements {
            holding.does(statement).await;
        }
        holding
    }

    /// Executes one more statement in the transaction.
    pub(crate) async fn does(&mut self, statement: &'static str) {
        on_engine!(&mut self.0.connection(), |c| {
            sqlx::query(statement).execute(c).await.unwrap();
        });
    }

    /// Waits until another session waits for this transaction.
    pub(crate) async fn wait_for_waiter(&mut self) {
        self.wait_for(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))",
        )
        .await;
    }

    /// Commits the transaction once another session waits for one that waits for it.
    pub(crate) async fn commit_at_next_waiter(mut self) {
        self.wait_for(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND EXISTS (SELECT 1 FROM unnest(pg_blocking_pids(pid)) AS first (pid) \
             WHERE pg_backend_pid() = ANY (pg_blocking_pids(first.pid)))",
        )
        .await;
        self.lets_go().await;
    }

    /// Waits until the number of waiting sessions is not zero.
    async fn wait_for(&mut self, number: &'static str) {
        let some = async {
            let mut waiters = 0;
            while waiters == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
                waiters = on_engine!(&mut self.0.connection(), |c| {
                    let count = sqlx::query_scalar::<_, i64>(number);
                    count.fetch_one(c).await.unwrap()
                });
            }
        };
        let patience = Duration::from_mins(1);
        tokio::time::timeout(patience, some).await.unwrap();
    }

    /// Commits the transaction, which releases its locks.
    pub(crate) async fn lets_go(self) {
        self.0.commit().await.unwrap();
    }
}
