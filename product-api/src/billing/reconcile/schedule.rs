//! The schedule: light comparisons every five minutes, whole ones once a day, and runs whose servers have ended.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::task::catch_panic;
use foundation::telemetry::note_success;

use super::execute::{LEASE, execute};
use super::light::compare_lightly;
use super::run::ReconcileRun;
use super::start::{RunOptions, insert_run, start_run};
use super::store::{runs, schedule};
use crate::app::App;
use crate::billing::connections::find_connection;

const HOUR: i64 = 3_600_000_000;

/// Starts the task.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let pause = app.config.reconcile.poll;
    let app = Arc::downgrade(app);
    background.start("comparisons with Stripe", async move {
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            let Some(app) = app.upgrade() else { return };
            match catch_panic("comparing with Stripe", start_due(&app)).await {
                Ok(()) => note_success("product-api", "reconcile", app.clock.now()),
                Err(failure) => tracing::warn!(%failure, "nothing was compared with Stripe"),
            }
        }
    });
}

/// Compares lightly what is due, and starts runs in the background.
async fn start_due(app: &Arc<App>) -> Result<(), Failure> {
    compare_lightly(app).await?;
    for run in due_runs(app).await? {
        start_run(app, run);
    }
    Ok(())
}

/// Compares all that is due, and waits for the ends of the runs; for tests.
pub async fn reconcile_due(app: &Arc<App>) -> Result<(), Failure> {
    compare_lightly(app).await?;
    for run in due_runs(app).await? {
        execute(app, run).await?;
    }
    Ok(())
}

/// Returns runs that this server has started, or has taken over from a lost one.
async fn due_runs(app: &App) -> Result<Vec<ReconcileRun>, Failure> {
    let mut runs = take_over(app).await?;
    let interval = i64::from(app.config.stripe.reconcile_hours).saturating_mul(HOUR);
    if interval == 0 {
        return Ok(runs);
    }
    let now = app.clock.now();
    let due = {
        let mut reader = app.database.reader().await?;
        schedule::due_full(&mut reader.connection(), now, interval).await?
    };
    for connection_id in due {
        runs.extend(insert_due(app, &connection_id).await?);
    }
    Ok(runs)
}

async fn insert_due(app: &App, connection_id: &str) -> Result<Option<ReconcileRun>, Failure> {
    let now = app.clock.now();
    let interval = Duration::from_hours(u64::from(app.config.stripe.reconcile_hours));
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    schedule::set_full(&mut db, connection_id, now, now.plus(interval)).await?;
    let connection = find_connection(&mut db, connection_id).await?;
    transaction.commit().await?;
    let Some(connection) = connection else {
        return Ok(None);
    };
    // Two servers that start a run at once get the same run, and one of them executes it.
    let inserted = insert_run(app, &connection, RunOptions::default()).await?;
    Ok(inserted.is_new.then_some(inserted.run))
}

async fn take_over(app: &App) -> Result<Vec<ReconcileRun>, Failure> {
    let now = app.clock.now();
    let left = {
        let mut reader = app.database.reader().await?;
        runs::abandoned(&mut reader.connection(), now).await?
    };
    let mut taken = Vec::new();
    for mut run in left {
        let until = now.plus(LEASE);
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let is_taken = runs::take_over(&mut db, &run.id, now, until).await?;
        transaction.commit().await?;
        run.held_until = until;
        taken.extend(is_taken.then_some(run));
    }
    Ok(taken)
}
