//! Password hashes in the database.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const FIND: &str = "SELECT users.id, passwords.hash FROM users LEFT JOIN passwords ON passwords.user_id = users.id \
     AND users.merged_into IS NULL \
     WHERE users.email = $1";
const OF_USER: &str = "SELECT hash FROM passwords WHERE user_id = $1";
const PUT: &str = "INSERT INTO passwords (user_id, hash, updated_at) VALUES ($1, $2, $3) \
     ON CONFLICT (user_id) DO UPDATE SET hash = $2, updated_at = $3";
const PUT_FIRST: &str =
    "INSERT INTO passwords (user_id, hash, updated_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const HAS: &str = "SELECT user_id FROM passwords WHERE user_id = $1";
const DELETE: &str = "DELETE FROM passwords WHERE user_id = $1";
const CONFIRM: &str = "UPDATE passwords SET hash = $3 WHERE user_id = $1 AND hash = $2";

/// Finds the user of an address, and the user's hash if there is one.
pub(crate) async fn find(
    db: &mut Connection<'_>,
    email: &str,
) -> Result<Option<(String, Option<String>)>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(FIND).bind(email).fetch_optional(c).await
    })
    .failed("reading a password's hash")
}

/// Returns the hash of a user.
pub(crate) async fn find_of_user(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(OF_USER)
            .bind(user_id)
            .fetch_optional(c)
            .await
    })
    .failed("reading a user's hash")
}

/// Sets the hash of a user.
pub(crate) async fn put(
    db: &mut Connection<'_>,
    user_id: &str,
    hash: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(PUT)
            .bind(user_id)
            .bind(hash)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("setting a password")
}

/// Sets the hash of a user without one; returns false if there is one.
pub(crate) async fn put_first(
    db: &mut Connection<'_>,
    user_id: &str,
    hash: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(PUT_FIRST)
            .bind(user_id)
            .bind(hash)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("setting a first password")
}

/// Deletes a user's password.
pub(crate) async fn delete(db: &mut Connection<'_>, user_id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE)
            .bind(user_id)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("deleting a password")
}

/// Returns true if a user has a password.
pub(crate) async fn has(db: &mut Connection<'_>, user_id: &str) -> Result<bool, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(HAS).bind(user_id).fetch_optional(c).await
    })
    .failed("looking for a password")?;
    Ok(row.is_some())
}

/// Replaces a hash with a newer one of the same password, and locks it until the caller commits. Returns false if the
/// hash has changed since it was read.
pub(crate) async fn confirm(
    db: &mut Connection<'_>,
    user_id: &str,
    seen: &str,
    hash: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(CONFIRM)
            .bind(user_id)
            .bind(seen)
            .bind(hash)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("confirming a password")
}
