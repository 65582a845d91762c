//! Looks after all connections in the background, until the service stops.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::task::catch_panic;
use foundation::telemetry::note_success;

use super::apply_event::ConnectionActor;
use super::check::ConnectionCheck;
use super::connection::StripeConnection;
use super::inspect_key::KeyRefusal;
use super::make_endpoint::MAX_SETUP_TIME;
use super::retire_endpoints::retire_endpoints;
use super::store::{checks, connections};
use crate::app::App;
use crate::billing::stripe::Priority;

/// Pause between two looks.
const PAUSE: Duration = Duration::from_mins(10);
/// Time after which a connection is checked again.
const MAX_UNCHECKED: Duration = Duration::from_hours(24);

/// Starts the task.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let app = Arc::downgrade(app);
    background.start("connections", async move {
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(PAUSE) => {}
            }
            let Some(app) = app.upgrade() else { return };
            match catch_panic("looking after connections", check_due(&app)).await {
                Ok(()) => note_success("product-api", "connections", app.clock.now()),
                Err(failure) => {
                    tracing::warn!(%failure, "connections to Stripe were not looked after");
                }
            }
        }
    });
}

/// Gives abandoned connections up, deletes retired endpoints, tries keys that wait, and checks each connection once a day. A
/// connection that fails does not prevent the others; the first failure is returned.
pub async fn check_due(app: &App) -> Result<(), Failure> {
    let abandoned = app.clock.now().minus(MAX_SETUP_TIME);
    let mut transaction = app.database.begin().await?;
    connections::delete_abandoned(&mut transaction.connection(), abandoned).await?;
    transaction.commit().await?;
    retire_endpoints(app).await?;
    let check = ConnectionCheck {
        priority: Priority::Reconcile,
        actor: ConnectionActor::System(None),
    };
    let mut first = Ok(());
    for connection in waiting_keys(app).await? {
        first = first.and(finished(check.run(app, &connection).await));
    }
    for id in unchecked(app).await? {
        if app.background.stopping().is_cancelled() {
            break;
        }
        first = first.and(check_once(app, check, &id).await);
    }
    first
}

/// Checks a connection, unless another server does.
async fn check_once(app: &App, check: ConnectionCheck<'_>, id: &str) -> Result<(), Failure> {
    let now = app.clock.now();
    let until = now.minus(MAX_UNCHECKED);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_claimed = checks::claim_check(&mut db, id, now, until).await?;
    let connection = connections::find(&mut db, id).await?;
    transaction.commit().await?;
    match connection.filter(|_| is_claimed) {
        Some(connection) => finished(check.run(app, &connection).await),
        None => Ok(()),
    }
}

/// Logs a check without a result; the connection is checked again the next day.
fn finished<T>(checked: Result<T, KeyRefusal>) -> Result<(), Failure> {
    match checked {
        Ok(_) => Ok(()),
        Err(KeyRefusal::Failure(failure)) => Err(failure),
        Err(refusal) => {
            tracing::warn!(%refusal, "a connection to Stripe could not be checked");
            Ok(())
        }
    }
}

async fn waiting_keys(app: &App) -> Result<Vec<StripeConnection>, Failure> {
    let mut reader = app.database.reader().await?;
    connections::list_waiting_keys(&mut reader.connection()).await
}

async fn unchecked(app: &App) -> Result<Vec<String>, Failure> {
    let until = app.clock.now().minus(MAX_UNCHECKED);
    let mut reader = app.database.reader().await?;
    checks::list_unchecked(&mut reader.connection(), until).await
}
