//! Authorization codes in the database.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::code::Code;
use super::pkce::Challenge;

const INSERT: &str = "INSERT INTO authorization_codes (digest, grant_id, client_id, redirect_uri, code_challenge, nonce, \
    dpop_jkt, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const REDEEM: &str = "UPDATE authorization_codes SET redeemed_at = $3 WHERE digest = $1 AND client_id = $2 \
    AND redeemed_at IS NULL AND expires_at > $3 \
    RETURNING digest, grant_id, client_id, redirect_uri, code_challenge, nonce, dpop_jkt, created_at";
const GRANT_OF_REDEEMED: &str = "SELECT grant_id FROM authorization_codes WHERE digest = $1 AND client_id = $2 \
    AND redeemed_at IS NOT NULL";

const RENEW: &str = "INSERT INTO authorization_codes (digest, grant_id, client_id, redirect_uri, code_challenge, nonce, \
    dpop_jkt, created_at, expires_at) SELECT $2, grant_id, client_id, redirect_uri, code_challenge, nonce, dpop_jkt, $3, $4 \
    FROM authorization_codes WHERE digest = $1 AND redeemed_at IS NOT NULL";

/// Codes whose time is over.
pub(crate) const EXPIRED: Expired = expired!("authorization_codes", key "digest", at "expires_at");

#[derive(sqlx::FromRow)]
struct Row {
    digest: String,
    grant_id: String,
    client_id: String,
    redirect_uri: String,
    code_challenge: Option<String>,
    nonce: Option<String>,
    dpop_jkt: Option<String>,
    created_at: i64,
}

/// Stores a new code.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    code: &Code,
    expires_at: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&code.digest)
            .bind(&code.grant_id)
            .bind(&code.client_id)
            .bind(&code.redirect_uri)
            .bind(code.challenge.as_ref().map(Challenge::as_text))
            .bind(&code.nonce)
            .bind(&code.dpop_jkt)
            .bind(code.created_at.micros())
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a code")
}

/// Marks a code of a client as redeemed and gives it; `None` when it is unknown, another client's, used or expired.
pub(super) async fn redeem(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<Option<Code>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(REDEEM)
            .bind(digest)
            .bind(client_id)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("redeeming a code")?;
    Ok(row.map(|row| Code {
        digest: row.digest,
        grant_id: row.grant_id,
        client_id: row.client_id,
        redirect_uri: row.redirect_uri,
        challenge: row.code_challenge.map(Challenge::of_kept),
        nonce: row.nonce,
        dpop_jkt: row.dpop_jkt,
        created_at: Timestamp::from_micros(row.created_at),
    }))
}

/// The grant of a client's code that was redeemed before.
pub(super) async fn grant_of_redeemed(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
) -> Result<Option<String>, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(GRANT_OF_REDEEMED)
            .bind(digest)
            .bind(client_id)
            .fetch_optional(c)
            .await
    })
    .failed("looking for a redeemed code")?;
    Ok(row.map(|(grant_id,)| grant_id))
}

/// The digests of a code and of the one that follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Renewal<'a> {
    /// The code that was redeemed.
    pub(super) old: &'a str,
    /// The new one.
    pub(super) new: &'a str,
}

/// Stores another code with all that an earlier one has, if that one was redeemed.
pub(super) async fn renew(
    db: &mut Connection<'_>,
    renewal: Renewal<'_>,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(RENEW)
            .bind(renewal.old)
            .bind(renewal.new)
            .bind(now.micros())
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("storing another code of a grant")
}
