//! The worker: begins top-ups that are due, and takes their steps. Several servers may run it.

use std::sync::Arc;

use foundation::telemetry::note_success;

use super::sweep_topups::{sweep_topups, take_due_steps};
use crate::app::App;

/// Number of polls for due work after which all active rules are compared with the credits of their owners.
const POLLS_PER_SWEEP: u32 = 15;

/// Starts the worker.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let pause = app.config.topup_pause;
    let app = Arc::downgrade(app);
    background.start("top-ups", async move {
        for poll in 1_u32.. {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            let Some(app) = app.upgrade() else { return };
            let done = if poll.is_multiple_of(POLLS_PER_SWEEP) {
                sweep_topups(&app).await
            } else {
                take_due_steps(&app).await
            };
            match done {
                Ok(_) => note_success("product-api", "top-ups", app.clock.now()),
                Err(failure) => tracing::warn!(%failure, "due top-ups were not polled"),
            }
        }
    });
}
