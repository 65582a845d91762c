//! The secrets of API keys in the database: the current one, and previous ones that are valid until their end.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use crate::websites::KeySecret;

// Without an overlap, the row keeps no previous secret.
const ROTATE: &str = "\
    UPDATE api_keys SET previous_digest = CASE WHEN CAST($4 AS BIGINT) IS NULL THEN NULL ELSE digest END, \
        previous_until = $4, digest = $2, prefix = $3 \
    WHERE id = $1 AND revoked_at IS NULL";

// The previous secret becomes an older one, which is valid until its own end.
const KEEP_OLDER: &str = "\
    INSERT INTO older_api_key_secrets (digest, key_id, valid_until) \
    SELECT previous_digest, id, previous_until FROM api_keys \
    WHERE id = $1 AND previous_until > $2 AND previous_digest IS NOT NULL";

const END_OLDER: &str = "DELETE FROM older_api_key_secrets WHERE key_id = $1";

// A server of an older version removes the previous secret alone when it rotates a key without an overlap.
const END_LEFT: &str = "\
    DELETE FROM older_api_key_secrets WHERE key_id = $1 \
      AND EXISTS (SELECT 1 FROM api_keys WHERE id = $1 AND previous_digest IS NULL)";

const PREVIOUS_ENDS: &str = "\
    SELECT previous_until FROM api_keys WHERE id = $1 AND previous_until > $2 \
    UNION ALL SELECT valid_until FROM older_api_key_secrets \
    JOIN api_keys ON api_keys.id = key_id AND previous_digest IS NOT NULL WHERE key_id = $1 AND valid_until > $2";

/// The older secrets that have expired.
pub(crate) const ENDED_SECRETS: ExpiredRows =
    expired!("older_api_key_secrets", key "digest", at "valid_until");

/// Ends the secrets before the previous one.
pub(super) async fn end_older(db: &mut Connection<'_>, id: &str) -> Result<(), Failure> {
    delete(db, END_OLDER, id).await
}

async fn delete(db: &mut Connection<'_>, statement: &'static str, id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("ending the older secrets of an API key")
}

/// Returns the ends of a key's previous secrets that are still valid.
pub(in crate::api_keys) async fn previous_ends(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<Vec<Timestamp>, Failure> {
    let ends: Vec<i64> = on_engine!(db, |c| sqlx::query_scalar(PREVIOUS_ENDS)
        .bind(id)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("reading the previous secrets of an API key")?;
    Ok(ends.into_iter().map(Timestamp::from_micros).collect())
}

/// A rotation of a key.
#[derive(Clone, Copy)]
pub(in crate::api_keys) struct Rotation<'a> {
    /// The new secret.
    pub(in crate::api_keys) secret: &'a KeySecret,
    /// The time until which the current secret stays valid; all old secrets end now if absent.
    pub(in crate::api_keys) until: Option<Timestamp>,
    /// The time of the rotation.
    pub(in crate::api_keys) now: Timestamp,
}

/// Replaces a key's secret. Older secrets stay valid until their own end, if the rotation has an overlap.
pub(in crate::api_keys) async fn rotate(
    db: &mut Connection<'_>,
    id: &str,
    rotation: Rotation<'_>,
) -> Result<(), Failure> {
    match rotation.until {
        Some(_) => keep_older(db, id, rotation.now).await?,
        None => end_older(db, id).await?,
    }
    on_engine!(db, |c| sqlx::query(ROTATE)
        .bind(id)
        .bind(rotation.secret.digest())
        .bind(rotation.secret.prefix())
        .bind(rotation.until.map(Timestamp::micros))
        .execute(c)
        .await
        .map(drop))
    .failed("rotating an API key")
}

async fn keep_older(db: &mut Connection<'_>, id: &str, now: Timestamp) -> Result<(), Failure> {
    delete(db, END_LEFT, id).await?;
    on_engine!(db, |c| sqlx::query(KEEP_OLDER)
        .bind(id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing the previous secret of an API key")
}
