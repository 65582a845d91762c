//! API keys by digest, with the state of their website and its owner; and used proofs.

use std::collections::HashMap;
use std::sync::Arc;

use foundation::database::{ExpiredRows, SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};
use sqlx::AssertSqlSafe;

use super::caller::ApiKey;
use super::cap::SpendCap;
use super::scope::Scopes;

/// Finds the keys of digests: of current secrets, of previous ones, and of older ones. CROSS JOIN keeps SQLite from
/// reading all keys first.
const KEYS: (&str, &str) = (
    "WITH requested (digest) AS (VALUES ",
    ") SELECT secret.digest, api_keys.id, api_keys.website_id, api_keys.mode, api_keys.scopes, api_keys.last_used_at, \
           api_keys.expires_at, api_keys.revoked_at, websites.status, users.is_active, \
           users.deleted_at IS NOT NULL AS owner_is_gone, \
           secret.secret_until, api_keys.cap_per_operation, api_keys.cap_per_day, api_keys.spent_day, api_keys.spent \
    FROM ( \
        SELECT requested.digest AS digest, own.id AS key_id, CAST(NULL AS BIGINT) AS secret_until \
            FROM requested CROSS JOIN api_keys AS own WHERE own.digest = requested.digest \
        UNION ALL \
        SELECT requested.digest, own.id, own.previous_until \
            FROM requested CROSS JOIN api_keys AS own WHERE own.previous_digest = requested.digest \
        UNION ALL \
        SELECT requested.digest, older.key_id, older.valid_until \
            FROM requested CROSS JOIN older_api_key_secrets AS older CROSS JOIN api_keys AS own \
            WHERE older.digest = requested.digest AND own.id = older.key_id AND own.previous_digest IS NOT NULL \
    ) AS secret \
    CROSS JOIN api_keys CROSS JOIN websites CROSS JOIN users \
    WHERE api_keys.id = secret.key_id AND websites.id = api_keys.website_id AND users.id = websites.owner_user_id",
);

const NOTE_USE: &str = "\
    UPDATE api_keys SET last_used_at = $2 \
    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)";

const USE_PROOF: &str =
    "INSERT INTO used_proofs (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";

/// Proofs that are too old to be accepted.
pub(crate) const EXPIRED_PROOFS: ExpiredRows =
    expired!("used_proofs", key "digest", at "expires_at");

/// A key with all data that decide if it may be used.
#[derive(Debug, sqlx::FromRow)]
struct Row {
    digest: String,
    id: String,
    website_id: String,
    mode: String,
    scopes: String,
    last_used_at: Option<i64>,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    status: String,
    is_active: bool,
    owner_is_gone: bool,
    secret_until: Option<i64>,
    cap_per_operation: Option<i64>,
    cap_per_day: Option<i64>,
    spent_day: i64,
    spent: i64,
}

/// An existing key, usable or not.
#[derive(Debug)]
pub(crate) struct KnownKey {
    key: ApiKey,
    last_used_at: Option<Timestamp>,
    /// True if the key is revoked, its website is not active yet, or its owner was deleted.
    is_dead: bool,
    /// The time at which the key expires, and the time at which its rotated secret expires.
    ends: [Option<Timestamp>; 2],
}

impl Row {
    fn read(self) -> Result<KnownKey, Failure> {
        let mode = self
            .mode
            .parse()
            .map_err(|error| Failure::broken("reading an API key", error))?;
        let cap = SpendCap {
            per_operation: self.cap_per_operation,
            per_day: self.cap_per_day,
            day: self.spent_day,
            spent: self.spent,
        };
        let key = ApiKey {
            id: self.id,
            website_id: self.website_id,
            mode,
            scopes: Scopes::parse(&self.scopes),
            is_suspended: self.status != "active" || !self.is_active,
            cap: Some(cap).filter(SpendCap::is_any),
        };
        let ends = [self.expires_at, self.secret_until];
        let has_site = self.status != "registering" && !self.owner_is_gone;
        Ok(KnownKey {
            key,
            last_used_at: self.last_used_at.map(Timestamp::from_micros),
            is_dead: self.revoked_at.is_some() || !has_site,
            ends: ends.map(|at| at.map(Timestamp::from_micros)),
        })
    }
}

impl KnownKey {
    pub(super) fn id(&self) -> &str {
        &self.key.id
    }

    pub(super) fn last_used_at(&self) -> Option<Timestamp> {
        self.last_used_at
    }

    /// Returns true if the key and its secret are valid, and its website is registered and has an owner.
    pub(super) fn is_usable(&self, now: Timestamp) -> bool {
        !self.is_dead && !self.ends.iter().flatten().any(|at| *at <= now)
    }

    pub(super) fn key(&self) -> &ApiKey {
        &self.key
    }
}

/// Returns the keys of digests, by digest.
pub(super) async fn keys(
    db: &mut Connection<'_>,
    digests: &[&str],
) -> Result<HashMap<String, Arc<KnownKey>>, Failure> {
    let mut found = HashMap::with_capacity(digests.len());
    for portion in padded(digests, 1) {
        let text = portion.text(db, KEYS);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (digest, there) in portion.rows() {
                query = query.bind(there.some(*digest));
            }
            query.fetch_all(c).await
        })
        .failed("looking up API keys")?;
        for row in rows {
            let digest = row.digest.clone();
            found.insert(digest, Arc::new(row.read()?));
        }
    }
    Ok(found)
}

/// Stores the time of a key's use, unless one after `noted` is stored.
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
    .failed("recording an API key's use")
}

/// Stores a proof; false if it exists already. An expired proof counts as used until the sweep.
pub(super) async fn use_proof(
    db: &mut Connection<'_>,
    digest: &str,
    kept_until: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(USE_PROOF)
        .bind(digest)
        .bind(kept_until.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("using a proof of possession")
}
