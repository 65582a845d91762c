//! Background maintenance of the keys on every server: the schedule, and changes by other servers.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::telemetry::note_success;

use super::rotate::follow_schedule;
use crate::app::App;

/// Pause between two runs. An announced key is published for hours before it signs, so every server has read it by
/// then.
const PAUSE: Duration = Duration::from_mins(1);

/// Maintains the keys once a minute until the service stops.
pub(crate) async fn keep_maintaining(app: Arc<App>) {
    let stopping = app.background.stopping();
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
        match maintain(&app).await {
            Ok(()) => note_success("idp", "signing_keys", app.clock.now()),
            Err(failure) => tracing::warn!(%failure, "the signing keys have to wait"),
        }
    }
}

/// Maintains the keys once.
pub(crate) async fn maintain(app: &App) -> Result<(), Failure> {
    follow_schedule(app).await
}
