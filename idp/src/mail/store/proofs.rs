//! Links that prove an address for one user.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const PUT: &str = "INSERT INTO address_proofs (token, user_id, identifier, expires_at) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (user_id) DO UPDATE SET token = $1, identifier = $3, expires_at = $4";
const TAKE: &str = "DELETE FROM address_proofs WHERE token = $1 AND user_id = $2 AND expires_at > $3 RETURNING identifier";

/// Links that nobody used.
pub(crate) const EXPIRED: Expired = expired!("address_proofs", key "token", at "expires_at");

/// A link as it is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptProof<'a> {
    /// The digest of the token.
    pub(crate) token: &'a str,
    /// The user it counts for.
    pub(crate) user_id: &'a str,
    /// The address it proves.
    pub(crate) identifier: &'a str,
    /// When it ends.
    pub(crate) expires_at: Timestamp,
}

/// Stores a link in the place of the user's last one.
pub(crate) async fn put(db: &mut Connection<'_>, proof: KeptProof<'_>) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(PUT)
            .bind(proof.token)
            .bind(proof.user_id)
            .bind(proof.identifier)
            .bind(proof.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing the proof of an address")
}

/// Takes a user's link, once; gives the address that it proves.
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
    .failed("taking the proof of an address")
}
