//! Imported users in the database.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const FIND: &str = "SELECT user_id FROM imported_users WHERE source_id = $1";
const INSERT: &str = "INSERT INTO imported_users (source_id, user_id, imported_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// Returns the user that an import created for an id of another system.
pub(super) async fn find(
    db: &mut Connection<'_>,
    source_id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(FIND)
            .bind(source_id)
            .fetch_optional(c)
            .await
    })
    .failed("looking for an imported user")
}

/// Inserts an imported user; false if the id was imported already.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    source_id: &str,
    user_id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(source_id)
            .bind(user_id)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("storing an imported user")
}
