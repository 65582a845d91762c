//! The worker: follows links of books, and works on prices whose time has come. Several servers may run it.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::telemetry::note_success;

use super::follow_links::follow_links;
use super::price_state::LEASE;
use super::store::prices;
use super::sync_prices::sync_prices;
use crate::app::App;
use crate::billing::stripe::Priority;

/// Maximum number of prices in a claim.
const MAX_CLAIMED: i64 = 20;

/// Starts the worker.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let pause = Duration::from_secs(u64::from(app.config.stripe.poll_seconds));
    let app = Arc::downgrade(app);
    background.start("catalog", async move {
        let (mut is_more, mut has_failed) = (false, false);
        loop {
            let pause = if is_more { Duration::ZERO } else { pause };
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            let Some(app) = app.upgrade() else { return };
            let outcome = sync_due(&app).await;
            if let (Err(failure), false) = (&outcome, has_failed) {
                // A series of failures is logged once.
                tracing::warn!(%failure, "prices are not brought to Stripe for now");
            }
            has_failed = outcome.is_err();
            is_more = outcome.unwrap_or_default();
            if !has_failed {
                note_success("product-api", "catalog", app.clock.now());
            }
        }
    });
}

/// Works on some prices; true if there were any.
async fn sync_due(app: &App) -> Result<bool, Failure> {
    let mut claimed = follow_links(app).await?;
    claimed.extend(claim_due(app).await?);
    sync_prices(app, &claimed, Priority::Inbox).await?;
    Ok(!claimed.is_empty())
}

async fn claim_due(app: &App) -> Result<Vec<i64>, Failure> {
    let now = app.clock.now();
    {
        let mut reader = app.database.reader().await?;
        if !prices::is_due(&mut reader.connection(), now).await? {
            return Ok(Vec::new());
        }
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let claimed = prices::claim_due(&mut db, now, now.plus(LEASE), MAX_CLAIMED).await?;
    transaction.commit().await?;
    Ok(claimed)
}

/// Works on all prices whose time has come; for tests.
pub async fn sync_catalog(app: &Arc<App>) -> Result<(), Failure> {
    while sync_due(app).await? {}
    Ok(())
}
