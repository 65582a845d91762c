//! Revoked grants in the database. A trigger inserts them (migration 0085), so that the list is complete.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::ended_grant::EndedGrant;

const IS_LISTED: &str = "SELECT 1 FROM ended_grants WHERE sequence = $1 AND grant_id = $2";
const ANY_UNNUMBERED: &str =
    "SELECT 1 FROM ended_grants WHERE sequence IS NULL AND ended_at > $1 LIMIT 1";
const LOCK_LAST: &str = "UPDATE ended_grant_sequence SET last = last WHERE id = 1 RETURNING last";
const NUMBER: &str = "\
    UPDATE ended_grants SET sequence = $1 + numbered.position, numbered_at = $2 FROM ( \
        SELECT grant_id, ROW_NUMBER() OVER (ORDER BY ended_at, grant_id) AS position FROM ( \
            SELECT grant_id, ended_at FROM ended_grants WHERE sequence IS NULL AND ended_at > $3 \
            ORDER BY ended_at, grant_id LIMIT $4) AS oldest) AS numbered \
    WHERE ended_grants.grant_id = numbered.grant_id";
const SET_LAST: &str = "UPDATE ended_grant_sequence SET last = $1 WHERE id = 1";
const LIST: &str = "\
    SELECT sequence, grant_id, ended_at, numbered_at FROM ended_grants WHERE sequence > $1 AND numbered_at > $2 \
    ORDER BY sequence LIMIT $3";

/// Grants that were revoked long ago.
pub(crate) const EXPIRED: ExpiredRows = expired!("ended_grants", key "grant_id", at "ended_at");

#[derive(sqlx::FromRow)]
struct Row {
    sequence: i64,
    grant_id: String,
    ended_at: i64,
    numbered_at: i64,
}

impl From<Row> for EndedGrant {
    fn from(row: Row) -> Self {
        Self {
            sequence: row.sequence,
            grant_id: row.grant_id,
            ended_at: Timestamp::from_micros(row.ended_at),
            numbered_at: Timestamp::from_micros(row.numbered_at),
        }
    }
}

/// Returns true if the grant has this position in the list.
pub(crate) async fn is_listed(
    db: &mut Connection<'_>,
    sequence: i64,
    grant_id: &str,
) -> Result<bool, Failure> {
    let row: Option<(i32,)> = on_engine!(db, |c| {
        sqlx::query_as(IS_LISTED)
            .bind(sequence)
            .bind(grant_id)
            .fetch_optional(c)
            .await
    })
    .failed("looking for a position in the list of ended grants")?;
    Ok(row.is_some())
}

/// Returns true if a grant that was revoked after a time has no number yet.
pub(crate) async fn has_unnumbered(
    db: &mut Connection<'_>,
    after: Timestamp,
) -> Result<bool, Failure> {
    let row: Option<(i32,)> = on_engine!(db, |c| {
        sqlx::query_as(ANY_UNNUMBERED)
            .bind(after.micros())
            .fetch_optional(c)
            .await
    })
    .failed("looking for ended grants without a number")?;
    Ok(row.is_some())
}

/// Numbers grants that were revoked after a time, up to a maximum, the oldest first. It locks the row of the last
/// number until the transaction ends, so that all lower numbers are committed before higher ones are assigned.
pub(crate) async fn number(
    db: &mut Connection<'_>,
    after: Timestamp,
    most: i64,
    now: Timestamp,
) -> Result<(), Failure> {
    let doing = "numbering ended grants";
    let last: i64 = on_engine!(&mut *db, |c| {
        sqlx::query_scalar(LOCK_LAST).fetch_one(c).await
    })
    .failed(doing)?;
    let numbered = on_engine!(&mut *db, |c| {
        sqlx::query(NUMBER)
            .bind(last)
            .bind(now.micros())
            .bind(after.micros())
            .bind(most)
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed(doing)?;
    let last = last.saturating_add(i64::try_from(numbered).unwrap_or(i64::MAX));
    on_engine!(db, |c| {
        sqlx::query(SET_LAST).bind(last).execute(c).await.map(drop)
    })
    .failed(doing)
}

/// Lists the grants after a position that were numbered after a time, in order.
pub(crate) async fn list(
    db: &mut Connection<'_>,
    after: i64,
    since: Timestamp,
    length: i64,
) -> Result<Vec<EndedGrant>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(LIST)
            .bind(after)
            .bind(since.micros())
            .bind(length)
            .fetch_all(c)
            .await
    })
    .failed("listing ended grants")?;
    Ok(rows.into_iter().map(EndedGrant::from).collect())
}
