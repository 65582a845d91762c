//! The clients table.

use std::collections::BTreeMap;

use foundation::database::{SqlResultExt, locking};
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::row::Row;
use crate::protocol::clients::client::Client;

/// All columns, in the order in which [`write`] binds them.
macro_rules! columns {
    () => {
        "id, name, secret_digest, token_endpoint_auth_method, application_type, redirect_uris, \
        post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, brand_color, \
        logo, first_party, created_at, updated_at, is_active, registered_by, jwks, jwks_uri, \
        token_endpoint_auth_signing_alg, access_token_format, subject_type, sector_identifier_uri, \
        userinfo_signed_response_alg, dpop_bound_access_tokens, require_pushed_authorization_requests, \
        backchannel_logout_uri, backchannel_logout_session_required, default_max_age, require_auth_time, \
        default_acr_values, client_uri, policy_uri, tos_uri, contacts, resources, registration_token_digest, \
        last_used_at, userinfo_claims_in_id_token, previous_secret_digest, previous_secret_expires_at, \
        refresh_token_rotation, token_endpoint_as_audience, initiate_login_uri, \
        request_object_signing_alg, require_signed_request_object, older_secrets"
    };
}

/// INSERT statement; the argument says what happens if the id exists.
macro_rules! insert {
    ($taken:literal) => {
        concat!(
            "INSERT INTO clients (",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, \
        $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48) ON CONFLICT (id) DO ",
            $taken
        )
    };
}

const FIND: &str = concat!("SELECT ", columns!(), " FROM clients WHERE id = $1");
const INSERT: &str = insert!("NOTHING");
const PUT: &str = insert!(
    "UPDATE SET name = excluded.name, secret_digest = excluded.secret_digest, \
    token_endpoint_auth_method = excluded.token_endpoint_auth_method, \
    application_type = excluded.application_type, redirect_uris = excluded.redirect_uris, \
    post_logout_redirect_uris = excluded.post_logout_redirect_uris, grant_types = excluded.grant_types, \
    scope = excluded.scope, id_token_signed_response_alg = excluded.id_token_signed_response_alg, \
    require_pkce = excluded.require_pkce, brand_color = excluded.brand_color, logo = excluded.logo, \
    first_party = excluded.first_party, updated_at = excluded.updated_at, is_active = excluded.is_active, \
    registered_by = excluded.registered_by, jwks = excluded.jwks, jwks_uri = excluded.jwks_uri, \
    token_endpoint_auth_signing_alg = excluded.token_endpoint_auth_signing_alg, \
    access_token_format = excluded.access_token_format, subject_type = excluded.subject_type, \
    sector_identifier_uri = excluded.sector_identifier_uri, \
    userinfo_signed_response_alg = excluded.userinfo_signed_response_alg, \
    dpop_bound_access_tokens = excluded.dpop_bound_access_tokens, \
    require_pushed_authorization_requests = excluded.require_pushed_authorization_requests, \
    backchannel_logout_uri = excluded.backchannel_logout_uri, \
    backchannel_logout_session_required = excluded.backchannel_logout_session_required, \
    default_max_age = excluded.default_max_age, require_auth_time = excluded.require_auth_time, \
    default_acr_values = excluded.default_acr_values, client_uri = excluded.client_uri, \
    policy_uri = excluded.policy_uri, tos_uri = excluded.tos_uri, contacts = excluded.contacts, \
    resources = excluded.resources, registration_token_digest = excluded.registration_token_digest, \
    userinfo_claims_in_id_token = excluded.userinfo_claims_in_id_token, \
    previous_secret_digest = excluded.previous_secret_digest, \
    previous_secret_expires_at = excluded.previous_secret_expires_at, \
    refresh_token_rotation = excluded.refresh_token_rotation, \
    token_endpoint_as_audience = excluded.token_endpoint_as_audience, \
    initiate_login_uri = excluded.initiate_login_uri, \
    request_object_signing_alg = excluded.request_object_signing_alg, \
    require_signed_request_object = excluded.require_signed_request_object, \
    older_secrets = excluded.older_secrets"
);
/// Ignores documents that were stored but never used, because anyone may have caused their storage.
const WEB_ADDRESSES: &str = "SELECT redirect_uris FROM clients WHERE is_active \
    AND (registered_by <> 'document' OR last_used_at >= created_at)";
const DELETE: &str = "DELETE FROM clients WHERE id = $1";
const FILE_CLIENTS: &str =
    "SELECT id, is_active, file_digest FROM clients WHERE registered_by = 'bootstrap'";
