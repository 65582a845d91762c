//! Sweeping clients that registered themselves and that nobody uses any more, each with a line in the trail.

use foundation::Failure;
use serde_json::json;

use super::note_use::NOTED_EVERY;
use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};

/// The most clients that one transaction deletes, with all that they were granted.
const BATCH: u32 = 100;
/// The most transactions of one sweep; the next goes on.
const MOST_BATCHES: u32 = 50;

/// Deletes who was idle for the whole of `IDP_IDLE_CLIENT_DAYS`; gives how many went. A use that was not noted, because
/// one had been just before, counts like one that was.
pub(crate) async fn sweep_idle(app: &App) -> Result<u64, Failure> {
    let life = app.config.clients.idle_life.saturating_add(NOTED_EVERY);
    let (until, stopping) = (app.clock.now().minus(life), app.background.stopping());
    let mut gone = 0;
    for _ in 0..MOST_BATCHES {
        if stopping.is_cancelled() {
            break;
        }
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let gone_now = store::delete_idle(&mut db, until, BATCH).await?;
        // Of those who never came back after their first request the trail did not tell either.
        for (id, _) in gone_now.iter().filter(|(_, was_used)| *was_used) {
            let event = Event {
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
        for (id, _) in &gone_now {
            app.clients.forget(id).await;
        }
        let went = gone_now.len();
        gone += u64::try_from(went).unwrap_or_default();
        if u32::try_from(went).unwrap_or_default() < BATCH {
            break;
        }
    }
    Ok(gone)
}
