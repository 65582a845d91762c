//! Tests of used ids on both engines: one of fifty concurrent uses succeeds, and expired ids are swept.

use std::time::Duration;

use foundation::{Database, Failure, Timestamp, on_both_engines};
use futures_util::future::join_all;

use super::store;
use crate::MIGRATIONS;

const AT: Timestamp = Timestamp::from_seconds(1_800_000_000);

async fn try_once(database: &Database, digest: &str) -> Result<bool, Failure> {
    let mut transaction = database.begin().await?;
    let is_first = store::insert(&mut transaction.connection(), digest, AT).await?;
    transaction.commit().await?;
    Ok(is_first)
}

/// Retries until the database is not busy.
async fn use_it(database: &Database, digest: &str) -> bool {
    loop {
        if let Ok(is_first) = try_once(database, digest).await {
            return is_first;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

on_both_engines!(
    MIGRATIONS,
    async fn fifty_concurrent_uses_count_once(database: Database) {
        let used = join_all((0..50).map(|_| use_it(&database, "one"))).await;
        assert_eq!(used.iter().filter(|is_first| **is_first).count(), 1);
        assert!(use_it(&database, "two").await, "each counts for itself");
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn expired_replay_rows_are_deleted(database: Database) {
        assert!(use_it(&database, "one").await);
        for (until, deleted) in [(AT.minus(Duration::from_micros(1)), 0), (AT, 1)] {
            let mut transaction = database.begin().await.unwrap();
            let mut db = transaction.connection();
            let swept = store::EXPIRED.delete_some(&mut db, until, 10).await;
            assert_eq!(swept.unwrap(), deleted);
            transaction.commit().await.unwrap();
        }
        assert!(use_it(&database, "one").await);
    }
);
