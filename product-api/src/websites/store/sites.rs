//! Websites and their first API keys.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::clients::stored_form;
use crate::websites::client_settings::ClientSettings;
use crate::websites::fold::folded;
use crate::websites::key::NewKey;
use crate::websites::website::{SuspendedBy, Website};

const LOCK_USER: &str = "UPDATE users SET claims_at = claims_at WHERE id = $1";
const COUNT_OF_OWNER: &str = "SELECT COUNT(*) FROM websites WHERE owner_user_id = $1";

const INSERT: &str = "\
    INSERT INTO websites (id, owner_user_id, name, url, client_id, status, created_at, redirect_uris, post_logout_redirect_uris, \
        name_folded, scale, client_settings, scope_behind) \
    VALUES ($1, $2, $3, $4, $5, 'registering', $6, $7, $8, $9, $10, $11, FALSE)";

// The deletion of the owner updates this row as well, so that activation and deletion run one after the other.
const LOCK_OWNER: &str = "\
    UPDATE users SET claims_at = claims_at \
    WHERE id = (SELECT owner_user_id FROM websites WHERE id = $1) AND deleted_at IS NULL";

const ACTIVATE: &str = "\
    UPDATE websites SET status = 'active' \
    WHERE id = $1 AND status = 'registering' AND sweep_marked_at IS NULL";

const FIND: &str = "\
    SELECT id, owner_user_id, name, url, client_id, status, suspended_by, created_at, scale \
    FROM websites WHERE id = $1 AND status <> 'registering'";

const FIND_BY_CLIENT: &str = "\
    SELECT id, owner_user_id, name, url, client_id, status, suspended_by, created_at, scale, \
        COALESCE((SELECT u.is_active FROM users u WHERE u.id = owner_user_id), FALSE) AS owner_is_active \
    FROM websites WHERE (client_id = $1 OR public_client_id = $1) AND status <> 'registering'";

const LIST: &str = "\
    SELECT id, owner_user_id, name, url, client_id, status, suspended_by, created_at, scale \
    FROM websites WHERE owner_user_id = $1 AND status <> 'registering' ORDER BY created_at, id";

const STALE: &str = "\
    SELECT id, owner_user_id, name, url, client_id, status, suspended_by, created_at, scale \
    FROM websites \
    WHERE status = 'registering' AND created_at < $1 AND (sweep_marked_at IS NULL OR sweep_marked_at <= $2) \
    ORDER BY COALESCE(sweep_marked_at, 0), created_at, id LIMIT 20";

const MARK_STALE: &str = "\
    UPDATE websites SET sweep_marked_at = $2 \
    WHERE id = $1 AND status = 'registering' AND (sweep_marked_at IS NULL OR sweep_marked_at <= $3)";

const DELETE_STALE: &str = "DELETE FROM websites WHERE id = $1 AND status = 'registering'";

const INSERT_KEY: &str = "\
    INSERT INTO api_keys (id, website_id, mode, name, prefix, digest, scopes, created_by, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Row {
    id: String,
    owner_user_id: String,
    name: String,
    url: String,
    client_id: String,
    status: String,
    suspended_by: Option<String>,
    created_at: i64,
    scale: i16,
}

#[derive(Debug, sqlx::FromRow)]
struct OwnedRow {
    #[sqlx(flatten)]
    row: Row,
    owner_is_active: bool,
}

impl TryFrom<Row> for Website {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        Ok(Self {
            status: row
                .status
                .parse()
                .map_err(|error| Failure::broken("reading a website", error))?,
            id: row.id,
            owner_user_id: row.owner_user_id,
            name: row.name,
            url: row.url,
            client_id: row.client_id,
            suspended_by: row.suspended_by.as_deref().and_then(SuspendedBy::from_word),
            created_at: Timestamp::from_micros(row.created_at),
            scale: row.scale,
        })
    }
}

/// Sign-in settings of a website's client.
#[derive(Clone, Copy)]
pub(in crate::websites) struct SignIn<'a> {
    /// The redirect URIs of sign-in.
    pub(in crate::websites) redirect_uris: &'a [String],
    /// The redirect URIs of sign-out.
    pub(in crate::websites) post_logout_redirect_uris: &'a [String],
    /// The other settings that its owner chooses.
    pub(in crate::websites) settings: &'a ClientSettings,
}

