//! Used ids in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const INSERT: &str =
    "INSERT INTO used_jtis (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";
const COUNT: &str = "SELECT COUNT(*) FROM used_jtis WHERE digest = $1";

/// Ids of JWTs that have expired.
pub(crate) const EXPIRED: ExpiredRows = expired!("used_jtis", key "digest", at "expires_at");

/// Inserts an id; false if it exists, even if it has expired and is not yet swept.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    digest: &str,
    expires_at: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(digest)
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("using the id of a signed statement")
}

/// Returns true if an id was used.
pub(crate) async fn is_there(db: &mut Connection<'_>, digest: &str) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| {
        sqlx::query_scalar(COUNT).bind(digest).fetch_one(c).await
    })
    .failed("looking for the id of a signed statement")?;
    Ok(count > 0)
}
