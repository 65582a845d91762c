//! When clients' documents were fetched, in the database.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

const FRESH_UNTIL: &str = "SELECT fresh_until FROM client_documents WHERE client_id = $1";
const PUT: &str = "INSERT INTO client_documents (client_id, fetched_at, fresh_until) VALUES ($1, $2, $3) \
    ON CONFLICT (client_id) DO UPDATE SET fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until";

/// Until when a client's document needs not be asked for again; `None` when it never was.
pub(super) async fn fresh_until(
    db: &mut Connection<'_>,
    client_id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let until: Option<i64> = on_engine!(db, |c| {
        sqlx::query_scalar(FRESH_UNTIL)
            .bind(client_id)
            .fetch_optional(c)
            .await
    })
    .failed("reading when a client's document was fetched")?;
    Ok(until.map(Timestamp::from_micros))
}

/// Notes a fetch.
pub(super) async fn put(
    db: &mut Connection<'_>,
    client_id: &str,
    now: Timestamp,
    fresh_until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(PUT)
            .bind(client_id)
            .bind(now.micros())
            .bind(fresh_until.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("noting that a client's document was fetched")
}
