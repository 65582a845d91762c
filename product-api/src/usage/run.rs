//! Background work until the service stops: rolls up usage, and sends heartbeats of this process.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::telemetry::note_success;

use super::roll_up::{beat, once};
use crate::app::App;

/// A kind of periodic work.
#[derive(Clone, Copy)]
enum Work {
    /// Rolling up; it may run rarely or take long.
    RollingUp,
    /// Heartbeats; they run separately, so that a slow roll-up does not make this process count as ended.
    Beating,
}

impl Work {
    const fn name(self) -> &'static str {
        match self {
            Self::RollingUp => "rolling usage up",
            Self::Beating => "saying who writes",
        }
    }

    /// Returns the name of the work in the metrics.
    const fn label(self) -> &'static str {
        match self {
            Self::RollingUp => "usage",
            Self::Beating => "heartbeat",
        }
    }

    async fn go(self, app: &App) -> Result<(), Failure> {
        match self {
            Self::RollingUp => once(app).await.map(drop),
            Self::Beating => beat(app).await,
        }
    }
}

/// Starts both kinds of work.
pub(crate) fn start(app: &Arc<App>) {
    let settings = &app.config.ledger;
    let pause = Duration::from_secs(u64::from(settings.usage_seconds.get()));
    keep(app, Work::RollingUp, pause);
    keep(app, Work::Beating, settings.beat);
}

fn keep(app: &Arc<App>, work: Work, pause: Duration) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let app = Arc::downgrade(app);
    background.start(work.name(), async move {
        let mut has_failed = false;
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            let Some(app) = app.upgrade() else { return };
            let outcome = work.go(&app).await;
            if let (Err(failure), false) = (&outcome, has_failed) {
                // A series of failures is logged once; reads add up the transactions that are not rolled up.
                tracing::warn!(%failure, work = work.name(), "usage is not kept for now");
            }
            has_failed = outcome.is_err();
            if !has_failed {
                note_success("product-api", work.label(), app.clock.now());
            }
        }
    });
}
