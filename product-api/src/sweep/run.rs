//! Runs the sweep beside the requests until the service stops.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;

use crate::app::App;
use crate::{caller, credits, idempotency, users, websites};

/// How long runs of the verification are remembered.
const RUNS_KEPT: Duration = Duration::from_hours(90 * 24);

const PAUSE: Duration = Duration::from_mins(1);

/// Sweeps once; how many unfinished registrations were taken away.
pub async fn once(app: &Arc<App>) -> Result<usize, Failure> {
    let settled = credits::settle_due(app).await?;
    let pruned = idempotency::prune(app).await?;
    let brought_back = users::sweep(app).await?;
    let stopping = app.background.stopping();
    let over = app.clock.now();
    let proofs = app
        .database
        .sweep(caller::EXPIRED_PROOFS, over, &stopping)
        .await?;
    let old = over.minus(RUNS_KEPT);
    let runs = app
        .database
        .sweep(credits::OLD_RUNS, old, &stopping)
        .await?;
    credits::verify_again(app).await?;
    if settled + pruned + brought_back + proofs + runs > 0 {
        tracing::info!(
            settled,
            pruned,
            brought_back,
            proofs,
            runs,
            "settled accounts, pruned stored answers, finished switches of users, forgot old proofs and verifications"
        );
    }
    websites::sweep(app).await
}

/// Starts the sweep.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let app = Arc::downgrade(app);
    background.start("the sweep", async move {
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(PAUSE) => {}
            }
            // An app that is gone needs no sweeping, and the sweep must not keep it alive.
            let Some(app) = app.upgrade() else { return };
            match once(&app).await {
                Ok(0) => {}
                Ok(swept) => tracing::info!(swept, "swept unfinished registrations"),
                Err(failure) => tracing::warn!(%failure, "the sweep was not finished"),
            }
        }
    });
}
