//! What API keys may spend and have spent in a day; whoever counts has locked the key's row first.

use std::collections::HashMap;

use foundation::database::{Failed, many, portions};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use crate::caller::SpendCap;

const LOCK: (&str, &str) = (
    "WITH asked (key_id) AS (VALUES ",
    ") SELECT api_keys.id, cap_per_operation, cap_per_day, spent_day, spent \
     FROM asked JOIN api_keys ON api_keys.id = asked.key_id",
);

/// PostgreSQL locks the rows as they come out of the order; those of an update it locks as its plan comes upon them.
/// SQLite has one writer anyway.
const IN_ORDER: &str = " ORDER BY api_keys.id COLLATE \"C\" FOR NO KEY UPDATE OF api_keys";

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

/// Locks keys for the rest of the transaction, in the order of their ids, which is the same for everybody.
pub(in crate::credits) async fn lock(
    db: &mut Connection<'_>,
    keys: &[&str],
) -> Result<HashMap<String, SpendCap>, Failure> {
    let mut locked = HashMap::new();
    for portion in portions(keys) {
        let mut text = many(db, LOCK.0, (1, portion.len()), LOCK.1);
        if matches!(db, Connection::Postgres(_)) {
            text.push_str(IN_ORDER);
        }
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for key in portion {
                query = query.bind(*key);
            }
            query.fetch_all(c).await
        })
        .failed("locking the caps of API keys")?;
        locked.extend(rows.into_iter().map(|row| {
            let cap = SpendCap {
                per_operation: row.cap_per_operation,
                per_day: row.cap_per_day,
                day: row.spent_day,
                spent: row.spent,
            };
            (row.id, cap)
        }));
    }
    Ok(locked)
}

/// Writes what was counted.
pub(in crate::credits) async fn save(
    db: &mut Connection<'_>,
    changes: &[(&str, &SpendCap)],
) -> Result<(), Failure> {
    for portion in portions(changes) {
        let text = many(db, SAVE.0, (3, portion.len()), SAVE.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (key, cap) in portion {
                query = query.bind(*key).bind(cap.day).bind(cap.spent);
            }
            query.execute(c).await.map(drop)
        })
        .failed("counting what API keys spent")?;
    }
    Ok(())
}
