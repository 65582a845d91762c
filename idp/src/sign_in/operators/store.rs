//! The valid operator link in the database, if there is one.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const CLEAR: &str = "DELETE FROM operator_links";
const INSERT: &str = "INSERT INTO operator_links (token, created_at) VALUES ($1, $2)";
const FIND: &str = "SELECT token FROM operator_links WHERE token = $1";
const TAKE: &str = "DELETE FROM operator_links WHERE token = $1";

/// Deletes every link.
pub(super) async fn clear(db: &mut Connection<'_>) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CLEAR).execute(c).await.map(|_| ()))
        .failed("removing an operator's link")
}

/// Inserts a link by its token's digest.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    token: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(token)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("adding an operator's link")
}

/// Returns true if a link is valid; changes nothing.
pub(super) async fn is_outstanding(db: &mut Connection<'_>, token: &str) -> Result<bool, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(FIND).bind(token).fetch_optional(c).await
    })
    .failed("reading an operator's link")?;
    Ok(row.is_some())
}

/// Deletes a link; only one of concurrent requests gets true.
pub(super) async fn take(db: &mut Connection<'_>, token: &str) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(token)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("redeeming an operator's link")
}
