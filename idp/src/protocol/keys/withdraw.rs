//! Withdrawal of a compromised key: it is no longer published or trusted, and another key signs instead.

use foundation::{Connection, Failure};
use serde_json::json;

use super::algorithm::Algorithm;
use super::lifecycle::SigningKeyState;
use super::open::{new_key, read};
use super::rotate::{KeyInfo, list};
use super::store;
use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};

/// Deletes a key at once, in any state; returns the remaining keys, or `None` without such a key. If it was active, its
/// announced successor or a new key signs instead. This server refuses the key's tokens from the commit on, other
/// servers within a minute.
pub(crate) async fn withdraw(
    app: &App,
    actor: &str,
    kid: &str,
) -> Result<Option<Vec<KeyInfo>>, Failure> {
    let stored = read(&app.database).await?;
    let Some(key) = stored.iter().find(|key| key.kid == kid) else {
        return Ok(None);
    };
    let algorithm = Algorithm::from_name(&key.algorithm)
        .ok_or_else(|| Failure::defect("a signing key has an unknown algorithm"))?;
    // The slow generation runs before the transaction, so that it holds no lock; the key is needed if none was announced.
    let new_key = new_key(algorithm, &app.sealer, &app.random, app.clock.now()).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(state) = store::withdraw(&mut db, kid).await? else {
        return Ok(None);
    };
    let mut successor = None;
    if state == SigningKeyState::Active.name() {
        let now = app.clock.now();
        successor = store::promote_now(&mut db, algorithm.name(), now).await?;
        if successor.is_none() && store::insert(&mut db, &new_key).await? {
            successor = Some(new_key.kid);
        }
    }
    let details = json!({ "algorithm": algorithm.name(), "state": state, "successor": successor });
    record_withdrawal(app, &mut db, actor, kid, details).await?;
    transaction.commit().await?;
    app.keys.reload(&app.database, &app.sealer).await?;
    list(app).await.map(Some)
}

async fn record_withdrawal(
    app: &App,
    db: &mut Connection<'_>,
    actor: &str,
    kid: &str,
    details: serde_json::Value,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor,
        action: Action::KeyWithdrawn,
        subject: kid,
        network: None,
        client_id: Some(actor),
        details,
    };
    audit::record(app, db, event).await
}
