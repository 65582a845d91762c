//! Metrics of the connection pools, and a count of callers that wait for a connection.

use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::Pool;

use super::engine::Database;
use super::sqlite::writer::Writer;
use crate::telemetry::{Sample, families};

/// Number of callers that wait for a connection.
#[derive(Debug, Default)]
pub struct WaiterCount(AtomicUsize);

/// A counted caller; dropping it ends the count.
#[derive(Debug)]
pub(super) struct Waiter<'w>(&'w WaiterCount);

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

    fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns true if a pool has opened its maximum number of connections, and callers use all of them.
fn is_full<DB: sqlx::Database>(pool: &Pool<DB>) -> bool {
    pool.size() >= pool.options().get_max_connections() && pool.num_idle() == 0
}

/// Use of one pool.
struct Usage {
    pool: &'static str,
    in_use: usize,
    idle: usize,
    max: usize,
    waiting: usize,
}

impl Usage {
    fn of_pool<DB: sqlx::Database>(
        name: &'static str,
        pool: &Pool<DB>,
        waiting: &WaiterCount,
    ) -> Self {
        let (open, idle) = (pool.size(), pool.num_idle());
        let open = usize::try_from(open).unwrap_or(usize::MAX);
        // The pool's count can drop below zero and wrap around while a connection passes from one caller to the next.
        let idle = if idle > open { 0 } else { idle };
        let max = pool.options().get_max_connections();
        Self {
            pool: name,
            in_use: open.saturating_sub(idle),
            idle,
            max: usize::try_from(max).unwrap_or(usize::MAX),
            waiting: waiting.count(),
        }
    }

    fn of_writer(writer: &Writer) -> Self {
        let is_in_use = writer.seat.try_lock().is_err();
        Self {
            pool: "sqlite_write",
            in_use: usize::from(is_in_use),
            idle: usize::from(!is_in_use),
            max: 1,
            waiting: writer.waiting.count(),
        }
    }

    fn samples(&self, service: &'static str) -> [Sample; 4] {
        let sample = |family, figure: usize| {
            Sample::new(family, figure)
                .with("service", service)
                .with("pool", self.pool)
        };
        [
            sample(families::POOL_CONNECTIONS, self.in_use).with("state", "in_use"),
            sample(families::POOL_CONNECTIONS, self.idle).with("state", "idle"),
            sample(families::POOL_MAX_CONNECTIONS, self.max),
            sample(families::POOL_WAITING, self.waiting),
        ]
    }
}

impl Database {
    /// Returns true if callers use all connections of the pool that reads, and it may open no more.
    pub(super) fn is_full(&self) -> bool {
        match self {
            Self::Sqlite { read, .. } => is_full(read),
            Self::Postgres { pool, .. } => is_full(pool.connections()),
        }
    }

    /// Reads the use of the pools, for the metrics of a service.
    pub fn pool_samples(&self, service: &'static str) -> Vec<Sample> {
        let pools = match self {
            Self::Sqlite {
                read,
                write,
                waiting,
            } => vec![
                Usage::of_pool("sqlite_read", read, waiting),
                Usage::of_writer(write),
            ],
            Self::Postgres { pool, waiting, .. } => {
                vec![Usage::of_pool("postgres", pool.connections(), waiting)]
            }
        };
        let samples = pools.iter().map(|usage| usage.samples(service));
        samples.flatten().collect()
    }
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
