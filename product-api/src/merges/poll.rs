//! Asking the idp once for what has changed, and applying it.

use foundation::Failure;

use super::apply::{apply, follow_up};
use super::store;
use crate::app::App;

/// Applies everything that has changed since the last time; how many changes were applied. It may be asked for by
/// several at a time, and be broken off anywhere: each change counts once.
pub async fn once(app: &App) -> Result<usize, Failure> {
    let mut applied = 0;
    loop {
        let after = {
            let mut reader = app.database.reader().await?;
            store::sequence(&mut reader.connection()).await?
        };
        let page = app.people.merges_after(after).await?;
        for told in &page.items {
            applied += usize::from(apply(app, told).await?);
        }
        if page.next.is_none() || page.items.is_empty() {
            break;
        }
    }
    follow_up(app).await?;
    Ok(applied)
}
