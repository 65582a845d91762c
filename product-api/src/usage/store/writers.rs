//! Who writes transactions, and how far each was rolled up.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

/// A writer whose transactions are not all rolled up, or who may write more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::usage) struct Writer {
    /// Its number.
    pub(in crate::usage) number: i64,
    /// The key of its last transaction that was rolled up.
    pub(in crate::usage) reached: i64,
    beat_at: i64,
}

impl Writer {
    /// When it was heard of last.
    pub(in crate::usage) fn beat_at(&self) -> Timestamp {
        Timestamp::from_micros(self.beat_at)
    }
}

const OPEN: &str =
    "SELECT writer AS number, reached, beat_at FROM usage_writer WHERE is_open ORDER BY writer";

// Nothing is rolled up: the first of its keys, which is no transaction's (`credits/keys.rs`).
const BEAT: &str = "\
    INSERT INTO usage_writer (writer, reached, beat_at, is_open) VALUES ($1, $1 * 4398046511104, $2, TRUE) \
    ON CONFLICT (writer) DO UPDATE SET beat_at = excluded.beat_at, is_open = TRUE";

// Numbers that were given out and are not known here: to servers of a version before this one.
const ADD_UNKNOWN: &str = "\
    INSERT INTO usage_writer (writer, reached, beat_at, is_open) \
    WITH RECURSIVE numbers (number) AS ( \
        SELECT COALESCE((SELECT MAX(writer) FROM usage_writer), 0) + 1 UNION ALL SELECT number + 1 FROM numbers \
        WHERE number < (SELECT last FROM ledger_writer WHERE id = 1)) \
    SELECT number, number * 4398046511104, $1, TRUE FROM numbers \
    WHERE number <= (SELECT last FROM ledger_writer WHERE id = 1) \
    ON CONFLICT DO NOTHING";

// Whoever was taken for gone, and has written since.
const REOPEN: &str = "\
    UPDATE usage_writer SET is_open = TRUE, beat_at = $1 \
    WHERE NOT is_open AND writer > (SELECT last - 64 FROM ledger_writer WHERE id = 1) \
      AND EXISTS (SELECT 1 FROM txn t WHERE t.id > usage_writer.reached AND t.id < (usage_writer.writer + 1) * 4398046511104)";

const ADVANCE: &str = "UPDATE usage_writer SET reached = $3 WHERE writer = $1 AND reached = $2";

const CLOSE: &str = "\
    UPDATE usage_writer SET is_open = FALSE WHERE writer = $1 AND reached = $2 AND beat_at = $3";

/// Everybody who may have more.
pub(in crate::usage) async fn open(db: &mut Connection<'_>) -> Result<Vec<Writer>, Failure> {
    on_engine!(db, |c| sqlx::query_as(OPEN).fetch_all(c).await)
        .failed("reading how far usage was rolled up")
}

/// Notes that a writer is at work.
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
    .failed("noting who writes")
}

/// Adds those that nobody has noted, and opens those again that have written since they were closed.
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
        .failed("looking for who else writes")?;
    }
    Ok(())
}

/// Notes how far a writer was rolled up; false when somebody else has done more meanwhile.
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
    .failed("noting how far usage was rolled up")
}

/// Looks no more for transactions of a writer, unless it was heard of meanwhile.
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
