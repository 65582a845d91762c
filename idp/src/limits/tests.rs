//! Tests of the counters on both engines: the limit is never exceeded, and windows are renewed.

use std::time::Duration;

use foundation::{Database, Timestamp, on_both_engines};
use futures_util::future::join_all;

use super::store;
use crate::MIGRATIONS;

const AT: Timestamp = Timestamp::from_seconds(1_700_000_000);
const WINDOW: Duration = Duration::from_mins(15);

async fn take(database: &Database, key: &str, now: Timestamp) -> bool {
    let mut transaction = database.begin().await.unwrap();
    let mut db = transaction.connection();
    let allowed = store::take(&mut db, key, 3, now, now.plus(WINDOW)).await;
    let allowed = allowed.unwrap();
    transaction.commit().await.unwrap();
    allowed
}

on_both_engines!(
    MIGRATIONS,
    async fn window_limits_actions_and_the_next_resets(database: Database) {
        for expected in [true, true, true, false, false] {
            assert_eq!(take(&database, "a", AT).await, expected);
        }
        assert!(take(&database, "b", AT).await, "each key has its own");
        let end = AT.plus(WINDOW);
        let mut reader = database.reader().await.unwrap();
        let outcome = store::end(&mut reader.connection(), "a").await.unwrap();
        assert_eq!(outcome, Some(end));
        drop(reader);
        let before = end.minus(Duration::from_micros(1));
        assert!(!take(&database, "a", before).await);
        assert!(take(&database, "a", end).await);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn fifty_concurrent_actions_stay_within_the_limit(database: Database) {
        let tries = (0..50).map(|_| take(&database, "a", AT));
        let through = join_all(tries).await;
        assert_eq!(through.iter().filter(|allowed| **allowed).count(), 3);
    }
);
