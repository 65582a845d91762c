//! Writing down what was gathered, a few seconds' worth at a time, so that no request waits for it.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;

use super::gathered::{Gathered, Seen};
use super::store;
use crate::app::App;

/// How long requests are gathered.
const PAUSE: Duration = Duration::from_secs(5);

/// Writes every few seconds until the service stops, and once more then.
pub(crate) async fn keep_flushing(app: Arc<App>) {
    let stopping = app.background.stopping();
    while !stopping.is_cancelled() {
        tokio::select! {
            () = stopping.cancelled() => {}
            () = tokio::time::sleep(PAUSE) => {}
        }
        if let Err(failure) = flush(&app).await {
            tracing::warn!(%failure, "what clients asked lately is not written down");
        }
    }
}

/// Writes down what is there, by one commit. Where it fails the requests are gone; that somebody signed in for the first
/// time is tried again.
pub(crate) async fn flush(app: &App) -> Result<(), Failure> {
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

async fn write(app: &App, gathered: &Gathered) -> Result<(), Failure> {
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

/// An id that sorts as the requests came, as far as one server sees them.
fn id_of(app: &App, seen: &Seen) -> Result<String, Failure> {
    let chance = u32::from_be_bytes(app.random.bytes::<4>()?);
    let (at, number) = (seen.at.micros(), seen.number);
    Ok(format!("act_{at:016x}{number:08x}{chance:08x}"))
}
