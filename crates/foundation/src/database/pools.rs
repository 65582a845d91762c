//! Metrics of the connection pools.

use sqlx::Pool;

use super::engine::Database;
use super::sqlite::writer::Writer;
use super::waiters::{WaiterCount, is_full};
use crate::telemetry::{Sample, families};

/// Use of one pool.
struct PoolUsage {
    pool: &'static str,
    in_use: usize,
    idle: usize,
    max: usize,
    waiting: usize,
}

impl PoolUsage {
    fn from_pool<DB: sqlx::Database>(
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

    fn from_writer(writer: &Writer) -> Self {
        let is_in_use = writer.state.try_lock().is_err();
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
                PoolUsage::from_pool("sqlite_read", read, waiting),
                PoolUsage::from_writer(write),
            ],
            Self::Postgres { pool, waiting, .. } => {
                vec![PoolUsage::from_pool(
                    "postgres",
                    pool.connections(),
                    waiting,
                )]
            }
        };
        let samples = pools.iter().map(|usage| usage.samples(service));
        samples.flatten().collect()
    }
}
