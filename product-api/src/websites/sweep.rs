//! Sweeps registrations that were never finished: marks them, deletes the client at the idp, then the row. Before that it
//! sends pending changes and missing scopes to the idp, and folds names of an older version.

use std::time::Duration;

use foundation::Failure;

use super::fold;
use super::send_changes;
use super::send_scopes::send_scopes;
use super::store;
use super::website::Website;
use crate::app::App;

/// A registration takes seconds; one of this age will not be finished.
const STALE_AFTER: Duration = Duration::from_mins(10);
/// Duration for which a mark excludes other sweeps; longer than the idp timeout. An older mark means that its sweep
/// crashed, or that the idp did not delete the client.
const MARK_DURATION: Duration = Duration::from_mins(1);

/// Deletes stale registrations; returns their number. A registration whose client the idp does not delete is tried again in
/// a later sweep, after all that were never tried.
pub(crate) async fn sweep(app: &App) -> Result<usize, Failure> {
    fold::fold_names(app).await?;
    send_changes::catch_up(app).await?;
    send_scopes(app).await?;
    sweep_stale(app).await
}

async fn sweep_stale(app: &App) -> Result<usize, Failure> {
    let now = app.clock.now();
    let stale = {
        let mut reader = app.database.reader().await?;
        let (before, marked) = (now.minus(STALE_AFTER), now.minus(MARK_DURATION));
        store::stale(&mut reader.connection(), before, marked).await?
    };
    let mut swept = 0;
    for website in stale {
        match remove_stale(app, &website).await {
            Ok(true) => swept += 1,
            Ok(false) => {}
            Err(failure) => {
                tracing::warn!(%failure, website = website.id, "an unfinished registration was not swept");
            }
        }
    }
    Ok(swept)
}

/// Returns false if another sweep has marked it, or its owner has finished it.
async fn remove_stale(app: &App, website: &Website) -> Result<bool, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let marked = now.minus(MARK_DURATION);
    let is_ours =
        store::mark_stale(&mut transaction.connection(), &website.id, now, marked).await?;
    transaction.commit().await?;
    if !is_ours {
        return Ok(false);
    }
    // A marked website cannot be activated any more, so no owner is left without a client.
    app.registrar.delete(&website.client_id).await?;
    let mut transaction = app.database.begin().await?;
    store::delete_stale(&mut transaction.connection(), &website.id).await?;
    transaction.commit().await?;
    Ok(true)
}
