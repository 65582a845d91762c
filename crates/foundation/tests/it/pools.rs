//! Metrics of the pools: connections in use and idle, and callers that wait.

use foundation::database::WriteProbe;
use foundation::{Clock, Database, on_both_engines};
use futures_util::FutureExt;

use crate::database::MIGRATIONS;

/// Returns the value of a metric of the pool that reads.
fn figure(database: &Database, family: &str, state: &str) -> usize {
    let pool = match database {
        Database::Sqlite { .. } => "sqlite_read",
        Database::Postgres { .. } => "postgres",
    };
    let start = format!("{family}{{service=\"test\",pool=\"{pool}\"{state}}} ");
    let samples = database.pool_samples("test");
    let lines = samples.iter().map(ToString::to_string);
    let mut found = lines.filter_map(|line| line.strip_prefix(&start)?.parse().ok());
    found.next_back().unwrap()
}

/// Returns the number of connections that callers use.
pub(crate) fn in_use(database: &Database) -> usize {
    figure(database, "database_pool_connections", ",state=\"in_use\"")
}

fn waiting(database: &Database) -> usize {
    figure(database, "database_pool_waiting", "")
}

on_both_engines!(
    MIGRATIONS,
    async fn caller_without_a_free_connection_is_counted_while_it_waits(database: Database) {
        let max = figure(&database, "database_pool_max_connections", "");
        let mut readers = Vec::new();
        for _ in 0..max {
            readers.push(database.reader().await.unwrap());
        }
        assert_eq!((in_use(&database), waiting(&database)), (max, 0));
        let mut late = Box::pin(database.reader());
        assert!(late.as_mut().now_or_never().is_none());
        assert_eq!(waiting(&database), 1);
        readers.pop();
        let _late = late.await.unwrap();
        assert_eq!((in_use(&database), waiting(&database)), (max, 0));
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn database_is_ready_while_callers_use_all_connections(database: Database) {
        let probe = WriteProbe::new(&database, &Clock::system());
        let max = figure(&database, "database_pool_max_connections", "");
        let mut readers = Vec::new();
        for _ in 0..max {
            readers.push(database.reader().await.unwrap());
        }
        database.ready().await.unwrap();
        probe.check().await.unwrap();
        drop(readers);
        database.close().await;
        database.ready().await.unwrap_err();
    }
);
