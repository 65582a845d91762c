//! Sweeps unfinished activation changes: resets the idp to the state of this service's row.

use foundation::Failure;

use super::change_activation::{end_lease, release_lease, take_lease};
use super::store;
use crate::app::App;

/// Returns true if an activation change was left unfinished.
pub(crate) async fn is_any_left(app: &App) -> Result<bool, Failure> {
    unfinished(app).await.map(|left| !left.is_empty())
}

async fn unfinished(app: &App) -> Result<Vec<String>, Failure> {
    let mut reader = app.database.reader().await?;
    store::expired_leases(&mut reader.connection(), app.clock.now()).await
}

/// Resets the idp for every user with an unfinished change; returns the number of users. `seen` is the last sequence number
/// of the idp that was followed: a change that another client requested at the idp after it stays.
pub(crate) async fn sweep(app: &App, seen: i64) -> Result<u64, Failure> {
    let mut settled = 0;
    for user_id in unfinished(app).await? {
        match bring_back(app, &user_id, seen).await {
            Ok(true) => settled += 1,
            Ok(false) => {}
            Err(failure) => {
                tracing::warn!(%failure, user = user_id, "a user is still half switched");
            }
        }
    }
    Ok(settled)
}

/// Returns false if another request or client changes the user at the same time, here or at the idp.
async fn bring_back(app: &App, user_id: &str, seen: i64) -> Result<bool, Failure> {
    let Some(attempt) = take_lease(app, user_id).await? else {
        return Ok(false);
    };
    // The row is read under the lease and after `seen`: if a later change is followed in between, the idp refuses the
    // reset.
    let is_active = {
        let mut reader = app.database.reader().await?;
        store::is_active(&mut reader.connection(), user_id).await?
    };
    let brought_back = app.user_admin.bring_back(user_id, is_active, seen).await;
    match brought_back {
        Ok(true) => end_lease(app, user_id, &attempt).await?,
        // The next sweep will have followed the idp's newer changes.
        Ok(false) | Err(_) => release_lease(app, user_id, &attempt).await?,
    }
    brought_back
}
