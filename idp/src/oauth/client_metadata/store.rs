//! Fetch times of clients' metadata documents in the database.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const FIND: &str = "SELECT c.is_active, d.fresh_until FROM clients c LEFT JOIN client_documents d ON d.client_id = c.id \
    WHERE c.id = $1";
const PUT: &str = "INSERT INTO client_documents (client_id, fetched_at, fresh_until) VALUES ($1, $2, $3) \
    ON CONFLICT (client_id) DO UPDATE SET fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until";
const WITHDRAW: &str =
    "UPDATE client_documents SET fetched_at = $2, fresh_until = 0 WHERE client_id = $1";

/// A stored client.
pub(super) struct StoredDocument {
    /// True if the client is active.
    pub(super) is_active: bool,
    /// End of the document's cache lifetime; `None` if it was never fetched.
    pub(super) fresh_until: Option<Timestamp>,
}

/// Finds a stored client, with the end of its document's cache lifetime.
pub(super) async fn find(
    db: &mut Connection<'_>,
    client_id: &str,
) -> Result<Option<StoredDocument>, Failure> {
    let found: Option<(bool, Option<i64>)> = on_engine!(db, |c| {
        sqlx::query_as(FIND).bind(client_id).fetch_optional(c).await
    })
    .failed("reading when a client's document was fetched")?;
    Ok(found.map(|(is_active, until)| StoredDocument {
        is_active,
        fresh_until: until.map(Timestamp::from_micros),
    }))
}

/// Stores the time of a fetch.
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
    .failed("recording that a client's document was fetched")
}

/// Records that a document was removed, which ends its validity.
pub(super) async fn withdraw(
    db: &mut Connection<'_>,
    client_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(WITHDRAW)
            .bind(client_id)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("recording that a client's document was removed")
}
