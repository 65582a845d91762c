//! Runs the sweep in the background until the service stops.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::task::catch_panic;
use foundation::telemetry::note_success;
use futures_util::future::{BoxFuture, FutureExt};

use crate::app::App;
use crate::{
    api_keys, billing, caller, credits, customers, idempotency, owner_mails, user_changes, users,
    webhooks, websites,
};

/// Time for which verification runs are kept.
const RUN_RETENTION: Duration = Duration::from_hours(90 * 24);

const PAUSE: Duration = if cfg!(test) {
    // Unit tests call the sweep themselves; on a slow machine the background sweep would disturb them.
    Duration::from_hours(24)
} else {
    Duration::from_mins(1)
};

/// Sweeps once, and returns the number of deleted unfinished registrations. A failed step does not prevent the others, and the
/// sweep returns the first failure.
pub async fn once(app: &Arc<App>) -> Result<usize, Failure> {
    let mut round = SweepRound::default();
    // The verification freezes accounts with contradictory rows. It starts first, so that no other step delays it.
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
    sweep_billing(app, &mut round).await;
    let mailing = owner_mails::send_due(app).boxed();
    round.step("sending emails to owners", mailing).await;
    let folding = customers::fold_names(app).boxed();
    round.step("folding names", folding).await;
    log_round([settled, pruned, brought_back, forgotten, warned]);
    let sweeping = websites::sweep(app).boxed();
    let swept = round.step("sweeping registrations", sweeping).await;
    round.failed.map_or(Ok(swept), Err)
}

/// Sweeps what the payments of buyers need.
async fn sweep_billing(app: &Arc<App>, round: &mut SweepRound) {
    let finishing = billing::sweep_checkouts(app).boxed();
    round.step("finishing checkouts", finishing).await;
    let waiting = billing::mark_waiting(app).boxed();
    round
        .step("marking payments that waited for holds", waiting)
        .await;
    let renewing = billing::sweep_subscriptions(app).boxed();
    round.step("granting monthly allowances", renewing).await;
    let sending = billing::sweep_subscription_requests(app).boxed();
    round
        .step("sending requests about subscriptions", sending)
        .await;
    let ending = billing::end_subscriptions(app).boxed();
    round.step("ending subscriptions", ending).await;
    let refunding = billing::sweep_refunds(app).boxed();
    round.step("sending refunds", refunding).await;
    let topping_up = billing::sweep_topups(app).boxed();
    round.step("topping up", topping_up).await;
    let recognizing = billing::recognize_revenue(app).boxed();
    round.step("recognizing revenue", recognizing).await;
}

/// A sweep in progress.
#[derive(Default)]
struct SweepRound {
    /// The first failure.
    failed: Option<Failure>,
}

impl SweepRound {
    async fn step<T: Default>(
        &mut self,
        doing: &str,
        work: BoxFuture<'_, Result<T, Failure>>,
    ) -> T {
        match catch_panic(doing, work).await {
            Ok(done) => done,
            Err(failure) => {
                tracing::warn!(doing, %failure, "a step of the sweep was not done");
                self.failed.get_or_insert(failure);
                T::default()
            }
        }
    }
}

/// Finishes interrupted activations and deactivations of users. Another client may have requested a later change at the idp, so
/// the idp's changes are applied first. If the idp does not answer, nothing is finished.
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

/// Logs the results of a sweep, unless all are zero.
fn log_round([settled, pruned, brought_back, forgotten, warned]: [u64; 5]) {
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

/// Deletes expired rows, and returns their number.
async fn forget(app: &App) -> Result<u64, Failure> {
    let (now, stopping) = (app.clock.now(), app.background.stopping());
    let old = now.minus(RUN_RETENTION);
    let mut forgotten = 0;
    for (expired, until) in [
        (caller::EXPIRED_PROOFS, now),
        (api_keys::ENDED_SECRETS, now),
        (credits::OLD_RUNS, old),
        (billing::OLD_RECONCILE_RUNS, old),
        (owner_mails::ENDED_MAILS, old),
    ] {
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
            // The sweep must not keep a stopped app alive.
            let Some(app) = app.upgrade() else { return };
            // Each failed step has already been logged.
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
