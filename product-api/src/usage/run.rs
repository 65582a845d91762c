//! Rolls usage up beside the requests until the service stops.

use std::sync::Arc;
use std::time::Duration;

use super::roll_up::once;
use crate::app::App;

/// Starts rolling up.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let pause = Duration::from_secs(u64::from(app.config.ledger.usage_seconds.get()));
    let app = Arc::downgrade(app);
    background.start("rolling usage up", async move {
        let mut has_failed = false;
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            let Some(app) = app.upgrade() else { return };
            let outcome = once(&app).await;
            if let (Err(failure), false) = (&outcome, has_failed) {
                // Once when it begins; the rest is added by whoever reads meanwhile.
                tracing::warn!(%failure, "usage is not rolled up for now");
            }
            has_failed = outcome.is_err();
        }
    });
}
