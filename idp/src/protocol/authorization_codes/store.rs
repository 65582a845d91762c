//! Authorization codes in the database.

use foundation::database::{ExpiredRows, SqlResultExt, StatementPair};
use foundation::{Connection, Failure, Timestamp, expired, on_engine, statement_pair};

use super::code::{Code, NewCode};
use super::pkce::Challenge;
use crate::protocol::grants::store::{bind_grant, grant_values, insert_grant};

/// Inserts a code of the grant with the values `$1` to `$15`.
macro_rules! insert_code {
    () => {
        "INSERT INTO authorization_codes (digest, grant_id, client_id, redirect_uri, code_challenge, nonce, dpop_jkt, \
         created_at, expires_at) SELECT $16, id, client_id, $17, $18, $19, $20, $8, $21 FROM grants WHERE id = $1"
    };
}
/// Inserts a grant whose session has no row in the database.
const INSERT_WITH_GRANT: StatementPair = statement_pair!(
    concat!(insert_grant!(), "VALUES (", grant_values!(), ")"),
    writes "grants",
    insert_code!()
);
/// Inserts a grant if its session's row is live, and locks this row.
const INSERT_WITH_GRANT_IN_SESSION: StatementPair = statement_pair!(
    concat!(
        insert_grant!(),
        "SELECT ",
        grant_values!(),
        " FROM sessions WHERE sid = $4 AND expires_at > $22"
    ),
    locks "sessions",
    writes "grants",
    insert_code!()
);
const GRANT_OF_REDEEMED: &str = "SELECT grant_id FROM authorization_codes WHERE digest = $1 AND client_id = $2 \
    AND redeemed_at IS NOT NULL AND (redeemed_by IS NULL OR redeemed_by <> $3)";

const RENEW: &str = "INSERT INTO authorization_codes (digest, grant_id, client_id, redirect_uri, code_challenge, nonce, \
    dpop_jkt, created_at, expires_at) SELECT $2, grant_id, client_id, redirect_uri, code_challenge, nonce, dpop_jkt, $3, $4 \
    FROM authorization_codes WHERE digest = $1 AND redeemed_at IS NOT NULL";

/// Codes that have expired.
pub(crate) const EXPIRED: ExpiredRows =
    expired!("authorization_codes", key "digest", at "expires_at");

/// Statement that marks the unused, unexpired code `$1` of the client `$2` as redeemed at `$3` under the name `$4`.
macro_rules! mark_redeemed {
    () => {
        "UPDATE authorization_codes SET redeemed_at = $3, redeemed_by = $4 WHERE digest = $1 AND client_id = $2 \
         AND redeemed_at IS NULL AND expires_at > $3"
    };
}
/// Columns of [`CodeRow`], from a code `a`.
macro_rules! code_columns {
    () => {
        "a.grant_id, a.redirect_uri, a.code_challenge, a.nonce, a.dpop_jkt AS code_dpop_jkt"
    };
}
pub(crate) use {code_columns, mark_redeemed};

/// Columns of a code in a row with other columns.
#[derive(sqlx::FromRow)]
pub(crate) struct CodeRow {
    grant_id: String,
    redirect_uri: String,
    code_challenge: Option<String>,
    nonce: Option<String>,
    code_dpop_jkt: Option<String>,
}

impl From<CodeRow> for Code {
    fn from(row: CodeRow) -> Self {
        Self {
            grant_id: row.grant_id,
            redirect_uri: row.redirect_uri,
            challenge: row.code_challenge.map(Challenge::from_stored),
            nonce: row.nonce,
            dpop_jkt: row.code_dpop_jkt,
        }
    }
}

/// Times of a new code.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeTimes {
    /// Creation.
    pub(super) now: Timestamp,
    /// Expiry.
    pub(super) expires_at: Timestamp,
    /// Time after which the session must end; `None` if the session has no row in the database.
    pub(super) session_ends_after: Option<Timestamp>,
}

/// Inserts a grant and its code. Returns false, and inserts nothing, if the session's row is not live; otherwise the
/// row is locked until the commit.
pub(super) async fn insert_with_grant(
    db: &mut Connection<'_>,
    new: &NewCode<'_>,
    digest: &str,
    times: CodeTimes,
) -> Result<bool, Failure> {
    let statement = if times.session_ends_after.is_some() {
        INSERT_WITH_GRANT_IN_SESSION
    } else {
        INSERT_WITH_GRANT
    };
    let text = statement.text(db);
    on_engine!(db, |c| {
        let mut query = bind_grant!(sqlx::query(text), new.grant, times.now, new.sweep_at)
            .bind(digest)
            .bind(new.redirect_uri)
            .bind(new.challenge.map(Challenge::as_text))
            .bind(new.nonce)
            .bind(new.dpop_jkt)
            .bind(times.expires_at.micros());
        if let Some(ends_after) = times.session_ends_after {
            query = query.bind(ends_after.micros());
        }
        query.execute(c).await.map(|done| done.rows_affected() > 0)
    })
    .failed("storing a grant and its code")
}

/// Returns the grant of a client's code that another redemption has used.
pub(super) async fn grant_of_redeemed(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    name: &str,
) -> Result<Option<String>, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(GRANT_OF_REDEEMED)
            .bind(digest)
            .bind(client_id)
            .bind(name)
            .fetch_optional(c)
            .await
    })
    .failed("looking for a redeemed code")?;
    Ok(row.map(|(grant_id,)| grant_id))
}

/// Digests of a code and of its successor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Renewal<'a> {
    /// The redeemed code.
    pub(super) old: &'a str,
    /// The new code.
    pub(super) new: &'a str,
}

/// Stores another code with the values of an earlier one, if that one was redeemed.
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
