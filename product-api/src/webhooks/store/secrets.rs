//! The secrets of endpoints in the database, sealed: the current one, and previous ones that sign until their end.

use foundation::database::SqlResultExt;
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp, on_engine};

const ROTATE: &str = "\
    UPDATE webhook_endpoint SET previous_secret = CASE WHEN CAST($3 AS BIGINT) IS NOT NULL THEN secret END, \
        previous_until = $3, secret = $2, updated_at = $4, public_key = $5, older_secrets = $6, older_until = $7 \
    WHERE id = $1";

const FORGET_PREVIOUS: &str = "\
    UPDATE webhook_endpoint SET previous_secret = NULL, previous_until = NULL WHERE previous_until <= $1";

const FORGET_OLDER: &str = "\
    UPDATE webhook_endpoint SET older_secrets = NULL, older_until = NULL WHERE older_until <= $1";

const LOCK: &str = "\
    UPDATE webhook_endpoint SET status = status WHERE id = $1 AND status = 'active' \
    RETURNING url, secret, previous_secret, previous_until, older_secrets";

const LOCK_ANY: &str = "\
    UPDATE webhook_endpoint SET status = status WHERE id = $1 \
    RETURNING url, secret, previous_secret, previous_until, older_secrets";

/// An endpoint's URL and its secrets, sealed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::webhooks) struct Sendable {
    pub(in crate::webhooks) url: String,
    pub(in crate::webhooks) secret: String,
    previous_secret: Option<String>,
    previous_until: Option<i64>,
    older_secrets: Option<String>,
}

/// A previous secret of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::webhooks) struct PreviousSecret {
    /// The secret, sealed.
    pub(in crate::webhooks) sealed: String,
    /// The time until which it signs.
    pub(in crate::webhooks) until: Timestamp,
}

impl Sendable {
    /// Returns the previous secrets that still sign at a time, the newest first.
    pub(in crate::webhooks) fn previous(
        &self,
        now: Timestamp,
    ) -> Result<Vec<PreviousSecret>, Failure> {
        let older = self.older_secrets.as_deref();
        let older: Option<Vec<(String, i64)>> = older
            .map(strict_json::from_stored)
            .transpose()
            .map_err(|error| Failure::broken("reading older secrets of an endpoint", error))?;
        let newest = self.previous_secret.clone().zip(self.previous_until);
        let all = newest.into_iter().chain(older.unwrap_or_default());
        let read = all.map(|(sealed, until)| PreviousSecret {
            sealed,
            until: Timestamp::from_micros(until),
        });
        Ok(read.filter(|secret| secret.until > now).collect())
    }
}

/// The secrets of an endpoint after a rotation.
#[derive(Clone, Copy, Debug)]
pub(in crate::webhooks) struct Rotated<'a> {
    /// The new secret, sealed.
    pub(in crate::webhooks) sealed: &'a str,
    /// Its public half, if it is a key.
    pub(in crate::webhooks) public_key: Option<&'a str>,
    /// The time until which the current secret still signs; it ends now if absent.
    pub(in crate::webhooks) until: Option<Timestamp>,
    /// The previous secrets before the rotation.
    pub(in crate::webhooks) older: &'a [PreviousSecret],
}

/// Replaces the secret of an endpoint.
pub(in crate::webhooks) async fn rotate(
    db: &mut Connection<'_>,
    id: &str,
    rotated: Rotated<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    let older = rotated.older.iter();
    let older: Vec<_> = older.map(|one| (&one.sealed, one.until.micros())).collect();
    let older_until = older.iter().map(|(_, until)| *until).max();
    let written = older_until.map(|_| serde_json::to_string(&older));
    let written = written
        .transpose()
        .map_err(|error| Failure::broken("serializing older secrets of an endpoint", error))?;
    on_engine!(db, |c| sqlx::query(ROTATE)
        .bind(id)
        .bind(rotated.sealed)
        .bind(rotated.until.map(Timestamp::micros))
        .bind(now.micros())
        .bind(rotated.public_key)
        .bind(&written)
        .bind(older_until)
        .execute(c)
        .await
        .map(drop))
    .failed("rotating the secret of an endpoint")
}

/// Deletes previous secrets that have expired.
pub(in crate::webhooks) async fn forget_previous(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<u64, Failure> {
    let mut forgotten = 0;
    for statement in [FORGET_PREVIOUS, FORGET_OLDER] {
        forgotten += on_engine!(db, |c| sqlx::query(statement)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected()))
        .failed("forgetting previous secrets of endpoints")?;
    }
    Ok(forgotten)
}

/// Locks an endpoint, so that no other transaction writes its deliveries or switches it off. Returns its URL and secrets;
/// `None` if it is not active.
pub(in crate::webhooks) async fn lock(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Sendable>, Failure> {
    lock_by(db, LOCK, id).await
}

/// Locks an endpoint, active or not. Returns its URL and secrets.
pub(in crate::webhooks) async fn lock_any(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Sendable>, Failure> {
    lock_by(db, LOCK_ANY, id).await
}

async fn lock_by(
    db: &mut Connection<'_>,
    statement: &'static str,
    id: &str,
) -> Result<Option<Sendable>, Failure> {
    on_engine!(db, |c| sqlx::query_as(statement)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("locking an endpoint")
}
