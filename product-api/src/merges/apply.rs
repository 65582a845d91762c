//! Applying one change of a merge: what it moves and the sequence that was applied, in one transaction.

use foundation::{Connection, Failure};

use super::move_over::move_over;
use super::store;
use super::undo::undo;
use crate::app::App;
use crate::idp::{MergeState, ToldMerge};

/// Applies a change once; false when it was applied before, here or by another replica.
pub(super) async fn apply(app: &App, told: &ToldMerge) -> Result<bool, Failure> {
    let under_way = app.ledger.under_way(&app.clock);
    under_way.came_to(apply_once(app, told).await)
}

async fn apply_once(app: &App, told: &ToldMerge) -> Result<bool, Failure> {
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

/// Merges that are looked at a time.
const MOST_LOOKED_AT: i64 = 1000;
/// The most merges that are moved a time.
const MOST_MOVED: i64 = 20;

/// Moves what has come to a merged user since: a customer made by a call that had begun before, credits that a hold
/// has let go. Each time a bounded number of merges is looked at, from where the last time has stopped, and then from the
/// first again; one that cannot be moved keeps no other from it, and is told of as the failure.
pub(super) async fn follow_up(app: &App) -> Result<(), Failure> {
    let after = app.polling.looked_to();
    let (left, go_on) = {
        let mut reader = app.database.reader().await?;
        some_left_behind(&mut reader.connection(), after).await?
    };
    app.polling.look_on(go_on);
    let mut outcome = Ok(());
    for merge in left {
        let moved = move_again(app, &merge).await;
        if let Err(failure) = &moved {
            tracing::warn!(merge = merge.id, %failure, "what came to a merged user was not moved");
        }
        outcome = outcome.and(moved);
    }
    outcome
}

/// The next merges that something was left behind of, and where to go on.
async fn some_left_behind(
    db: &mut Connection<'_>,
    after: i64,
) -> Result<(Vec<ToldMerge>, i64), Failure> {
    let (until, count) = store::some_on(db, after, MOST_LOOKED_AT).await?;
    let left = match until {
        Some(until) => store::left_behind(db, (after, until), MOST_MOVED).await?,
        None => Vec::new(),
    };
    let is_full = i64::try_from(left.len()).unwrap_or(i64::MAX) >= MOST_MOVED;
    let go_on = match left.last() {
        Some(last) if is_full => last.sequence,
        Some(_) | None if count < MOST_LOOKED_AT => 0,
        Some(_) | None => until.unwrap_or_default(),
    };
    Ok((left, go_on))
}

async fn move_again(app: &App, merge: &ToldMerge) -> Result<(), Failure> {
    let under_way = app.ledger.under_way(&app.clock);
    under_way.came_to(move_once_more(app, merge).await)
}

async fn move_once_more(app: &App, merge: &ToldMerge) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::lock(&mut db).await?;
    if store::state(&mut db, &merge.id).await? == Some(MergeState::Merged) {
        move_over(app, &mut db, merge).await?;
    }
    transaction.commit().await
}
