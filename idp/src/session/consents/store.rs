//! Consents in the database, and live grants of third-party clients.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::consent::{AccessRecord, ConsentKey};

const FIND: &str = "SELECT scope FROM consents WHERE user_id = $1 AND client_id = $2";
const INSERT: &str = "INSERT INTO consents (user_id, client_id, scope, updated_at, used_at) VALUES ($1, $2, $3, $4, $4) \
    ON CONFLICT (user_id, client_id) DO NOTHING";
const PUT: &str = "INSERT INTO consents (user_id, client_id, scope, updated_at, used_at) VALUES ($1, $2, $3, $4, $4) \
    ON CONFLICT (user_id, client_id) DO UPDATE SET scope = excluded.scope, updated_at = excluded.updated_at, \
    used_at = excluded.used_at";
const LOCK: &str = "UPDATE consents SET used_at = $3 WHERE user_id = $1 AND client_id = $2 \
    RETURNING scope";
const DELETE: &str = "DELETE FROM consents WHERE user_id = $1 AND client_id = $2";
const CONSENTS_OF: &str = "SELECT k.client_id, c.name, k.scope, k.updated_at AS granted_at, \
    COALESCE(k.used_at, k.updated_at) AS at, c.logo, c.initiate_login_uri, c.first_party \
    FROM consents k JOIN clients c ON c.id = k.client_id WHERE k.user_id = $1 AND (NOT c.first_party OR $2)";
/// Groups grants by client and scope, so that the number of rows stays small.
const GRANTS_OF: &str = "SELECT g.client_id, c.name, g.scope, MIN(g.created_at) AS granted_at, \
    MAX(g.created_at) AS at, c.logo, c.initiate_login_uri, c.first_party \
    FROM grants g JOIN clients c ON c.id = g.client_id \
    WHERE g.user_id = $1 AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > $2) \
    AND (NOT c.first_party OR $3) GROUP BY g.client_id, c.name, g.scope, c.logo, c.initiate_login_uri, c.first_party";

#[derive(sqlx::FromRow)]
struct Row {
    client_id: String,
    name: String,
    scope: String,
    granted_at: i64,
    at: i64,
    logo: Option<String>,
    initiate_login_uri: Option<String>,
    first_party: bool,
}

impl From<Row> for AccessRecord {
    fn from(row: Row) -> Self {
        Self {
            client_id: row.client_id,
            name: row.name,
            scope: row.scope,
            granted_at: Timestamp::from_micros(row.granted_at),
            at: Timestamp::from_micros(row.at),
            logo: row.logo,
            initiate_login_uri: row.initiate_login_uri,
            is_first_party: row.first_party,
        }
    }
}

/// Returns the scope that a user allowed a client.
pub(crate) async fn find(
    db: &mut Connection<'_>,
    user_id: &str,
    client_id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(FIND)
            .bind(user_id)
            .bind(client_id)
            .fetch_optional(c)
            .await
    })
    .failed("reading a consent")
}

/// Inserts a consent; false if there is one already.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    consent: ConsentKey<'_>,
    scope: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    let done = write(db, INSERT, consent, scope, now).await?;
    Ok(done == 1)
}

/// Inserts a consent, or replaces an earlier one.
pub(super) async fn put(
    db: &mut Connection<'_>,
    consent: ConsentKey<'_>,
    scope: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    write(db, PUT, consent, scope, now).await.map(|_| ())
}

async fn write(
    db: &mut Connection<'_>,
    statement: &'static str,
    consent: ConsentKey<'_>,
    scope: &str,
    now: Timestamp,
) -> Result<u64, Failure> {
    on_engine!(db, |c| {
        sqlx::query(statement)
            .bind(consent.user_id)
            .bind(consent.client_id)
            .bind(scope)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed("storing a consent")
}

/// Locks a consent until the transaction ends, and returns its scope; `None` if it was revoked.
pub(crate) async fn lock(
    db: &mut Connection<'_>,
    consent: ConsentKey<'_>,
    now: Timestamp,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(LOCK)
            .bind(consent.user_id)
            .bind(consent.client_id)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("using a consent")
}

/// Deletes a consent; false if there was none.
pub(super) async fn delete(
    db: &mut Connection<'_>,
    user_id: &str,
    client_id: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE)
            .bind(user_id)
            .bind(client_id)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("deleting a consent")
}

/// Lists the consents of a user for third-party clients, or for all.
pub(super) async fn list_consents(
    db: &mut Connection<'_>,
    user_id: &str,
    with_first_party: bool,
) -> Result<Vec<AccessRecord>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(CONSENTS_OF)
        .bind(user_id)
        .bind(with_first_party)
        .fetch_all(c)
        .await)
    .failed("listing a user's consents")?;
    Ok(rows.into_iter().map(AccessRecord::from).collect())
}

/// Lists the scopes of a user's live grants to third-party clients, or to all.
pub(super) async fn list_grants(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
    with_first_party: bool,
) -> Result<Vec<AccessRecord>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(GRANTS_OF)
        .bind(user_id)
        .bind(now.micros())
        .bind(with_first_party)
        .fetch_all(c)
        .await)
    .failed("listing a user's grants")?;
    Ok(rows.into_iter().map(AccessRecord::from).collect())
}
