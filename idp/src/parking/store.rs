//! Parked authorization requests in the database.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const PARK: &str = "INSERT INTO authorization_requests (digest, query, created_at, expires_at) VALUES ($1, $2, $3, $4)";
const FIND: &str =
    "SELECT query, created_at FROM authorization_requests WHERE digest = $1 AND expires_at > $2";
const TAKE: &str = "DELETE FROM authorization_requests WHERE digest = $1 AND expires_at > $2";

/// Parked requests that nobody came back for.
pub(crate) const EXPIRED: Expired =
    expired!("authorization_requests", key "digest", at "expires_at");

/// Parks a request.
pub(super) async fn park(
    db: &mut Connection<'_>,
    digest: &str,
    query: &str,
    (now, expires_at): (Timestamp, Timestamp),
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(PARK)
            .bind(digest)
            .bind(query)
            .bind(now.micros())
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("parking an authorization request")
}

/// The query of a parked request and when it was parked.
pub(super) async fn find(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<Option<(String, Timestamp)>, Failure> {
    let row: Option<(String, i64)> = on_engine!(db, |c| {
        sqlx::query_as(FIND)
            .bind(digest)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading a parked authorization request")?;
    Ok(row.map(|(query, created_at)| (query, Timestamp::from_micros(created_at))))
}

/// Takes a parked request away; true for one caller only.
pub(super) async fn take(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(digest)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("taking a parked authorization request")
}
