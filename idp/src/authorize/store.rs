//! Remembered consents in the database.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

const FIND_CONSENT: &str = "SELECT scope FROM consents WHERE user_id = $1 AND client_id = $2";
const PUT_CONSENT: &str = "INSERT INTO consents (user_id, client_id, scope, updated_at) VALUES ($1, $2, $3, $4) \
    ON CONFLICT (user_id, client_id) DO UPDATE SET scope = excluded.scope, updated_at = excluded.updated_at";

/// The scope that a user allowed a client.
pub(super) async fn find_consent(
    db: &mut Connection<'_>,
    user_id: &str,
    client_id: &str,
) -> Result<Option<String>, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(FIND_CONSENT)
            .bind(user_id)
            .bind(client_id)
            .fetch_optional(c)
            .await
    })
    .failed("reading a consent")?;
    Ok(row.map(|(scope,)| scope))
}

/// Remembers the scope that a user allowed a client, instead of an earlier one.
pub(super) async fn put_consent(
    db: &mut Connection<'_>,
    (user_id, client_id): (&str, &str),
    scope: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(PUT_CONSENT)
            .bind(user_id)
            .bind(client_id)
            .bind(scope)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("remembering a consent")
}
