//! Links and codes that prove an address for one user.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::super::link::MAX_TRIES;

/// Inserts a user's proof, or locks the earlier one without a change.
const INSERT: &str = "INSERT INTO address_proofs (token, user_id, identifier, code, expires_at) VALUES ($1, $2, $3, $4, $5) \
     ON CONFLICT (user_id) DO UPDATE SET tries = address_proofs.tries RETURNING token";
const REPLACE: &str = "UPDATE address_proofs SET token = $1, identifier = $3, code = $4, expires_at = $5, tries = 0 \
     WHERE user_id = $2";
const TAKE: &str = "DELETE FROM address_proofs WHERE token = $1 AND user_id = $2 AND expires_at > $3 RETURNING identifier";
const TRY: &str = "UPDATE address_proofs SET tries = tries + 1 WHERE user_id = $1 AND tries < $2 AND expires_at > $3 \
     RETURNING token, identifier, code";

/// Expired proofs.
pub(crate) const EXPIRED: ExpiredRows = expired!("address_proofs", key "token", at "expires_at");

/// A stored proof.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct StoredProof {
    /// Digest of the token.
    pub(crate) token: String,
    /// The address to prove.
    pub(crate) identifier: String,
    /// MAC over user and code.
    pub(crate) code: String,
}

/// Stores a user's proof. If the user has an earlier one, stores nothing, locks it, and returns the digest of its token.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    user_id: &str,
    proof: &StoredProof,
    expires_at: Timestamp,
) -> Result<Option<String>, Failure> {
    let token: String = on_engine!(db, |c| {
        sqlx::query_scalar(INSERT)
            .bind(&proof.token)
            .bind(user_id)
            .bind(&proof.identifier)
            .bind(&proof.code)
            .bind(expires_at.micros())
            .fetch_one(c)
            .await
    })
    .failed("storing the proof of an address")?;
    Ok(Some(token).filter(|token| *token != proof.token))
}

/// Stores a proof in the place of the user's earlier one.
pub(crate) async fn replace(
    db: &mut Connection<'_>,
    user_id: &str,
    proof: &StoredProof,
    expires_at: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(REPLACE)
            .bind(&proof.token)
            .bind(user_id)
            .bind(&proof.identifier)
            .bind(&proof.code)
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("replacing the proof of an address")
}

/// Uses a user's proof up; returns the address that it proves.
pub(crate) async fn take(
    db: &mut Connection<'_>,
    token: &str,
    user_id: &str,
    now: Timestamp,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(TAKE)
            .bind(token)
            .bind(user_id)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("redeeming the proof of an address")
}

/// Counts an attempt at the code of a user's proof; returns `None` if no attempts are left.
pub(crate) async fn count_try(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<Option<StoredProof>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(TRY)
            .bind(user_id)
            .bind(MAX_TRIES)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("counting an attempt at the code of an address")
}
