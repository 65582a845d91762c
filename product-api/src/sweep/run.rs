//! Runs the sweep beside the requests until the service stops.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::background::caught;
use foundation::telemetry::note_success;
use futures_util::future::{BoxFuture, FutureExt};

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

/// Sweeps once; how many unfinished registrations were taken away. A step that fails keeps no other from being done; the
/// first failure is the sweep's.
pub async fn once(app: &Arc<App>) -> Result<usize, Failure> {
    let mut round = Round::default();
    // What freezes an account whose rows contradict it is begun first, so that no other step keeps it from beginning.
    let verifying = credits::verify_again(app).boxed();
    round.step("verifying the books again", verifying).await;
    let settling = credits::settle_due(app).boxed();
    let settled = round.step("settling", settling).await;
    let pruning = idempotency::prune(app).boxed();
    let pruned = round.step("pruning stored answers", pruning).await;
    let switches = bring_back(app).boxed();
    let brought_back = round.step("finishing switches of users", switches).await;
    let forgetting = forget(app).boxed();
    let forgotten = round.step("forgetting what is over", forgetting).await;
    let warning = credits::warn_of_expiry(app).boxed();
    let warned = round.step("telling of what expires", warning).await;
    let folding = customers::fold_names(app).boxed();
    round.step("folding names", folding).await;
    tell([settled, pruned, brought_back, forgotten, warned]);
    let sweeping = websites::sweep(app).boxed();
    let swept = round.step("sweeping registrations", sweeping).await;
    round.failed.map_or(Ok(swept), Err)
}

/// A sweep that is under way.
#[derive(Default)]
struct Round {
    /// The first failure.
    failed: Option<Failure>,
}

impl Round {
    async fn step<T: Default>(
        &mut self,
        doing: &str,
        work: BoxFuture<'_, Result<T, Failure>>,
    ) -> T {
        match caught(doing, work).await {
            Ok(done) => done,
            Err(failure) => {
                tracing::warn!(doing, %failure, "a step of the sweep was not done");
                self.failed.get_or_insert(failure);
                T::default()
            }
        }
    }
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
    let seen = user_changes::read_progress(app).await?;
    users::sweep(app, seen.cursor.sequence).await
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
            // What failed was said step by step.
            let Ok(swept) = once(&app).await else {
                continue;
            };
            note_success("product-api", "sweep", app.clock.now());
            if swept > 0 {
                tracing::info!(swept, "swept unfinished registrations");
            }
        }
    });
}
