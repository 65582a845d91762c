//! Sweeping registrations that were begun and never finished: first the mark, then the client at the idp, then the row.
//! Before that the idp is told of websites of which it may not know, and names of an older version are folded.

use std::time::Duration;

use foundation::Failure;

use super::fold;
use super::follow;
use super::store;
use super::website::Website;
use crate::app::App;

/// A registration takes seconds; one of this age will not be finished.
const STALE_AFTER: Duration = Duration::from_mins(10);
/// A mark keeps other sweeps away for longer than the idp may take to answer; then whoever left it is gone, or the idp
/// did not let the client go.
const MARK_HOLDS: Duration = Duration::from_mins(1);

/// Takes stale registrations away; how many. Those that the idp does not let go are left for a later sweep, behind all
/// that nobody has tried yet.
pub(crate) async fn sweep(app: &App) -> Result<usize, Failure> {
    fold::fold_names(app).await?;
    follow::catch_up(app).await?;
    let now = app.clock.now();
    let stale = {
        let mut reader = app.database.reader().await?;
        let (before, marked) = (now.minus(STALE_AFTER), now.minus(MARK_HOLDS));
        store::stale(&mut reader.connection(), before, marked).await?
    };
    let mut swept = 0;
    for website in stale {
        match take_away(app, &website).await {
            Ok(true) => swept += 1,
            Ok(false) => {}
            Err(failure) => {
                tracing::warn!(%failure, website = website.id, "an unfinished registration was not swept");
            }
        }
    }
    Ok(swept)
}

/// False when another sweep is at it, or its owner has finished it.
async fn take_away(app: &App, website: &Website) -> Result<bool, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let marked = now.minus(MARK_HOLDS);
    let is_ours =
        store::mark_stale(&mut transaction.connection(), &website.id, now, marked).await?;
    transaction.commit().await?;
    if !is_ours {
        return Ok(false);
    }
    // Nothing can activate the website any more, so nobody is left without a client.
    app.registrar.delete(&website.client_id).await?;
    let mut transaction = app.database.begin().await?;
    store::delete_stale(&mut transaction.connection(), &website.id).await?;
    transaction.commit().await?;
    Ok(true)
}
