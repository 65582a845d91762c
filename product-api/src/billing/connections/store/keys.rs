//! The sealed keys of connections.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const SET_NEXT_KEY: &str = "\
    UPDATE stripe_connection SET next_key = $2, updated_at = $3 WHERE id = $1 AND state <> 'disconnected'";

const FORGET_NEXT_KEY: &str =
    "UPDATE stripe_connection SET next_key = NULL, updated_at = $3 WHERE id = $1 AND next_key = $2";

const SET_KEY: &str = "\
    UPDATE stripe_connection SET api_key = $2, key_hint = $3, next_key = NULL, updated_at = $4 \
    WHERE id = $1 AND state <> 'disconnected'";

/// The key is the same, sealed by another secret.
const RESEAL_KEY: &str = "UPDATE stripe_connection SET api_key = $2 WHERE id = $1";

/// Stores a sealed key that has not passed its check yet.
pub(in crate::billing::connections) async fn set_next_key(
    db: &mut Connection<'_>,
    id: &str,
    sealed: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    set_next_by(db, SET_NEXT_KEY, id, sealed, now).await
}

/// Removes a sealed key that has not passed its check, unless another one replaced it.
pub(in crate::billing::connections) async fn forget_next_key(
    db: &mut Connection<'_>,
    id: &str,
    sealed: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    set_next_by(db, FORGET_NEXT_KEY, id, sealed, now).await
}

async fn set_next_by(
    db: &mut Connection<'_>,
    statement: &'static str,
    id: &str,
    sealed: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(id)
        .bind(sealed)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing the next key of a connection")
}

/// Replaces the key, and removes the next one; false if the account is disconnected.
pub(in crate::billing::connections) async fn set_key(
    db: &mut Connection<'_>,
    id: &str,
    sealed: &str,
    hint: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(SET_KEY)
        .bind(id)
        .bind(sealed)
        .bind(hint)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("replacing the key of a connection")
}

/// Stores the key as another secret has sealed it.
pub(in crate::billing::connections) async fn reseal_key(
    db: &mut Connection<'_>,
    id: &str,
    sealed: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RESEAL_KEY)
        .bind(id)
        .bind(sealed)
        .execute(c)
        .await
        .map(drop))
    .failed("sealing the key of a connection again")
}
