//! Runs the sweep beside the requests until the service stops.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;

use crate::app::App;
use crate::{caller, credits, customers, idempotency, user_changes, users, webhooks, websites};

/// How long runs of the verification are remembered.
const RUNS_KEPT: Duration = Duration::from_hours(90 * 24);

const PAUSE: Duration = if cfg!(test) {
    // Unit tests sweep by hand: none is swept in its middle because the machine is slow.
    Duration::from_hours(24)
} else {
    Duration::from_mins(1)
};

/// Sweeps once; how many unfinished registrations were taken away.
pub async fn once(app: &Arc<App>) -> Result<usize, Failure> {
    let settled = credits::settle_due(app).await?;
    let pruned = idempotency::prune(app).await?;
    let brought_back = bring_back(app).await?;
    let forgotten = forget(app).await?;
    let warned = credits::warn_of_expiry(app).await?;
    credits::verify_again(app).await?;
    credits::count_frozen(&app.database).await?;
    customers::fold_names(app).await?;
    tell([settled, pruned, brought_back, forgotten, warned]);
    websites::sweep(app).await
}

/// Finishes switches of users that were left in the middle. Somebody may have asked the idp for another one since: what it
/// tells is followed first, and while it tells nothing, nothing is brought back.
async fn bring_back(app: &App) -> Result<u64, Failure> {
    if !users::is_any_left(app).await? {
        return Ok(0);
    }
    if let Err(failure) = user_changes::apply_all(app).await {
        tracing::warn!(%failure, "unfinished switches of users wait until the identity provider tells what became of them");
        return Ok(0);
    }
    users::sweep(app).await
}

/// Says in the log what was done, if anything was.
fn tell([settled, pruned, brought_back, forgotten, warned]: [u64; 5]) {
    if settled + pruned + brought_back + forgotten + warned > 0 {
        tracing::info!(
            settled,
            pruned,
            brought_back,
            forgotten,
            warned,
            "settled accounts, pruned stored answers, finished switches of users, forgot what is over, told of credits that expire"
        );
    }
}

/// Takes away what is over; how many rows went.
async fn forget(app: &App) -> Result<u64, Failure> {
    let (now, stopping) = (app.clock.now(), app.background.stopping());
    let old = now.minus(RUNS_KEPT);
    let mut forgotten = 0;
    for (expired, until) in [(caller::EXPIRED_PROOFS, now), (credits::OLD_RUNS, old)] {
        forgotten += app.database.sweep(expired, until, &stopping).await?;
    }
    Ok(forgotten + webhooks::sweep(app).await?)
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
