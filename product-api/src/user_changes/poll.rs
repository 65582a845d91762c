//! Asking the idp once for what has changed, and applying it.

use foundation::Failure;

use super::apply::apply;
use super::follow_up::follow_up;
use super::progress::Progress;
use super::read_progress::read_progress;
use super::rewind::{rewind, undo_forgotten};
use super::store;
use crate::app::App;
use crate::idp::{ChangeCursor, UserChanges};

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
    let mut before = read_progress(app).await?;
    loop {
        let Some(page) = app.people.changes_after(&before.cursor).await? else {
            rewind(app, &before).await?;
            before = read_progress(app).await?;
            continue;
        };
        identify(app, &before, &page).await?;
        for told in &page.items {
            applied += usize::from(apply(app, told, &before).await?);
        }
        let now = read_progress(app).await?;
        if page.next.is_none() {
            end_reading(app, &before, &now, &page).await?;
        }
        // A page that leads nowhere is no reason to ask for it for ever.
        if page.next.is_none() || now.cursor.sequence <= before.cursor.sequence {
            app.polling.note_empty(false);
            return Ok(applied);
        }
        before = now;
    }
}

/// Writes the id of the last change where it is missing: older versions, here and at the idp, have none.
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

/// Ends reading everything again after the last page, unless a replica has begun it once more since that was asked for.
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
