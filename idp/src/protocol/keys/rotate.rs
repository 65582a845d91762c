//! Rotation of keys: a successor is announced, signs once clients know it, and the previous key retires.

use foundation::{Failure, Timestamp};
use serde_json::json;

use super::algorithm::Algorithm;
use super::lifecycle::{MAX_PER_ALGORITHM, SigningKeyState, needs_successor};
use super::open::{has_key, new_key, read, versions};
use super::store::{self, StoredKey};
use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};

/// Actor of scheduled changes, which no client requested.
const SYSTEM_ACTOR: &str = "idp";

/// A key for the admin API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyInfo {
    /// Id in tokens and in the published set: its thumbprint (RFC 7638).
    pub(crate) kid: String,
    /// Registered name of its algorithm.
    pub(crate) algorithm: String,
    /// Its state.
    pub(crate) state: SigningKeyState,
    /// Time of creation and publication.
    pub(crate) created_at: Timestamp,
    /// Time at which an announced key starts to sign.
    pub(crate) signs_at: Option<Timestamp>,
    /// Time at which it started to sign.
    pub(crate) activated_at: Option<Timestamp>,
    /// Time of its retirement.
    pub(crate) retired_at: Option<Timestamp>,
}

/// Result of a manual rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rotation {
    /// Each algorithm has an announced key; carries all keys.
    Announced(Vec<KeyInfo>),
    /// There are too many keys; the oldest must be deleted first.
    TooMany,
}

/// Returns all keys, the oldest first.
pub(crate) async fn list(app: &App) -> Result<Vec<KeyInfo>, Failure> {
    let stored = read(&app.database).await?;
    stored.into_iter().map(KeyInfo::from_stored).collect()
}

/// Announces a successor of each active key without one. A repeated request returns the same successors.
pub(crate) async fn rotate(app: &App, actor: &str) -> Result<Rotation, Failure> {
    let stored = read(&app.database).await?;
    for algorithm in without_successor(&stored) {
        let all = stored
            .iter()
            .filter(|key| key.algorithm == algorithm.name());
        if all.count() >= MAX_PER_ALGORITHM {
            return Ok(Rotation::TooMany);
        }
    }
    for algorithm in without_successor(&stored) {
        announce(app, algorithm, actor).await?;
    }
    app.keys.reload(&app.database, &app.sealer).await?;
    list(app).await.map(Rotation::Announced)
}

/// Applies the schedule: announces and activates keys, and reads changes of other servers.
pub(super) async fn follow_schedule(app: &App) -> Result<(), Failure> {
    let now = app.clock.now();
    let stored = read(&app.database).await?;
    let mut is_changed = app.keys.current().versions != versions(&stored);
    for algorithm in without_successor(&stored) {
        let active = stored.iter().find(|key| {
            key.algorithm == algorithm.name() && key.state == SigningKeyState::Active.name()
        });
        let since = active.map(|key| key.activated_at.unwrap_or(key.created_at));
        let since = since.map(Timestamp::from_micros);
        if since.is_some_and(|since| needs_successor(since, &app.config.keys, now)) {
            announce(app, algorithm, SYSTEM_ACTOR).await?;
            is_changed = true;
        }
    }
    if stored.iter().any(|key| may_sign(key, now)) {
        promote(app, now).await?;
        is_changed = true;
    }
    if is_changed {
        app.keys.reload(&app.database, &app.sealer).await?;
    }
    Ok(())
}

fn without_successor(stored: &[StoredKey]) -> Vec<Algorithm> {
    Algorithm::ALL
        .into_iter()
        .filter(|algorithm| !has_key(stored, *algorithm, SigningKeyState::Announced))
        .collect()
}

fn may_sign(key: &StoredKey, now: Timestamp) -> bool {
    key.state == SigningKeyState::Announced.name()
        && key.signs_at.is_some_and(|at| at <= now.micros())
}

/// Publishes a key that signs once every verifier has had the time to fetch it.
async fn announce(app: &App, algorithm: Algorithm, actor: &str) -> Result<(), Failure> {
    // The slow generation runs before the transaction, so that it holds no lock.
    let key = new_key(algorithm, &app.sealer, &app.random, app.clock.now()).await?;
    let signs_at = app.clock.now().plus(app.config.keys.announced_for);
    let key = StoredKey {
        state: SigningKeyState::Announced.name().to_owned(),
        signs_at: Some(signs_at.micros()),
        activated_at: None,
        ..key
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if store::insert(&mut db, &key).await? {
        let event = AuditEvent {
            actor,
            action: Action::KeyAnnounced,
            subject: &key.kid,
            network: None,
            client_id: (actor != SYSTEM_ACTOR).then_some(actor),
            details: json!({ "algorithm": key.algorithm, "signs_at": signs_at.to_iso8601() }),
        };
        audit::record(app, &mut db, event).await?;
    }
    transaction.commit().await
}

/// Activates every announced key that is due; the previous keys retire.
async fn promote(app: &App, now: Timestamp) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Locks always in this order, so that servers cannot deadlock.
    for algorithm in Algorithm::ALL {
        let Some(kid) = store::promote(&mut db, algorithm.name(), now).await? else {
            continue;
        };
        let event = AuditEvent {
            actor: SYSTEM_ACTOR,
            action: Action::KeyActivated,
            subject: &kid,
            network: None,
            client_id: None,
            details: json!({ "algorithm": algorithm.name() }),
        };
        audit::record(app, &mut db, event).await?;
    }
    transaction.commit().await
}

impl KeyInfo {
    fn from_stored(key: StoredKey) -> Result<Self, Failure> {
        let state = SigningKeyState::from_name(&key.state)
            .ok_or_else(|| Failure::defect("a signing key has an unknown state"))?;
        Ok(Self {
            kid: key.kid,
            algorithm: key.algorithm,
            state,
            created_at: Timestamp::from_micros(key.created_at),
            signs_at: key.signs_at.map(Timestamp::from_micros),
            activated_at: key.activated_at.map(Timestamp::from_micros),
            retired_at: key.retired_at.map(Timestamp::from_micros),
        })
    }
}
