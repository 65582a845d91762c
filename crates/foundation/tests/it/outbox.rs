//! Outboxes: one of two replicas claims a due row, another one again after the lease, and the pause ends with the next attempt.

use std::time::Duration;

use foundation::task::Outbox;
use foundation::{Database, Timestamp, on_both_engines, on_engine};

use crate::database::MIGRATIONS;

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);
const OUTBOX: Outbox = Outbox {
    content: "rows",
    next: "SELECT next_at FROM waiting ORDER BY next_at LIMIT 1",
    due: "SELECT id FROM waiting WHERE next_at <= $1 ORDER BY id",
    claim: "UPDATE waiting SET next_at = $3, attempts = attempts + 1 WHERE id = $1 AND next_at <= $2 \
        RETURNING id, attempts",
    lease: Duration::from_mins(1),
};
const TABLE: &str =
    "CREATE TABLE waiting (id TEXT PRIMARY KEY, attempts BIGINT NOT NULL, next_at BIGINT NOT NULL)";
const ROWS: &str =
    "INSERT INTO waiting VALUES ('a', 0, 1800000000000000), ('b', 0, 1800000003000000)";

/// Returns the ids of the due rows some seconds later, and the pause.
async fn due(database: &Database, seconds: u64) -> (Vec<String>, Duration) {
    let now = NOW.plus(Duration::from_secs(seconds));
    let mut reader = database.reader().await.unwrap();
    let (due, pause) = OUTBOX.due(&mut reader.connection(), now).await.unwrap();
    (due.into_iter().map(|(id,)| id).collect(), pause)
}

/// Claims a row some seconds later; returns the number of attempts.
async fn claim(database: &Database, id: &str, seconds: u64) -> Vec<i64> {
    let now = NOW.plus(Duration::from_secs(seconds));
    let mut transaction = database.begin().await.unwrap();
    let claimed: Vec<(String, i64)> = OUTBOX
        .claim(&mut transaction.connection(), id, now)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    claimed.into_iter().map(|(_, attempts)| attempts).collect()
}

async fn execute(database: &Database, statement: &'static str) {
    let mut transaction = database.begin().await.unwrap();
    let done = on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(statement).execute(c).await.map(drop)
    });
    done.unwrap();
    transaction.commit().await.unwrap();
}

on_both_engines!(
    MIGRATIONS,
    async fn due_row_is_claimed_once_and_again_after_its_lease(database: Database) {
        execute(&database, TABLE).await;
        assert_eq!(due(&database, 0).await, (vec![], Outbox::MAX_PAUSE));
        execute(&database, ROWS).await;
        let a = vec!["a".to_owned()];
        assert_eq!(due(&database, 0).await, (a.clone(), Outbox::MIN_PAUSE));
        let claims = futures_util::future::join(claim(&database, "a", 0), claim(&database, "a", 0));
        let (first, second) = claims.await;
        assert_eq!([first, second].concat(), [1]);
        assert!(claim(&database, "b", 0).await.is_empty(), "it is not due");
        assert_eq!(due(&database, 1).await, (vec![], Duration::from_secs(2)));
        assert_eq!(claim(&database, "b", 3).await, [1]);
        assert_eq!(due(&database, 4).await, (vec![], Outbox::MAX_PAUSE));
        assert!(claim(&database, "a", 59).await.is_empty());
        assert_eq!(due(&database, 60).await, (a, Outbox::MIN_PAUSE));
        assert_eq!(claim(&database, "a", 60).await, [2]);
    }
);
