//! Asking the idp once for what has changed, and applying it.

use foundation::Failure;

use super::apply::apply;
use super::follow_up::follow_up;
use super::store;
use crate::app::App;

/// Applies everything that has changed since the last time; how many changes were applied. It may be asked for by
/// several at a time, and be broken off anywhere: each change counts once. What earlier changes have left to do is done
/// however far this comes.
pub async fn once(app: &App) -> Result<usize, Failure> {
    let applied = apply_all(app).await;
    let followed = follow_up(app).await;
    applied.and_then(|applied| followed.map(|()| applied))
}

/// Applies what has changed, and leaves to a later time what earlier changes have left to do.
pub(crate) async fn apply_all(app: &App) -> Result<usize, Failure> {
    let mut applied = 0;
    let mut after = reached(app).await?;
    loop {
        let page = app.people.changes_after(after).await?;
        for told in &page.items {
            applied += usize::from(apply(app, told).await?);
        }
        let now_at = reached(app).await?;
        // A page that leads nowhere is no reason to ask for it for ever.
        if page.next.is_none() || now_at <= after {
            break;
        }
        after = now_at;
    }
    Ok(applied)
}

/// The sequence up to which changes were applied.
pub(crate) async fn reached(app: &App) -> Result<i64, Failure> {
    let mut reader = app.database.reader().await?;
    store::sequence(&mut reader.connection()).await
}
