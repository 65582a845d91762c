//! Applying one change of a merge: what it moves and the sequence that was applied, in one transaction.

use foundation::{Connection, Failure};

use super::move_over::move_over;
use super::store;
use super::undo::undo;
use crate::app::App;
use crate::idp::{MergeState, ToldMerge};

/// Applies a change once; false when it was applied before, here or by another replica.
pub(super) async fn apply(app: &App, told: &ToldMerge) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // The row of the cursor is locked first: one change is applied at a time, in order, by whomever.
    if !store::advance(&mut db, told.sequence).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let known = store::state(&mut db, &told.id).await?;
    store::write(&mut db, told).await?;
    follow(app, &mut db, (known, told)).await?;
    transaction.commit().await?;
    tracing::info!(
        merge = told.id,
        sequence = told.sequence,
        "a merge was applied"
    );
    Ok(true)
}

async fn follow(
    app: &App,
    db: &mut Connection<'_>,
    (known, told): (Option<MergeState>, &ToldMerge),
) -> Result<(), Failure> {
    match (known, told.state) {
        (None, MergeState::Merged) => move_over(app, db, told).await,
        (Some(MergeState::Merged), MergeState::Undone) => undo(app, db, told).await,
        // Undone before we heard of it, or told again: there is nothing to move.
        (None | Some(MergeState::Undone), MergeState::Undone) | (Some(_), MergeState::Merged) => {
            Ok(())
        }
    }
}

/// Moves what has come to a merged user since: a customer made by a call that had begun before, credits that a hold
/// has let go.
pub(super) async fn follow_up(app: &App) -> Result<(), Failure> {
    let left = {
        let mut reader = app.database.reader().await?;
        store::left_behind(&mut reader.connection()).await?
    };
    for merge in left {
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        store::lock(&mut db).await?;
        if store::state(&mut db, &merge.id).await? == Some(MergeState::Merged) {
            move_over(app, &mut db, &merge).await?;
        }
        transaction.commit().await?;
    }
    Ok(())
}