const SWITCH_OFF: &str = "UPDATE clients SET is_active = FALSE, updated_at = $2 WHERE id = $1";
const SET_FILE_DIGEST: &str = "UPDATE clients SET file_digest = $2 WHERE id = $1";
const LOCK: &str = concat!(
    "UPDATE clients SET updated_at = updated_at WHERE id = $1 RETURNING ",
    columns!()
);
/// Locks a client that other rows will refer to.
const LOCK_FOR_REFERENCE: &str = "SELECT c.id FROM clients c WHERE c.id = $1";
/// Selects clients that registered themselves and are idle. Keeps a deactivated client with a client ID metadata
/// document, because its next request would create it again as active. Dynamic clients never return by themselves.
const DELETE_IDLE: &str = "DELETE FROM clients WHERE last_used_at <= $1 AND id IN (SELECT id FROM clients \
    WHERE last_used_at <= $1 AND registered_by IN ('dynamic', 'document') AND (is_active OR registered_by = 'dynamic') \
    ORDER BY last_used_at, id LIMIT $2) RETURNING id, created_at, last_used_at";
const RECORD_USE: &str = "UPDATE clients SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)";

const RECORD_FIRST_USE: &str =
    "UPDATE clients SET last_used_at = $2 WHERE id = $1 AND last_used_at < created_at";
/// Keeps `last_used_at` before `created_at`, which marks a client as never used.
const PROLONG: &str =
    "UPDATE clients SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2 AND created_at > $2";

/// Returns the redirect URIs of all active clients, for the CORS rules of web pages.
pub(crate) async fn web_addresses(db: &mut Connection<'_>) -> Result<Vec<String>, Failure> {
    let lists: Vec<String> =
        on_engine!(db, |c| sqlx::query_scalar(WEB_ADDRESSES).fetch_all(c).await)
            .failed("reading the addresses of clients")?;
    let parsed = lists
        .iter()
        .map(|list| strict_json::from_stored::<Vec<String>>(list));
    let parsed: Result<Vec<_>, _> = parsed.collect();
    let parsed = parsed.map_err(|error| Failure::broken("reading a client's addresses", error))?;
    Ok(parsed.into_iter().flatten().collect())
}

/// Returns the client of an id, active or not.
pub(crate) async fn find(db: &mut Connection<'_>, id: &str) -> Result<Option<Client>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a client")?;
    row.map(read).transpose()
}

fn read(row: Row) -> Result<Client, Failure> {
    row.client()
        .ok_or_else(|| Failure::defect("a stored client cannot be read"))
}

/// Stores a new client; false if a client of the same id exists, or a concurrent transaction created it.
pub(crate) async fn insert(db: &mut Connection<'_>, client: &Client) -> Result<bool, Failure> {
    Ok(write(db, INSERT, client).await? == 1)
}

/// Stores a client over one of the same id; keeps the times of creation and last use.
pub(crate) async fn put(db: &mut Connection<'_>, client: &Client) -> Result<(), Failure> {
    write(db, PUT, client).await.map(|_| ())
}

async fn write(
    db: &mut Connection<'_>,
    statement: &'static str,
    client: &Client,
) -> Result<u64, Failure> {
    let row = Row::from_client(client)?;
    on_engine!(db, |c| {
        sqlx::query(statement)
            .bind(&row.id)
            .bind(&row.name)
            .bind(&row.secret_digest)
            .bind(&row.token_endpoint_auth_method)
            .bind(&row.application_type)
            .bind(&row.redirect_uris)
            .bind(&row.post_logout_redirect_uris)
            .bind(&row.grant_types)
            .bind(&row.scope)
            .bind(&row.id_token_signed_response_alg)
            .bind(row.require_pkce)
            .bind(&row.brand_color)
            .bind(&row.logo)
            .bind(row.first_party)
            .bind(row.created_at)
            .bind(row.updated_at)
            .bind(row.is_active)
            .bind(&row.registered_by)
            .bind(&row.jwks)
            .bind(&row.jwks_uri)
            .bind(&row.token_endpoint_auth_signing_alg)
            .bind(&row.access_token_format)
            .bind(&row.subject_type)
            .bind(&row.sector_identifier_uri)
            .bind(&row.userinfo_signed_response_alg)
            .bind(row.dpop_bound_access_tokens)
            .bind(row.require_pushed_authorization_requests)
            .bind(&row.backchannel_logout_uri)
            .bind(row.backchannel_logout_session_required)
            .bind(row.default_max_age)
            .bind(row.require_auth_time)
            .bind(&row.default_acr_values)
            .bind(&row.client_uri)
            .bind(&row.policy_uri)
            .bind(&row.tos_uri)
            .bind(&row.contacts)
            .bind(&row.resources)
            .bind(&row.registration_token_digest)
            .bind(row.last_used_at)
            .bind(row.userinfo_claims_in_id_token)
            .bind(&row.previous_secret_digest)
            .bind(row.previous_secret_expires_at)
            .bind(row.refresh_token_rotation)
            .bind(row.token_endpoint_as_audience)
            .bind(&row.initiate_login_uri)
            .bind(&row.request_object_signing_alg)
            .bind(row.require_signed_request_object)
            .bind(&row.older_secrets)
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed("storing a client")
}

/// Deletes a client and everything that refers to it; false if there was none.
pub(crate) async fn delete(db: &mut Connection<'_>, id: &str) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE)
            .bind(id)
            .execute(c)
            .await
            .map(|done| done.rows_affected() > 0)
    })
    .failed("deleting a client")
}

