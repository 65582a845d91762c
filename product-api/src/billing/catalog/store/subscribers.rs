//! Numbers of subscriptions that plans have.

use std::collections::HashMap;

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

// Without the addition, SQLite would read all subscriptions that the book ever had.
const COUNT: &str = "\
    SELECT s.plan_id, COUNT(*) AS subscribers FROM book_billing b CROSS JOIN subscription s \
    WHERE b.book_id = $1 AND s.connection_id = b.connection_id AND s.book_id + 0 = $1 \
        AND s.status NOT IN ('canceled', 'incomplete_expired') AND s.status IN ('active', 'trialing', 'past_due') \
        AND s.plan_id IS NOT NULL \
    GROUP BY s.plan_id";

#[derive(sqlx::FromRow)]
struct CountRow {
    plan_id: String,
    subscribers: i64,
}

/// Counts the active, trialing and past-due subscriptions of each plan of a book; a plan without any is absent. A subscription
/// of an earlier connection of the book is left out, because Stripe no longer reports it.
pub(in crate::billing::catalog) async fn count(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<HashMap<String, i64>, Failure> {
    let rows: Vec<CountRow> = on_engine!(db, |c| sqlx::query_as(COUNT)
        .bind(book_id)
        .fetch_all(c)
        .await)
    .failed("counting subscriptions of plans")?;
    let counts = rows.into_iter().map(|row| (row.plan_id, row.subscribers));
    Ok(counts.collect())
}
