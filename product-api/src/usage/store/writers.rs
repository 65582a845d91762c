//! The writers of transactions, and the position up to which each is rolled up.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

/// A writer whose transactions are not all rolled up, or who may write more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::usage) struct Writer {
    /// Its number.
    pub(in crate::usage) number: i64,
    /// The key of its last rolled-up transaction.
    pub(in crate::usage) reached: i64,
    beat_at: i64,
}

impl Writer {
    /// Returns the time of its last heartbeat.
    pub(in crate::usage) fn beat_at(&self) -> Timestamp {
        Timestamp::from_micros(self.beat_at)
    }
}

const OPEN: &str =
    "SELECT writer AS number, reached, beat_at FROM usage_writer WHERE is_open ORDER BY writer";

// A new writer starts at the first of its keys, which belongs to no transaction (`credits/ledger/row_ids.rs`).
const BEAT: &str = "\
    INSERT INTO usage_writer (writer, reached, beat_at, is_open) VALUES ($1, $1 * 4398046511104, $2, TRUE) \
    ON CONFLICT (writer) DO UPDATE SET beat_at = excluded.beat_at, is_open = TRUE";

// Replicas of an older version take numbers without a row here.
const ADD_UNKNOWN: &str = "\
    INSERT INTO usage_writer (writer, reached, beat_at, is_open) \
    WITH RECURSIVE numbers (number) AS ( \
        SELECT COALESCE((SELECT MAX(writer) FROM usage_writer), 0) + 1 UNION ALL SELECT number + 1 FROM numbers \
        WHERE number < (SELECT last FROM ledger_writer WHERE id = 1)) \
    SELECT number, number * 4398046511104, $1, TRUE FROM numbers \
    WHERE number <= (SELECT last FROM ledger_writer WHERE id = 1) \
    ON CONFLICT DO NOTHING";

// A writer that counted as ended may have written since.
const REOPEN: &str = "\
    UPDATE usage_writer SET is_open = TRUE, beat_at = $1 \
    WHERE NOT is_open AND writer > (SELECT last - 64 FROM ledger_writer WHERE id = 1) \
      AND EXISTS (SELECT 1 FROM txn t WHERE t.id > usage_writer.reached AND t.id < (usage_writer.writer + 1) * 4398046511104)";

const ADVANCE: &str = "UPDATE usage_writer SET reached = $3 WHERE writer = $1 AND reached = $2";

const CLOSE: &str = "\
    UPDATE usage_writer SET is_open = FALSE WHERE writer = $1 AND reached = $2 AND beat_at = $3";

/// Returns the writers that may have more transactions.
pub(in crate::usage) async fn open(db: &mut Connection<'_>) -> Result<Vec<Writer>, Failure> {
    on_engine!(db, |c| sqlx::query_as(OPEN).fetch_all(c).await)
        .failed("reading the progress of the usage roll-up")
}

/// Stores a writer's heartbeat.
pub(in crate::usage) async fn beat(
    db: &mut Connection<'_>,
    writer: i64,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(BEAT)
        .bind(writer)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing a writer of usage")
}

/// Adds writers without a row, and reopens closed ones that have written since.
pub(in crate::usage) async fn find_others(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    for text in [ADD_UNKNOWN, REOPEN] {
        on_engine!(db, |c| sqlx::query(text)
            .bind(now.micros())
            .execute(c)
            .await
            .map(drop))
        .failed("finding other writers")?;
    }
    Ok(())
}

/// Stores a writer's new position; false if another process has advanced it since.
pub(in crate::usage) async fn advance(
    db: &mut Connection<'_>,
    writer: &Writer,
    reached: i64,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(ADVANCE)
        .bind(writer.number)
        .bind(writer.reached)
        .bind(reached)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("storing the progress of the usage roll-up")
}

/// Closes a writer, so that its transactions are not read any more, unless it has sent a heartbeat since.
pub(in crate::usage) async fn close(
    db: &mut Connection<'_>,
    writer: &Writer,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CLOSE)
        .bind(writer.number)
        .bind(writer.reached)
        .bind(writer.beat_at)
        .execute(c)
        .await
        .map(drop))
    .failed("closing a writer")
}
