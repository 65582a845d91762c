//! Signing keys in the database.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

/// A key as it is stored.
#[derive(sqlx::FromRow)]
pub(super) struct StoredKey {
    pub(super) kid: String,
    pub(super) algorithm: String,
    pub(super) state: String,
    pub(super) sealed_pkcs8: String,
}

const LIST: &str =
    "SELECT kid, algorithm, state, sealed_pkcs8 FROM signing_keys ORDER BY created_at, kid";
const INSERT: &str = "INSERT INTO signing_keys (kid, algorithm, state, sealed_pkcs8, created_at, activated_at) \
    VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT DO NOTHING";

/// All keys, the oldest first.
pub(super) async fn list(db: &mut Connection<'_>) -> Result<Vec<StoredKey>, Failure> {
    on_engine!(db, |c| sqlx::query_as(LIST).fetch_all(c).await).failed("reading the signing keys")
}

/// Stores an active key, unless its algorithm has one already.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    key: &StoredKey,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&key.kid)
            .bind(&key.algorithm)
            .bind(&key.state)
            .bind(&key.sealed_pkcs8)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a signing key")
}
