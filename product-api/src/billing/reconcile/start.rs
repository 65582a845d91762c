//! Starts runs: one for each connection at a time, on all servers.

use std::sync::Arc;
use std::time::Duration;

use foundation::http::log_failure;
use foundation::{Failure, Timestamp, id};

use super::execute::{LEASE, execute};
use super::run::{ReconcileRun, RunStage, RunState, RunSums};
use super::store::runs;
use crate::app::App;
use crate::billing::connections::StripeConnection;

/// Time before the end of the last run from which objects are listed again.
const OVERLAP: Duration = Duration::from_hours(3 * 24);
/// Time before the creation of a connection from which its first run lists objects.
const BEFORE_FIRST: Duration = Duration::from_hours(1);

/// Options of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RunOptions {
    /// The time from which objects are listed; if `None`, three days before the last run.
    pub(super) since: Option<Timestamp>,
    /// True if differences are only counted.
    pub(super) is_dry_run: bool,
}

/// A run that was inserted, or the one that was running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InsertedRun {
    pub(super) run: ReconcileRun,
    /// True if the caller has to execute it.
    pub(super) is_new: bool,
}

/// Inserts a run of a connection, unless one is running.
pub(super) async fn insert_run(
    app: &App,
    connection: &StripeConnection,
    options: RunOptions,
) -> Result<InsertedRun, Failure> {
    let run_id = id::new("rec", &app.clock, &app.random)?;
    loop {
        let now = app.clock.now();
        let new = ReconcileRun {
            id: run_id.clone(),
            connection_id: connection.id.clone(),
            is_dry_run: options.is_dry_run,
            from: options.since.unwrap_or_else(|| from_of(connection)),
            to: now,
            stage: RunStage::Sessions,
            last_object: None,
            state: RunState::Running,
            error: None,
            objects: 0,
            repaired: 0,
            findings: 0,
            sums: RunSums::new(),
            held_until: now.plus(LEASE),
            ended_at: None,
        };
        let mut transaction = app.database.begin().await?;
        let found = runs::insert(&mut transaction.connection(), &new).await?;
        transaction.commit().await?;
        // None if the run that was in progress has ended since.
        if let Some(run) = found {
            let is_new = run.id == run_id;
            return Ok(InsertedRun { run, is_new });
        }
    }
}

/// Returns the time from which a run lists objects.
fn from_of(connection: &StripeConnection) -> Timestamp {
    let first = connection.created_at.minus(BEFORE_FIRST);
    connection.list_cursor.minus(OVERLAP).max(first)
}

/// Executes a run in the background.
pub(super) fn start_run(app: &Arc<App>, run: ReconcileRun) {
    let (app, background) = (Arc::clone(app), app.background.clone());
    background.start("comparing with Stripe", async move {
        if let Err(failure) = execute(&app, run).await {
            // Another server takes the run over when its lease has ended.
            log_failure(&failure);
        }
    });
}
