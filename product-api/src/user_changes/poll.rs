//! Polls the idp for user changes once, and applies them.

use foundation::Failure;
use foundation::database::wait_for_caches;

use super::apply::apply_page;
use super::follow_up::follow_up;
use super::progress::Progress;
use super::read_progress::read_progress;
use super::rewind::{rewind, undo_forgotten};
use super::store;
use crate::app::App;
use crate::idp::{ChangeCursor, UserChanges};

/// Applies all new changes, and returns their number. Several calls may run at once, and a call may be aborted at any point:
/// each change is applied once. Earlier changes are completed even if this fails.
pub async fn once(app: &App) -> Result<usize, Failure> {
    let applied = apply_all(app).await;
    let followed = follow_up(app).await;
    applied.and_then(|applied| followed.map(|()| applied))
}

/// Applies all new changes, without completing earlier ones.
pub(crate) async fn apply_all(app: &App) -> Result<usize, Failure> {
    let mut applied = 0;
    let mut before = read_progress(app).await?;
    loop {
        let Some(page) = app.people.changes_after(&before.cursor).await? else {
            rewind(app, &before).await?;
            before = read_progress(app).await?;
            continue;
        };
        identify(app, &before, &page).await?;
        applied += apply_page(app, &page, &before, wait_for_caches()).await?;
        let now = read_progress(app).await?;
        if page.next.is_none() {
            end_reading(app, &before, &now, &page).await?;
        }
        // A page without progress ends the poll, which would otherwise never end.
        if page.next.is_none() || now.cursor.sequence <= before.cursor.sequence {
            app.polling.note_empty(false);
            return Ok(applied);
        }
        before = now;
    }
}

/// Stores the id of the last change if it is missing. Older versions, of product-api and of the idp, have none.
async fn identify(app: &App, seen: &Progress, page: &UserChanges) -> Result<(), Failure> {
    let cursor = &seen.cursor;
    if cursor.change_id.is_some() || page.after_id.is_none() {
        return Ok(());
    }
    let identified = ChangeCursor {
        sequence: cursor.sequence,
        change_id: page.after_id.clone(),
    };
    let mut transaction = app.database.begin().await?;
    store::identify(&mut transaction.connection(), &identified, seen.rewound_at).await?;
    transaction.commit().await
}

/// Ends reading all changes again after the last page, unless a replica has restarted it in the meantime.
async fn end_reading(
    app: &App,
    before: &Progress,
    now: &Progress,
    last: &UserChanges,
) -> Result<(), Failure> {
    let end = last.items.last().map(|told| told.cursor.sequence);
    let end = end.unwrap_or(before.cursor.sequence);
    let is_same = before.rewound_at == now.rewound_at;
    if now.is_reading_again && is_same && now.cursor.sequence >= end {
        undo_forgotten(app, now.rewound_at).await?;
    }
    Ok(())
}
