//! The worker: looks for top-ups that are due. Several servers may run it.

use std::sync::Arc;
use std::time::Duration;

use foundation::telemetry::note_success;

use super::sweep_topups::sweep_topups;
use crate::app::App;

const PAUSE: Duration = if cfg!(test) {
    // Unit tests call the sweep themselves.
    Duration::from_hours(24)
} else {
    Duration::from_secs(30)
};

/// Starts the worker.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let app = Arc::downgrade(app);
    background.start("top-ups", async move {
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(PAUSE) => {}
            }
            let Some(app) = app.upgrade() else { return };
            match sweep_topups(&app).await {
                Ok(_) => note_success("product-api", "top-ups", app.clock.now()),
                Err(failure) => tracing::warn!(%failure, "top-ups were not looked for"),
            }
        }
    });
}
