//! Deletes idle clients that registered themselves, each with an event in the audit log.

use foundation::Failure;
use serde_json::json;

use super::record_use::UPDATE_INTERVAL;
use super::store;
use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};

/// Maximum number of clients that one transaction deletes, with all their grants.
const BATCH: u32 = 100;
/// Maximum number of transactions of one sweep; the next sweep continues.
const MAX_BATCHES: u32 = 50;

/// Deletes clients that were idle for `IDP_IDLE_CLIENT_DAYS` and returns their number. Adds the interval of recording,
/// because a use shortly after a recorded one is not recorded.
pub(crate) async fn sweep_idle(app: &App) -> Result<u64, Failure> {
    let lifetime = app
        .config
        .clients
        .idle_lifetime
        .saturating_add(UPDATE_INTERVAL);
    let (until, stopping) = (app.clock.now().minus(lifetime), app.background.stopping());
    let mut deleted = 0;
    for _ in 0..MAX_BATCHES {
        if stopping.is_cancelled() {
            break;
        }
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let batch = store::delete_idle(&mut db, until, BATCH).await?;
        // Skips clients that were never used after their first request, because the audit log has no event of their creation.
        for (id, _) in batch.iter().filter(|(_, was_used)| *was_used) {
            let event = AuditEvent {
                actor: "idp",
                action: Action::ClientDeleted,
                subject: id,
                network: None,
                client_id: None,
                details: json!({ "idle": true }),
            };
            audit::record(app, &mut db, event).await?;
        }
        transaction.commit().await?;
        for (id, _) in &batch {
            app.clients.forget(id).await;
        }
        let number = batch.len();
        deleted += u64::try_from(number).unwrap_or_default();
        if u32::try_from(number).unwrap_or_default() < BATCH {
            break;
        }
    }
    Ok(deleted)
}
