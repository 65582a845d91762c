//! Pending authorization requests in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const INSERT: &str = "INSERT INTO authorization_requests (digest, query, created_at, expires_at, pushed) \
    VALUES ($1, $2, $3, $4, $5)";
const FIND: &str = "SELECT query, created_at, pushed FROM authorization_requests WHERE digest = $1 AND expires_at > $2";
const TAKE: &str = "DELETE FROM authorization_requests WHERE digest = $1 AND expires_at > $2";
const INSERT_PUSHED: &str = "INSERT INTO pushed_requests (digest, client_id, query, opens_until, expires_at) \
    VALUES ($1, $2, $3, $4, $5)";
const FIND_PUSHED: &str =
    "SELECT query FROM pushed_requests WHERE digest = $1 AND client_id = $2 AND opens_until > $3";
const TAKE_PUSHED: &str = "DELETE FROM pushed_requests WHERE digest = $1 AND expires_at > $2";

/// Pending requests that have expired.
pub(crate) const EXPIRED: ExpiredRows =
    expired!("authorization_requests", key "digest", at "expires_at");
/// Pushed requests that have expired.
pub(crate) const EXPIRED_PUSHED: ExpiredRows =
    expired!("pushed_requests", key "digest", at "expires_at");

/// Row of a pending request.
#[derive(Clone, Copy)]
pub(super) struct NewPendingRequest<'a> {
    pub(super) digest: &'a str,
    pub(super) query: &'a str,
    pub(super) created_at: Timestamp,
    pub(super) expires_at: Timestamp,
    /// Digest of the pushed request that it continues.
    pub(super) pushed: Option<&'a str>,
}

/// Row of a pushed request.
#[derive(Clone, Copy)]
pub(super) struct NewPushedRequest<'a> {
    pub(super) digest: &'a str,
    pub(super) client_id: &'a str,
    pub(super) query: &'a str,
    /// End of the time in which the request can be opened.
    pub(super) opens_until: Timestamp,
    /// End of the time in which the request can be completed.
    pub(super) expires_at: Timestamp,
}

/// Inserts a pending request.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    row: NewPendingRequest<'_>,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(row.digest)
            .bind(row.query)
            .bind(row.created_at.micros())
            .bind(row.expires_at.micros())
            .bind(row.pushed)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a pending authorization request")
}

/// Returns a pending request's query, its time of storing, and the digest of the pushed one that it continues.
pub(super) async fn find(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<Option<(String, Timestamp, Option<String>)>, Failure> {
    let row: Option<(String, i64, Option<String>)> = on_engine!(db, |c| {
        sqlx::query_as(FIND)
            .bind(digest)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading a pending authorization request")?;
    Ok(row.map(|(query, created_at, pushed)| (query, Timestamp::from_micros(created_at), pushed)))
}

/// Deletes a pending request; only one caller gets true.
pub(super) async fn take(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    take_by(db, TAKE, digest, now).await
}

/// Inserts a pushed request.
pub(super) async fn insert_pushed(
    db: &mut Connection<'_>,
    row: NewPushedRequest<'_>,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT_PUSHED)
            .bind(row.digest)
            .bind(row.client_id)
            .bind(row.query)
            .bind(row.opens_until.micros())
            .bind(row.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a pushed request")
}

/// Returns the query of a client's pushed request, while it can be opened.
pub(super) async fn find_pushed(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(FIND_PUSHED)
            .bind(digest)
            .bind(client_id)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading a pushed request")
}

/// Deletes a pushed request; only one caller gets true.
pub(super) async fn take_pushed(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    take_by(db, TAKE_PUSHED, digest, now).await
}

async fn take_by(
    db: &mut Connection<'_>,
    statement: &'static str,
    digest: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(statement)
            .bind(digest)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("using a pending authorization request")
}