/// Client that a file named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol::clients) struct FileEntry {
    /// False if the client is deactivated.
    pub(in crate::protocol::clients) is_active: bool,
    /// The digest of the entry that was applied last, or the mark of a missing entry.
    pub(in crate::protocol::clients) digest: Option<String>,
}

/// Returns the clients that a file named, by their ids.
pub(in crate::protocol::clients) async fn file_clients(
    db: &mut Connection<'_>,
) -> Result<BTreeMap<String, FileEntry>, Failure> {
    let rows: Vec<(String, bool, Option<String>)> =
        on_engine!(db, |c| sqlx::query_as(FILE_CLIENTS).fetch_all(c).await)
            .failed("looking for clients of the file")?;
    let of_file = |(id, is_active, digest)| (id, FileEntry { is_active, digest });
    Ok(rows.into_iter().map(of_file).collect())
}

/// Stores the digest of a client's entry in the file.
pub(in crate::protocol::clients) async fn set_file_digest(
    db: &mut Connection<'_>,
    id: &str,
    digest: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_FILE_DIGEST)
        .bind(id)
        .bind(digest)
        .execute(c)
        .await
        .map(|_| ()))
    .failed("recording a client's entry")
}

/// Deactivates a client.
pub(in crate::protocol::clients) async fn switch_off(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SWITCH_OFF)
        .bind(id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|_| ()))
    .failed("deactivating a client")
}

/// Deletes clients that registered themselves and were not used since a time, the longest idle first. Returns their
/// ids, and whether they were ever used.
pub(in crate::protocol::clients) async fn delete_idle(
    db: &mut Connection<'_>,
    until: Timestamp,
    most: u32,
) -> Result<Vec<(String, bool)>, Failure> {
    let rows: Vec<(String, i64, i64)> = on_engine!(db, |c| sqlx::query_as(DELETE_IDLE)
        .bind(until.micros())
        .bind(i64::from(most))
        .fetch_all(c)
        .await)
    .failed("sweeping clients")?;
    let outcome = rows
        .into_iter()
        .map(|(id, created_at, last_used_at)| (id, last_used_at >= created_at));
    Ok(outcome.collect())
}

/// Returns the client of an id, active or not, and locks its row until the commit.
pub(crate) async fn lock(db: &mut Connection<'_>, id: &str) -> Result<Option<Client>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(LOCK)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("locking a client")?;
    row.map(read).transpose()
}

/// Returns the client of an id, active or not, and locks its row for its deletion. PostgreSQL waits for transactions
/// that have stored a grant of the client, which [`lock`] does not: the deletion must revoke these grants.
pub(crate) async fn lock_for_deletion(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Client>, Failure> {
    let text = [FIND, locking(db, " FOR UPDATE")].concat();
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(AssertSqlSafe(text))
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("locking a client")?;
    row.map(read).transpose()
}

/// Locks a client's row against its deletion until the commit; the client may still change. The caller locks the
/// client's codes, tokens and grants after that, in the order of a deletion: another order can deadlock.
pub(crate) async fn lock_against_deletion(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<(), Failure> {
    let text = [LOCK_FOR_REFERENCE, locking(db, " FOR KEY SHARE")].concat();
    on_engine!(db, |c| sqlx::query(AssertSqlSafe(text))
        .bind(id)
        .execute(c)
        .await
        .map(|_| ()))
    .failed("locking a client")
}

/// Records the first use of a client that was stored without use; false if it was used before.
pub(crate) async fn record_first_use(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    let noted = write_use(db, RECORD_FIRST_USE, id, now).await?;
    Ok(noted == 1)
}

/// Keeps an unused client until a sweep deletes clients that were not used since a time.
pub(crate) async fn prolong(
    db: &mut Connection<'_>,
    id: &str,
    until: Timestamp,
) -> Result<(), Failure> {
    write_use(db, PROLONG, id, until).await.map(|_| ())
}

/// Records a client's use.
pub(crate) async fn note_use(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    write_use(db, RECORD_USE, id, now).await.map(|_| ())
}

async fn write_use(
    db: &mut Connection<'_>,
    statement: &'static str,
    id: &str,
    at: Timestamp,
) -> Result<u64, Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(id)
        .bind(at.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("recording a client's use")
}
