//! Grants in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::grant::Grant;

/// Start of a statement that inserts a grant, up to its values.
macro_rules! insert_grant {
    () => {
        "INSERT INTO grants (id, user_id, client_id, sid, scope, is_offline, auth_time, created_at, expires_at, claims, acr, \
         amr, dpop_jkt, resources, sweep_at) "
    };
}
/// Placeholders of a grant's values, which `bind_grant` binds.
macro_rules! grant_values {
    () => {
        "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15"
    };
}
/// Binds the values of a new grant, with the times of its creation and of its earliest sweep.
macro_rules! bind_grant {
    ($query:expr, $grant:expr, $now:expr, $sweep_at:expr) => {
        $query
            .bind(&$grant.id)
            .bind(&$grant.user_id)
            .bind(&$grant.client_id)
            .bind(&$grant.sid)
            .bind(&$grant.scope)
            .bind($grant.is_offline)
            .bind($grant.auth_time.micros())
            .bind($now.micros())
            .bind($grant.expires_at.map(Timestamp::micros))
            .bind(&$grant.claims)
            .bind(&$grant.acr)
            .bind(&$grant.amr)
            .bind(&$grant.dpop_jkt)
            .bind($grant.resources.join(" "))
            .bind($sweep_at.micros())
    };
}
pub(crate) use {bind_grant, grant_values, insert_grant};

const INSERT: &str = concat!(insert_grant!(), "VALUES (", grant_values!(), ")");
const BIND: &str = "UPDATE grants SET dpop_jkt = $2 WHERE id = $1";
const REVOKE: &str = "UPDATE grants SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL";
const REVOKE_OF_SID: &str =
    "UPDATE grants SET revoked_at = $2 WHERE sid = $1 AND revoked_at IS NULL AND NOT is_offline";
const REVOKE_ALL_OF_SID: &str =
    "UPDATE grants SET revoked_at = $2 WHERE sid = $1 AND revoked_at IS NULL";
const REVOKE_OF_OTHERS: &str = "UPDATE grants SET revoked_at = $3 \
    WHERE user_id = $1 AND sid <> $2 AND revoked_at IS NULL";
const REVOKE_OF_CLIENT: &str =
    "UPDATE grants SET revoked_at = $2 WHERE client_id = $1 AND revoked_at IS NULL";
const REVOKE_OF_USER: &str =
    "UPDATE grants SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL";

const REVOKE_OF_USER_AND_CLIENT: &str = "UPDATE grants SET revoked_at = $3 \
    WHERE user_id = $1 AND client_id = $2 AND revoked_at IS NULL";

/// Grants without codes and refresh tokens that may be swept.
pub(crate) const EXPIRED: ExpiredRows = expired!(
    "grants",
    key "id",
    at "sweep_at",
    only "NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.grant_id = grants.id) \
        AND NOT EXISTS (SELECT 1 FROM authorization_codes a WHERE a.grant_id = grants.id)"
);

/// Binds a grant's tokens to a key.
pub(crate) async fn bind(
    db: &mut Connection<'_>,
    grant_id: &str,
    thumbprint: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(BIND)
            .bind(grant_id)
            .bind(thumbprint)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("binding a grant to a key")
}

/// Inserts a grant, with the time from which it may be swept.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    grant: &Grant,
    now: Timestamp,
    sweep_at: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        bind_grant!(sqlx::query(INSERT), grant, now, sweep_at)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a grant")
}

/// Revokes a grant: its code, its refresh tokens, and its access tokens at userinfo.
pub(crate) async fn revoke(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    revoke_where(db, REVOKE, id, now).await
}

/// Revokes the grants of a session, except those that outlive it.
pub(crate) async fn revoke_of_sid(
    db: &mut Connection<'_>,
    sid: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    revoke_where(db, REVOKE_OF_SID, sid, now).await
}

/// Revokes all grants of a session, including those that outlive it.
pub(crate) async fn revoke_all_of_sid(
    db: &mut Connection<'_>,
    sid: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    revoke_where(db, REVOKE_ALL_OF_SID, sid, now).await
}

/// Revokes all grants of a user, except those of one session.
pub(crate) async fn revoke_of_others(
    db: &mut Connection<'_>,
    user_id: &str,
    sid: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    revoke_of_pair(db, REVOKE_OF_OTHERS, user_id, sid, now).await
}

/// Revokes all grants of a user, including those that outlive a session.
pub(crate) async fn revoke_of_user(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    revoke_where(db, REVOKE_OF_USER, user_id, now).await
}

/// Revokes all grants of a user to a client.
pub(crate) async fn revoke_of_user_and_client(
    db: &mut Connection<'_>,
    user_id: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    revoke_of_pair(db, REVOKE_OF_USER_AND_CLIENT, user_id, client_id, now).await
}

async fn revoke_of_pair(
    db: &mut Connection<'_>,
    statement: &'static str,
    user_id: &str,
    other: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    on_engine!(db, |c| {
        sqlx::query(statement)
            .bind(user_id)
            .bind(other)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed("revoking a user's grants")
}

/// Revokes all grants of a client.
pub(crate) async fn revoke_of_client(
    db: &mut Connection<'_>,
    client_id: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    revoke_where(db, REVOKE_OF_CLIENT, client_id, now).await
}

async fn revoke_where(
    db: &mut Connection<'_>,
    statement: &'static str,
    value: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    on_engine!(db, |c| {
        sqlx::query(statement)
            .bind(value)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed("revoking grants")
}
