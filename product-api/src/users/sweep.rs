//! Sweeping switches that were begun and never finished: the idp is brought back to what our row says.

use foundation::Failure;

use super::store;
use super::switch::{finish, note, release};
use crate::app::App;

/// Whether anybody's switch was left in the middle.
pub(crate) async fn is_any_left(app: &App) -> Result<bool, Failure> {
    left(app).await.map(|left| !left.is_empty())
}

async fn left(app: &App) -> Result<Vec<String>, Failure> {
    let mut reader = app.database.reader().await?;
    store::left_switches(&mut reader.connection(), app.clock.now()).await
}

/// Brings the idp in line for everybody whose switch was left in the middle; for how many it was done. What the idp has told
/// is followed up to a sequence: whom somebody has asked it to switch since is left as that one wants it.
pub(crate) async fn sweep(app: &App, seen: i64) -> Result<u64, Failure> {
    let mut settled = 0;
    for user_id in left(app).await? {
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

/// False when somebody else is at it, here or at the idp.
async fn bring_back(app: &App, user_id: &str, seen: i64) -> Result<bool, Failure> {
    let Some(attempt) = note(app, user_id).await? else {
        return Ok(false);
    };
    // Read under our note, and after what was seen: whatever is followed meanwhile, the idp refuses to go back before it.
    let is_active = {
        let mut reader = app.database.reader().await?;
        store::is_active(&mut reader.connection(), user_id).await?
    };
    let brought_back = app.people.bring_back(user_id, is_active, seen).await;
    match brought_back {
        Ok(true) => finish(app, user_id, &attempt).await?,
        // The next sweep knows what the idp tells by then.
        Ok(false) | Err(_) => release(app, user_id, &attempt).await?,
    }
    brought_back
}
