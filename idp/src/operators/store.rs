//! The operator's link that is outstanding, if there is one.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

const CLEAR: &str = "DELETE FROM operator_links";
const INSERT: &str = "INSERT INTO operator_links (token, created_at) VALUES ($1, $2)";
const FIND: &str = "SELECT token FROM operator_links WHERE token = $1";
const TAKE: &str = "DELETE FROM operator_links WHERE token = $1";

/// Removes every link.
pub(super) async fn clear(db: &mut Connection<'_>) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CLEAR).execute(c).await.map(|_| ()))
        .failed("removing an operator's link")
}

/// Adds a link by the digest of its token.
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

/// Whether a link is outstanding; looking changes nothing.
pub(super) async fn is_outstanding(db: &mut Connection<'_>, token: &str) -> Result<bool, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(FIND).bind(token).fetch_optional(c).await
    })
    .failed("looking at an operator's link")?;
    Ok(row.is_some())
}

/// Takes a link, once: of many who try at a time one gets it.
pub(super) async fn take(db: &mut Connection<'_>, token: &str) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(token)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("taking an operator's link")
}
