//! API keys as calls look them up: by digest, with the state of their website and its owner.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::caller::ApiKey;
use super::scope::Scopes;

const KEY: &str = "\
    SELECT api_keys.id, api_keys.website_id, api_keys.mode, api_keys.scopes, api_keys.last_used_at, \
           api_keys.expires_at, api_keys.revoked_at, websites.status, users.is_active \
    FROM api_keys \
    JOIN websites ON websites.id = api_keys.website_id \
    JOIN users ON users.id = websites.owner_user_id \
    WHERE api_keys.digest = $1";

const NOTE_USE: &str = "\
    UPDATE api_keys SET last_used_at = $2 \
    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)";

/// A key with all that decides whether it may be used.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct KeyRow {
    id: String,
    website_id: String,
    mode: String,
    scopes: String,
    last_used_at: Option<i64>,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    status: String,
    is_active: bool,
}

impl KeyRow {
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn last_used_at(&self) -> Option<Timestamp> {
        self.last_used_at.map(Timestamp::from_micros)
    }

    /// Neither revoked nor expired, and its website has come into being.
    pub(super) fn is_usable(&self, now: Timestamp) -> bool {
        let expired = self.expires_at.is_some_and(|at| at <= now.micros());
        self.revoked_at.is_none() && !expired && self.status != "registering"
    }

    pub(super) fn is_suspended(&self) -> bool {
        self.status != "active" || !self.is_active
    }

    pub(super) fn into_key(self) -> Result<ApiKey, Failure> {
        let mode = self
            .mode
            .parse()
            .map_err(|error| Failure::broken("reading an API key", error))?;
        Ok(ApiKey {
            id: self.id,
            website_id: self.website_id,
            mode,
            scopes: Scopes::of_text(&self.scopes),
        })
    }
}

/// The key of a digest.
pub(super) async fn key(db: &mut Connection<'_>, digest: &str) -> Result<Option<KeyRow>, Failure> {
    on_engine!(db, |c| sqlx::query_as(KEY)
        .bind(digest)
        .fetch_optional(c)
        .await)
    .failed("looking up an API key")
}

/// Notes a key's use, unless one was noted after `noted`.
pub(super) async fn note_use(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    noted: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(NOTE_USE)
        .bind(id)
        .bind(now.micros())
        .bind(noted.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("noting an API key's use")
}
