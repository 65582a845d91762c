//! API keys in the database, for their management; every statement names the website.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::secrets;
use crate::api_keys::api_key::{ApiKey, Caps, KeyState};
use crate::api_keys::key_scope::KeyScope;
use crate::caller::SiteScope;
use crate::schema::Cursor;

/// Every change of a website's keys takes this lock first, so that one runs at a time.
const LOCK: &str =
    "UPDATE websites SET client_id = client_id WHERE id = $1 AND status <> 'registering'";

const FIND: &str = "\
    SELECT id, mode, name, prefix, scopes, created_by, created_at, last_used_at, expires_at, revoked_at, previous_until, \
        CASE WHEN previous_digest IS NOT NULL THEN \
            (SELECT MAX(valid_until) FROM older_api_key_secrets WHERE key_id = api_keys.id) END AS older_until, \
        cap_per_operation, cap_per_day, spent_day, spent \
    FROM api_keys WHERE website_id = $1 AND ($2 = '' OR mode = $2) AND id = $3";

const LIST: &str = "\
    SELECT id, mode, name, prefix, scopes, created_by, created_at, last_used_at, expires_at, revoked_at, previous_until, \
        CASE WHEN previous_digest IS NOT NULL THEN \
            (SELECT MAX(valid_until) FROM older_api_key_secrets WHERE key_id = api_keys.id) END AS older_until, \
        cap_per_operation, cap_per_day, spent_day, spent \
    FROM api_keys WHERE website_id = $1 AND ($2 = '' OR mode = $2) AND (created_at, id) < ($3, $4) \
      AND ($6 = '' OR $6 = CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $7 THEN 'expired' ELSE 'active' END) \
    ORDER BY created_at DESC, id DESC LIMIT $5";

const COUNT: &str = "\
    SELECT COUNT(*) FROM api_keys \
    WHERE website_id = $1 AND mode = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)";

const CHANGE: &str = "\
    UPDATE api_keys SET name = $2, scopes = $3, cap_per_operation = $4, cap_per_day = $5 \
    WHERE id = $1 AND revoked_at IS NULL";

const SET_CAPS: &str = "UPDATE api_keys SET cap_per_operation = $2, cap_per_day = $3 WHERE id = $1";

const REVOKE: &str = "\
    UPDATE api_keys SET revoked_at = $2, previous_digest = NULL, previous_until = NULL \
    WHERE id = $1 AND revoked_at IS NULL";

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    mode: String,
    name: String,
    prefix: String,
    scopes: String,
    created_by: String,
    created_at: i64,
    last_used_at: Option<i64>,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    previous_until: Option<i64>,
    older_until: Option<i64>,
    cap_per_operation: Option<i64>,
    cap_per_day: Option<i64>,
    spent_day: i64,
    spent: i64,
}

impl TryFrom<Row> for ApiKey {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let instant = |at: Option<i64>| at.map(Timestamp::from_micros);
        Ok(Self {
            mode: row
                .mode
                .parse()
                .map_err(|error| Failure::broken("reading an API key", error))?,
            id: row.id,
            name: row.name,
            prefix: row.prefix,
            scopes: row
                .scopes
                .split_ascii_whitespace()
                .map(ToOwned::to_owned)
                .collect(),
            caps: Caps {
                per_operation: row.cap_per_operation,
                per_day: row.cap_per_day,
            },
            spent: (row.spent_day, row.spent),
            created_by: row.created_by,
            created_at: Timestamp::from_micros(row.created_at),
            last_used_at: instant(row.last_used_at),
            expires_at: instant(row.expires_at),
            revoked_at: instant(row.revoked_at),
            previous_until: instant(row.previous_until.max(row.older_until)),
        })
    }
}

/// The filter of a list of keys.
#[derive(Clone, Copy, Debug)]
pub(in crate::api_keys) struct KeyFilter<'a> {
    /// The keys that the caller sees.
    pub(in crate::api_keys) scope: KeyScope<'a>,
    /// Only keys in this state, if given.
    pub(in crate::api_keys) state: Option<KeyState>,
    /// The time of the query.
    pub(in crate::api_keys) now: Timestamp,
}

impl KeyFilter<'_> {
    /// Returns the state for the statement; the empty text means all.
    pub(in crate::api_keys) fn state_word(&self) -> &'static str {
        match self.state {
            Some(KeyState::Active) => "active",
            Some(KeyState::Expired) => "expired",
            Some(KeyState::Revoked) => "revoked",
            None => "",
        }
    }
}

/// Locks a website's keys for changes; false if there is no such website.
pub(in crate::api_keys) async fn lock(
    db: &mut Connection<'_>,
    website_id: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(LOCK)
        .bind(website_id)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("locking a website's keys")
}

/// Returns one key.
pub(in crate::api_keys) async fn find(
    db: &mut Connection<'_>,
    scope: KeyScope<'_>,
    id: &str,
) -> Result<Option<ApiKey>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, Row>(FIND)
        .bind(scope.website_id)
        .bind(scope.mode_word())
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading an API key")?
    .map(ApiKey::try_from)
    .transpose()
}

/// Returns one page of keys, newest first, after the cursor.
pub(in crate::api_keys) async fn list(
    db: &mut Connection<'_>,
    filter: KeyFilter<'_>,
    after: Option<&Cursor>,
    limit: i64,
) -> Result<Vec<ApiKey>, Failure> {
    let (at, id) = after.map_or((i64::MAX, ""), |cursor| {
        (cursor.at.micros(), cursor.id.as_str())
    });
    on_engine!(db, |c| sqlx::query_as::<_, Row>(LIST)
        .bind(filter.scope.website_id)
        .bind(filter.scope.mode_word())
        .bind(at)
        .bind(id)
        .bind(limit)
        .bind(filter.state_word())
        .bind(filter.now.micros())
        .fetch_all(c)
        .await)
    .failed("listing API keys")?
    .into_iter()
    .map(ApiKey::try_from)
    .collect()
}

/// Counts the keys of a website and mode that can be used.
pub(in crate::api_keys) async fn count(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
    now: Timestamp,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT)
        .bind(website_id)
        .bind(mode.word())
        .bind(now.micros())
        .fetch_one(c)
        .await)
    .failed("counting API keys")
}

/// Stores a key's name, scopes and caps.
pub(in crate::api_keys) async fn change(
    db: &mut Connection<'_>,
    key: &ApiKey,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CHANGE)
        .bind(&key.id)
        .bind(&key.name)
        .bind(key.scopes.join(" "))
        .bind(key.caps.per_operation)
        .bind(key.caps.per_day)
        .execute(c)
        .await
        .map(drop))
    .failed("changing an API key")
}

/// Stores a key's caps.
pub(in crate::api_keys) async fn set_caps(
    db: &mut Connection<'_>,
    id: &str,
    caps: Caps,
) -> Result<(), Failure> {
    if !caps.is_any() {
        return Ok(());
    }
    on_engine!(db, |c| sqlx::query(SET_CAPS)
        .bind(id)
        .bind(caps.per_operation)
        .bind(caps.per_day)
        .execute(c)
        .await
        .map(drop))
    .failed("setting an API key's caps")
}

/// Revokes a key.
pub(in crate::api_keys) async fn revoke(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(REVOKE)
        .bind(id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("revoking an API key")?;
    secrets::end_older(db, id).await
}