/// Locks an owner's row and counts the owner's websites, also those that are being registered.
pub(in crate::websites) async fn count_of_owner(
    db: &mut Connection<'_>,
    owner_user_id: &str,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query(LOCK_USER)
        .bind(owner_user_id)
        .execute(c)
        .await
        .map(drop))
    .failed("locking the owner of websites")?;
    on_engine!(db, |c| sqlx::query_scalar(COUNT_OF_OWNER)
        .bind(owner_user_id)
        .fetch_one(c)
        .await)
    .failed("counting the websites of an owner")
}

/// Inserts a website that is invisible until its activation.
pub(in crate::websites) async fn insert(
    db: &mut Connection<'_>,
    website: &Website,
    sign_in: SignIn<'_>,
) -> Result<(), Failure> {
    let settings = sign_in.settings.text()?;
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&website.id)
        .bind(&website.owner_user_id)
        .bind(&website.name)
        .bind(&website.url)
        .bind(&website.client_id)
        .bind(website.created_at.micros())
        .bind(stored_form(sign_in.redirect_uris))
        .bind(stored_form(sign_in.post_logout_redirect_uris))
        .bind(folded(&website.name))
        .bind(website.scale)
        .bind(&settings)
        .execute(c)
        .await
        .map(drop))
    .failed("storing a website")
}

/// Activates a website; false if it is active already, its owner was deleted, or the sweep has marked or deleted it.
pub(in crate::websites) async fn activate(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<bool, Failure> {
    let is_owner_there = on_engine!(db, |c| sqlx::query(LOCK_OWNER)
        .bind(id)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("locking a website's owner")?;
    if !is_owner_there {
        return Ok(false);
    }
    on_engine!(db, |c| sqlx::query(ACTIVATE)
        .bind(id)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("activating a website")
}

/// Returns a website by its id.
pub(in crate::websites) async fn find(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Website>, Failure> {
    one(db, FIND, id).await
}

/// Returns the website of a client at the idp, and true if its owner's account is active.
pub(in crate::websites) async fn find_by_client(
    db: &mut Connection<'_>,
    client_id: &str,
) -> Result<Option<(Website, bool)>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, OwnedRow>(FIND_BY_CLIENT)
        .bind(client_id)
        .fetch_optional(c)
        .await)
    .failed("reading a website")?
    .map(|found| Ok((found.row.try_into()?, found.owner_is_active)))
    .transpose()
}

async fn one(
    db: &mut Connection<'_>,
    statement: &'static str,
    name: &str,
) -> Result<Option<Website>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, Row>(statement)
        .bind(name)
        .fetch_optional(c)
        .await)
    .failed("reading a website")?
    .map(Website::try_from)
    .transpose()
}

/// Returns a user's own websites, oldest first.
pub(in crate::websites) async fn list(
    db: &mut Connection<'_>,
    owner_user_id: &str,
) -> Result<Vec<Website>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, Row>(LIST)
        .bind(owner_user_id)
        .fetch_all(c)
        .await)
    .failed("listing websites")?
    .into_iter()
    .map(Website::try_from)
    .collect()
}

/// Returns registrations that began before a time, were never finished, and that no sweep has marked after `marked`. Those
/// never marked come first.
pub(in crate::websites) async fn stale(
    db: &mut Connection<'_>,
    before: Timestamp,
    marked: Timestamp,
) -> Result<Vec<Website>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, Row>(STALE)
        .bind(before.micros())
        .bind(marked.micros())
        .fetch_all(c)
        .await)
    .failed("listing stale registrations")?
    .into_iter()
    .map(Website::try_from)
    .collect()
}

/// Marks a registration for deletion; false if it was finished, or marked after `marked`.
pub(in crate::websites) async fn mark_stale(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    marked: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(MARK_STALE)
        .bind(id)
        .bind(now.micros())
        .bind(marked.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("marking a stale registration")
}

/// Deletes a registration that was never finished.
pub(in crate::websites) async fn delete_stale(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(DELETE_STALE)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("deleting a stale registration")
}

/// Inserts an API key with the digest of its secret.
pub(crate) async fn insert_key(
    db: &mut Connection<'_>,
    website_id: &str,
    key: &NewKey,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT_KEY)
        .bind(&key.id)
        .bind(website_id)
        .bind(key.terms.mode.word())
        .bind(&key.terms.name)
        .bind(key.prefix())
        .bind(key.digest())
        .bind(&key.terms.scopes)
        .bind(&key.terms.created_by)
        .bind(key.created_at.micros())
        .bind(key.terms.expires_at.map(Timestamp::micros))
        .execute(c)
        .await
        .map(drop))
    .failed("storing an API key")
}
