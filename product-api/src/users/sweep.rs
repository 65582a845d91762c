//! Sweeping switches that were begun and never finished: the idp is brought back to what our row says.

use foundation::Failure;

use super::store;
use super::switch::{finish, note, release};
use crate::app::App;
use crate::idp::Switched;

/// Whether anybody's switch was left in the middle.
pub(crate) async fn is_any_left(app: &App) -> Result<bool, Failure> {
    left(app).await.map(|left| !left.is_empty())
}

async fn left(app: &App) -> Result<Vec<String>, Failure> {
    let mut reader = app.database.reader().await?;
    store::left_switches(&mut reader.connection(), app.clock.now()).await
}

/// Brings the idp in line for everybody whose switch was left in the middle; for how many it was done. What the idp tells is
/// followed before that: another switch that somebody asked it for meanwhile is the newer one.
pub(crate) async fn sweep(app: &App) -> Result<u64, Failure> {
    let mut settled = 0;
    for user_id in left(app).await? {
        match bring_back(app, &user_id).await {
            Ok(true) => settled += 1,
            Ok(false) => {}
            Err(failure) => {
                tracing::warn!(%failure, user = user_id, "a user is still half switched");
            }
        }
    }
    Ok(settled)
}

/// False when somebody else is at it.
async fn bring_back(app: &App, user_id: &str) -> Result<bool, Failure> {
    let Some(attempt) = note(app, user_id).await? else {
        return Ok(false);
    };
    // Read under our note: nobody else changes it meanwhile.
    let is_active = {
        let mut reader = app.database.reader().await?;
        store::is_active(&mut reader.connection(), user_id).await?
    };
    match app.people.set_active(user_id, is_active).await {
        // Whoever is not there, or was merged into another, is let in by nobody.
        Ok(Switched::Done | Switched::Unknown | Switched::Merged) => {
            finish(app, user_id, &attempt).await.map(|()| true)
        }
        Err(failure) => {
            release(app, user_id, &attempt).await?;
            Err(failure)
        }
    }
}
