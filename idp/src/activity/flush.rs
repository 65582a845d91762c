//! Writing of recorded requests to the database in batches, so that no request waits for it.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;

use super::gathered::{RecordedRequest, RequestBatch};
use super::store;
use crate::app::App;

/// Time from a batch's first request to its write, and the pause after it: at most one commit a second. A client's
/// first sign-in ends the batch early, because the developer who sets the client up waits for it.
const MOMENT: Duration = Duration::from_millis(500);
/// Pause after a failed commit.
const TROUBLE_PAUSE: Duration = Duration::from_secs(5);

/// Writes recorded requests until the service stops, and a last time after that.
pub(crate) async fn keep_flushing(app: Arc<App>) {
    let stopping = app.background.stopping();
    while !stopping.is_cancelled() {
        stopping.run_until_cancelled(gathering(&app)).await;
        let pause = written(&app).await;
        stopping
            .run_until_cancelled(tokio::time::sleep(pause))
            .await;
    }
    written(&app).await;
}

/// Waits for a recorded request, and then for others to join its batch.
async fn gathering(app: &App) {
    app.activity.any.notified().await;
    tokio::select! {
        () = app.activity.first.notified() => {}
        () = tokio::time::sleep(MOMENT) => {}
    }
}

/// Writes the batch; returns the pause after it.
async fn written(app: &App) -> Duration {
    match flush(app).await {
        Ok(()) => MOMENT,
        Err(failure) => {
            tracing::warn!(%failure, "what clients asked lately is not written down");
            TROUBLE_PAUSE
        }
    }
}

/// Writes all recorded requests in one commit, after a running write has ended. If the commit fails, the requests are
/// lost; first sign-ins are retried.
pub(crate) async fn flush(app: &App) -> Result<(), Failure> {
    let _turn = app.activity.turn.lock().await;
    let gathered = app.activity.take();
    if gathered.is_empty() {
        return Ok(());
    }
    let written = write(app, &gathered).await;
    if written.is_err() {
        app.activity.put_back(gathered.first);
    }
    written
}

async fn write(app: &App, gathered: &RequestBatch) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    for (client_id, at) in &gathered.first {
        store::note_first_sign_in(&mut db, client_id, *at).await?;
    }
    for (client_id, requests) in &gathered.of_clients {
        for seen in requests {
            store::insert(&mut db, (&id_of(app, seen)?, client_id), seen).await?;
        }
        store::prune(&mut db, client_id).await?;
    }
    transaction.commit().await
}

/// Returns an id that sorts by the order of arrival on one server.
fn id_of(app: &App, seen: &RecordedRequest) -> Result<String, Failure> {
    let chance = u32::from_be_bytes(app.random.bytes::<4>()?);
    let (at, number) = (seen.at.micros(), seen.number);
    Ok(format!("act_{at:016x}{number:08x}{chance:08x}"))
}
