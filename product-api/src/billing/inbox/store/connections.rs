//! Pages of connections for the operator.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::schema::Cursor;

const PAGE: &str = "\
    SELECT id, created_at FROM stripe_connection WHERE state <> 'disconnected' AND (created_at, id) < ($1, $2) \
    ORDER BY created_at DESC, id DESC LIMIT $3";

/// Returns the positions of connections before one, newest first; those that are disconnected are left out.
pub(in crate::billing::inbox) async fn page(
    db: &mut Connection<'_>,
    before: &Cursor,
    limit: i64,
) -> Result<Vec<Cursor>, Failure> {
    let rows: Vec<(String, i64)> = on_engine!(db, |c| sqlx::query_as(PAGE)
        .bind(before.at.micros())
        .bind(&before.id)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing connections")?;
    let rows = rows.into_iter().map(|(id, created_at)| Cursor {
        at: Timestamp::from_micros(created_at),
        id,
    });
    Ok(rows.collect())
}
