//! Count of the callers that wait for a connection.

use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::Pool;

/// Number of callers that wait for a connection.
#[derive(Debug, Default)]
pub struct WaiterCount(AtomicUsize);

/// A counted caller; dropping it ends the count.
#[derive(Debug)]
pub(crate) struct Waiter<'w>(&'w WaiterCount);

impl WaiterCount {
    /// Counts a caller if all connections of its pool are in use.
    pub(super) fn enter_if_full<DB: sqlx::Database>(&self, pool: &Pool<DB>) -> Option<Waiter<'_>> {
        is_full(pool).then(|| self.enter())
    }

    /// Counts a caller.
    pub(super) fn enter(&self) -> Waiter<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Waiter(self)
    }

    /// Returns the current number.
    pub(super) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns true if a pool has opened its maximum number of connections, and callers use all of them.
pub(super) fn is_full<DB: sqlx::Database>(pool: &Pool<DB>) -> bool {
    pool.size() >= pool.options().get_max_connections() && pool.num_idle() == 0
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqlitePoolOptions;

    use super::*;

    #[tokio::test]
    async fn pool_with_an_idle_connection_is_not_full() {
        let options = SqlitePoolOptions::new().max_connections(1);
        let pool = options.connect("sqlite::memory:").await.unwrap();
        let taken = pool.acquire().await.unwrap();
        assert!(is_full(&pool));
        drop(taken);
        // A task of the pool takes the connection back.
        while pool.num_idle() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(!is_full(&pool));
    }
}
