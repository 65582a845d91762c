//! Daily spend caps of API keys. A writer must have locked the key's row before it counts.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, padded, portions, with_placeholders};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use crate::caller::SpendCap;

/// An INSERT locks rows in the given order, while PostgreSQL locks the rows of an UPDATE in the order of its query plan. It
/// joins existing keys, so every row conflicts and none is created. SQLite has one writer anyway; without `WHERE TRUE` it would
/// parse `ON CONFLICT` as a join condition.
const LOCK: (&str, &str) = (
    "WITH requested (key_id, position) AS (VALUES ",
    ") INSERT INTO api_keys (id, website_id, mode, name, prefix, digest, scopes, created_by, created_at) \
     SELECT k.id, k.website_id, k.mode, k.name, k.prefix, k.digest, k.scopes, k.created_by, k.created_at \
     FROM requested JOIN api_keys k ON k.id = requested.key_id WHERE TRUE ORDER BY requested.position \
     ON CONFLICT (id) DO UPDATE SET spent = api_keys.spent + 0 \
     RETURNING id, cap_per_operation, cap_per_day, spent_day, spent",
);

const READ: (&str, &str) = (
    "WITH requested (key_id) AS (VALUES ",
    ") SELECT k.id, k.cap_per_operation, k.cap_per_day, k.spent_day, k.spent \
     FROM requested CROSS JOIN api_keys k WHERE k.id = requested.key_id",
);

const SAVE: (&str, &str) = (
    "WITH change (key_id, day, credits) AS (VALUES ",
    ") UPDATE api_keys SET spent_day = change.day, spent = change.credits FROM change \
     WHERE api_keys.id = change.key_id",
);

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    cap_per_operation: Option<i64>,
    cap_per_day: Option<i64>,
    spent_day: i64,
    spent: i64,
}

impl Row {
    fn into_cap(self) -> (String, SpendCap) {
        let cap = SpendCap {
            per_operation: self.cap_per_operation,
            per_day: self.cap_per_day,
            day: self.spent_day,
            spent: self.spent,
        };
        (self.id, cap)
    }
}

/// Locks keys until the transaction ends, in the given order, which all transactions share.
pub(crate) async fn lock(
    db: &mut Connection<'_>,
    keys: &[&str],
) -> Result<HashMap<String, SpendCap>, Failure> {
    let mut locked = HashMap::new();
    for portion in portions(keys) {
        let text = with_placeholders(db, LOCK.0, 2, portion.len(), LOCK.1);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (key, position) in portion.iter().zip(0_i64..) {
                query = query.bind(*key).bind(position);
            }
            query.fetch_all(c).await
        })
        .failed("locking the caps of API keys")?;
        locked.extend(rows.into_iter().map(Row::into_cap));
    }
    Ok(locked)
}

/// Reads caps without a lock, by the ids of their keys.
pub(crate) async fn read(
    db: &mut Connection<'_>,
    keys: &[&str],
) -> Result<HashMap<String, SpendCap>, Failure> {
    let mut found = HashMap::new();
    for portion in padded(keys, 1) {
        let text = portion.text(db, READ);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (key, there) in portion.rows() {
                query = query.bind(there.some(*key));
            }
            query.fetch_all(c).await
        })
        .failed("reading the caps of API keys")?;
        found.extend(rows.into_iter().map(Row::into_cap));
    }
    Ok(found)
}

/// Writes the counters.
pub(crate) async fn save(
    db: &mut Connection<'_>,
    changes: &[(&str, &SpendCap)],
) -> Result<(), Failure> {
    for portion in portions(changes) {
        let text = with_placeholders(db, SAVE.0, 3, portion.len(), SAVE.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (key, cap) in portion {
                query = query.bind(*key).bind(cap.day).bind(cap.spent);
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing the spent amounts of API keys")?;
    }
    Ok(())
}
