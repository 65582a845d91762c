//! People's display names.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

const SET: &str = "UPDATE users SET name = $2, updated_at = $3 WHERE id = $1";

/// Gives a user a name, whose row is held.
pub(in super::super) async fn set(
    db: &mut Connection<'_>,
    id: &str,
    name: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(SET)
            .bind(id)
            .bind(name)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("giving a user a name")
}
