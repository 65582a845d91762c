//! Signing keys and other stored secrets in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

/// A stored key.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct StoredKey {
    pub(super) kid: String,
    pub(super) algorithm: String,
    pub(super) state: String,
    pub(super) sealed_pkcs8: String,
    pub(super) created_at: i64,
    /// Time at which an announced key starts to sign.
    pub(super) signs_at: Option<i64>,
    /// Time at which the key started to sign.
    pub(super) activated_at: Option<i64>,
    pub(super) retired_at: Option<i64>,
}

const LIST: &str = "SELECT kid, algorithm, state, sealed_pkcs8, created_at, signs_at, activated_at, retired_at \
    FROM signing_keys ORDER BY created_at, kid";
const INSERT: &str = "INSERT INTO signing_keys (kid, algorithm, state, sealed_pkcs8, created_at, signs_at, activated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
const RETIRE: &str = "UPDATE signing_keys SET state = 'retired', retired_at = $2 WHERE algorithm = $1 AND state = 'active' \
    AND EXISTS (SELECT 1 FROM signing_keys next WHERE next.algorithm = $1 AND next.state = 'announced' AND next.signs_at <= $2)";
const ACTIVATE: &str = "UPDATE signing_keys SET state = 'active', activated_at = $2 \
    WHERE algorithm = $1 AND state = 'announced' AND signs_at <= $2 RETURNING kid";
const WITHDRAW: &str = "DELETE FROM signing_keys WHERE kid = $1 RETURNING state";
const PROMOTE_NOW: &str = "UPDATE signing_keys SET state = 'active', activated_at = $2 \
    WHERE algorithm = $1 AND state = 'announced' RETURNING kid";
const RESEAL: &str =
    "UPDATE signing_keys SET sealed_pkcs8 = $3 WHERE kid = $1 AND sealed_pkcs8 = $2";
const FIND_SECRET: &str = "SELECT sealed FROM kept_secrets WHERE name = $1";
const INSERT_SECRET: &str = "INSERT INTO kept_secrets (name, sealed, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const RESEAL_SECRET: &str = "UPDATE kept_secrets SET sealed = $3 WHERE name = $1 AND sealed = $2";

/// Keys by their retirement: none of their signatures counts any more.
pub(crate) const EXPIRED: ExpiredRows =
    expired!("signing_keys", key "kid", at "retired_at", only "state = 'retired'");

/// Returns all keys, the oldest first.
pub(super) async fn list(db: &mut Connection<'_>) -> Result<Vec<StoredKey>, Failure> {
    on_engine!(db, |c| sqlx::query_as(LIST).fetch_all(c).await).failed("reading the signing keys")
}

/// Stores a key; returns false if its algorithm already has one in the same state.
pub(super) async fn insert(db: &mut Connection<'_>, key: &StoredKey) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&key.kid)
            .bind(&key.algorithm)
            .bind(&key.state)
            .bind(&key.sealed_pkcs8)
            .bind(key.created_at)
            .bind(key.signs_at)
            .bind(key.activated_at)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("storing a signing key")
}

/// Activates the announced key of an algorithm if due; returns its `kid`. Only one of several concurrent requests does.
pub(super) async fn promote(
    db: &mut Connection<'_>,
    algorithm: &str,
    now: Timestamp,
) -> Result<Option<String>, Failure> {
    on_engine!(&mut *db, |c| {
        sqlx::query(RETIRE)
            .bind(algorithm)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("retiring a signing key")?;
    on_engine!(db, |c| {
        sqlx::query_scalar(ACTIVATE)
            .bind(algorithm)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("activating a signing key")
}

/// Deletes a key; returns its state, if it existed.
pub(super) async fn withdraw(
    db: &mut Connection<'_>,
    kid: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(WITHDRAW)
            .bind(kid)
            .fetch_optional(c)
            .await
    })
    .failed("withdrawing a signing key")
}

/// Activates the announced key of an algorithm before it is due; returns its `kid`, if there is one.
pub(super) async fn promote_now(
    db: &mut Connection<'_>,
    algorithm: &str,
    now: Timestamp,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(PROMOTE_NOW)
            .bind(algorithm)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("activating the next signing key")
}

/// Stores a key's new encryption and returns true, unless a concurrent request did.
pub(super) async fn reseal(
    db: &mut Connection<'_>,
    kid: &str,
    old: &str,
    new: &str,
) -> Result<bool, Failure> {
    replace(db, RESEAL, kid, old, new).await
}

/// Returns the secret of a name.
pub(super) async fn find_secret(
    db: &mut Connection<'_>,
    name: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(FIND_SECRET)
            .bind(name)
            .fetch_optional(c)
            .await
    })
    .failed("reading a stored secret")
}

/// Stores a secret under a name, unless there is one.
pub(super) async fn insert_secret(
    db: &mut Connection<'_>,
    name: &str,
    sealed: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT_SECRET)
            .bind(name)
            .bind(sealed)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a secret")
}

/// Stores a secret's new encryption and returns true, unless a concurrent request did.
pub(super) async fn reseal_secret(
    db: &mut Connection<'_>,
    name: &str,
    old: &str,
    new: &str,
) -> Result<bool, Failure> {
    replace(db, RESEAL_SECRET, name, old, new).await
}

async fn replace(
    db: &mut Connection<'_>,
    statement: &'static str,
    name: &str,
    old: &str,
    new: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(statement)
            .bind(name)
            .bind(old)
            .bind(new)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("storing a secret sealed again")
}
