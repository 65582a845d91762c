//! Transactions that are not rolled up yet, by key: some of one writer, or those of all.

use foundation::database::{SqlResultExt, padded_arms, union};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::writers::Writer;
use crate::usage::usage::{Day, NO_FEATURE, UsageTransaction, sums_of};

/// Transactions of one writer, in order.
const NEXT: &str = "\
    SELECT t.id, t.created_at, t.book_id, t.account_id, \
        CASE WHEN o.kind IN ('claw_back', 'write_off') THEN o.kind ELSE t.kind END AS kind, t.amount, COALESCE(t.feature_id, o.feature_id) AS feature_id, \
        t.quantity, t.booked_at \
    FROM txn t LEFT JOIN txn o ON o.id = t.reverses_txn_id \
    WHERE t.id > $1 AND t.id < $2 ORDER BY t.id LIMIT $3";

/// Transactions of all writers that affect usage, from the position of each.
const REST: (&str, &str, &str) = (
    "SELECT * FROM (",
    "SELECT t.id, t.created_at, t.book_id, t.account_id, \
        CASE WHEN o.kind IN ('claw_back', 'write_off') THEN o.kind ELSE t.kind END AS kind, t.amount, COALESCE(t.feature_id, o.feature_id) AS feature_id, \
        t.quantity, t.booked_at \
     FROM txn t LEFT JOIN txn o ON o.id = t.reverses_txn_id \
     WHERE t.id > {} AND t.id < ({} / 4398046511104 + 1) * 4398046511104 AND t.kind IN ('spend', 'capture', 'reversal') \
       AND ($1 = 0 OR t.book_id = $1)",
    ") AS rest",
);

/// The number of transactions, up to a limit for each writer.
const COUNT: (&str, &str, &str) = (
    "SELECT COUNT(*) FROM (",
    "SELECT * FROM (SELECT t.id FROM txn t \
     WHERE t.id > {} AND t.id < ({} / 4398046511104 + 1) * 4398046511104 LIMIT $1) AS few",
    ") AS rest",
);

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    created_at: i64,
    book_id: i64,
    account_id: i64,
    kind: String,
    amount: i64,
    feature_id: Option<i64>,
    quantity: Option<i64>,
    booked_at: i64,
}

impl From<Row> for UsageTransaction {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            written_at: Timestamp::from_micros(row.created_at),
            book_id: row.book_id,
            account_id: row.account_id,
            booked_at: Timestamp::from_micros(row.booked_at),
            day: Day::from_timestamp(Timestamp::from_micros(row.booked_at)),
            feature_id: row.feature_id.unwrap_or(NO_FEATURE),
            sums: sums_of(&row.kind, row.amount, row.quantity),
        }
    }
}

/// Returns the next transactions of a writer, before a key, including those that do not affect usage.
pub(in crate::usage) async fn next(
    db: &mut Connection<'_>,
    writer: &Writer,
    before: i64,
    limit: i64,
) -> Result<Vec<UsageTransaction>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(NEXT)
        .bind(writer.reached)
        .bind(before)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading transactions to roll up")?;
    Ok(rows.into_iter().map(UsageTransaction::from).collect())
}

/// Counts the transactions of writers that are not rolled up, up to `most` of each.
pub(in crate::usage) async fn count(
    db: &mut Connection<'_>,
    writers: &[Writer],
    most: i64,
) -> Result<i64, Failure> {
    let mut all = 0;
    for portion in padded_arms(writers, 1) {
        let text = union(COUNT, 2, portion.count());
        all += on_engine!(db, |c| {
            let mut query = sqlx::query_scalar::<_, i64>(AssertSqlSafe(text)).bind(most);
            for (writer, there) in portion.rows() {
                query = query.bind(there.some(writer.reached));
            }
            query.fetch_one(c).await
        })
        .failed("counting the transactions to roll up")?;
    }
    Ok(all)
}

/// Returns the transactions of writers since their roll-up that affect usage: of one book, or of all (0).
pub(in crate::usage) async fn all(
    db: &mut Connection<'_>,
    writers: &[Writer],
    book_id: i64,
) -> Result<Vec<UsageTransaction>, Failure> {
    let mut all = Vec::new();
    for portion in padded_arms(writers, 1) {
        let text = union(REST, 2, portion.count());
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text)).bind(book_id);
            for (writer, there) in portion.rows() {
                query = query.bind(there.some(writer.reached));
            }
            query.fetch_all(c).await
        })
        .failed("reading the transactions to roll up")?;
        all.extend(rows.into_iter().map(UsageTransaction::from));
    }
    Ok(all)
}

/// Returns the statements assembled here, for the test of the query plans.
#[cfg(test)]
pub(crate) fn texts() -> Vec<String> {
    vec![NEXT.to_owned(), union(REST, 2, 2), union(COUNT, 2, 2)]
}
