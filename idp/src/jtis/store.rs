//! Used ids in the database.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const INSERT: &str =
    "INSERT INTO used_jtis (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";
const IS_THERE: &str = "SELECT COUNT(*) FROM used_jtis WHERE digest = $1";

/// Ids whose statements would be refused for their age.
pub(crate) const EXPIRED: Expired = expired!("used_jtis", key "digest", at "expires_at");

/// Writes an id down; false when it is there already. One that nobody has swept yet counts as used.
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

/// Whether an id was written down.
pub(crate) async fn is_there(db: &mut Connection<'_>, digest: &str) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| {
        sqlx::query_scalar(IS_THERE).bind(digest).fetch_one(c).await
    })
    .failed("looking for the id of a signed statement")?;
    Ok(count > 0)
}
