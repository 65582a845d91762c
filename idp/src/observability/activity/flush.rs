//! Writing of recorded requests to the database in batches, so that no request waits for it.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;

use super::recorder::{RecordedRequest, RequestBatch};
use super::store;
use crate::app::App;

/// Time from a batch's first request to its write, and the pause after it: at most one commit a second. A client's
/// first sign-in ends the batch early, because the developer who sets the client up waits for it.
const BATCH_TIME: Duration = Duration::from_millis(500);
/// Pause after a failed commit.
const FAILURE_PAUSE: Duration = Duration::from_secs(5);

/// Writes recorded requests until the service stops, and a last time after that.
pub(crate) async fn keep_flushing(app: Arc<App>) {
    let stopping = app.background.stopping();
    while !stopping.is_cancelled() {
        stopping.run_until_cancelled(wait_for_batch(&app)).await;
        let pause = write_batch(&app).await;
        stopping
            .run_until_cancelled(tokio::time::sleep(pause))
            .await;
    }
    write_batch(&app).await;
}

/// Waits for a recorded request, and then for others to join its batch.
async fn wait_for_batch(app: &App) {
    app.activity.any.notified().await;
    tokio::select! {
        () = app.activity.first.notified() => {}
        () = tokio::time::sleep(BATCH_TIME) => {}
    }
}

/// Writes the batch; returns the pause after it.
async fn write_batch(app: &App) -> Duration {
    match flush(app).await {
        Ok(()) => BATCH_TIME,
        Err(failure) => {
            tracing::warn!(%failure, "the activity of clients was not recorded");
            FAILURE_PAUSE
        }
    }
}

/// Writes all recorded requests in one commit, after a running write has ended. If the commit fails, the requests are
/// lost; first sign-ins are retried.
pub(crate) async fn flush(app: &App) -> Result<(), Failure> {
    let _turn = app.activity.turn.lock().await;
    let batch = app.activity.take();
    if batch.is_empty() {
        return Ok(());
    }
    let written = write(app, &batch).await;
    if written.is_err() {
        app.activity.put_back(batch.first);
    }
    written
}

async fn write(app: &App, batch: &RequestBatch) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    for (client_id, at) in &batch.first {
        store::note_first_sign_in(&mut db, client_id, *at).await?;
    }
    for (client_id, requests) in &batch.by_client {
        for request in requests {
            store::insert(&mut db, &id_of(app, request)?, client_id, request).await?;
        }
        store::prune(&mut db, client_id).await?;
    }
    transaction.commit().await
}

/// Returns an id that sorts by the order of arrival on one server.
fn id_of(app: &App, request: &RecordedRequest) -> Result<String, Failure> {
    let chance = u32::from_be_bytes(app.random.bytes::<4>()?);
    let (at, number) = (request.at.micros(), request.number);
    Ok(format!("act_{at:016x}{number:08x}{chance:08x}"))
}
