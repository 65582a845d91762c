//! Finding a client, and its document where it is one.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;

use super::fetch::fetch;
use super::store;
use crate::app::App;
use crate::clients::{Client, is_document_address};

/// How long a document is believed beyond its time while its address does not answer.
const GRACE: Duration = Duration::from_hours(24);

/// The client of an id. One that is a document is fetched when it is not known, or not fresh any more.
pub(crate) async fn find(app: &App, client_id: &str) -> Result<Option<Arc<Client>>, Failure> {
    if app.config.clients.documents && is_document_address(client_id) {
        refresh(app, client_id).await?;
        if !is_believed(app, client_id).await? {
            return Ok(None);
        }
    }
    app.clients.find(client_id).await
}

async fn refresh(app: &App, client_id: &str) -> Result<(), Failure> {
    if is_fresh(app, client_id, Duration::ZERO).await? {
        return Ok(());
    }
    let Some(flight) = app.documents.take(client_id, app.clock.monotonic()).await else {
        return Ok(());
    };
    // Somebody else may have fetched it while this one waited for its turn.
    let outcome = if is_fresh(app, client_id, Duration::ZERO).await? {
        Ok(())
    } else {
        fetch(app, client_id).await
    };
    flight.land(app.clock.monotonic());
    outcome
}

async fn is_believed(app: &App, client_id: &str) -> Result<bool, Failure> {
    is_fresh(app, client_id, GRACE).await
}

async fn is_fresh(app: &App, client_id: &str, grace: Duration) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    let until = store::fresh_until(&mut reader.connection(), client_id).await?;
    Ok(until.is_some_and(|until| app.clock.now() < until.plus(grace)))
}
