//! Completes earlier changes: requests that started before a change may have added data for its users afterwards.

use std::time::Duration;

use foundation::task::catch_panic;
use foundation::{Connection, Failure};

use super::erase::unlink;
use super::move_over::move_over;
use super::store;
use crate::app::App;
use crate::credits::{PendingReturn, list_pending_returns, make_pending_return};
use crate::idp::{MergeState, UserMerge};

/// Completes merges, undone merges and deletions. A failure of one kind does not prevent the others.
pub(super) async fn follow_up(app: &App) -> Result<(), Failure> {
    let moved = follow_up_merges(app).await;
    let returned = follow_up_undone(app).await;
    moved.and(returned).and(follow_up_deletions(app).await)
}

/// Maximum number of merges that one run checks.
const MAX_INSPECTED: i64 = 1000;
/// Maximum number of merges that one run moves.
const MAX_MOVED: i64 = 20;

/// Moves data that a merged user got after the merge, as a customer that a running request created, and data that the merge could
/// not move, because a wallet was frozen. Each run checks a limited number of merges, continues where the last one stopped, and
/// starts again after the last merge. A merge that fails does not prevent others; its failure is returned.
async fn follow_up_merges(app: &App) -> Result<(), Failure> {
    let after = app.polling.checked_to();
    let (left, next_sequence) = {
        let mut reader = app.database.reader().await?;
        some_left_behind(&mut reader.connection(), after).await?
    };
    app.polling.continue_after(next_sequence);
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

/// Returns the next merges with data to move, and the sequence after which the next run continues.
async fn some_left_behind(
    db: &mut Connection<'_>,
    after: i64,
) -> Result<(Vec<UserMerge>, i64), Failure> {
    let (until, count) = store::some_on(db, after, MAX_INSPECTED).await?;
    let left = match until {
        Some(until) => store::left_behind(db, after, until, MAX_MOVED).await?,
        None => Vec::new(),
    };
    let is_full = i64::try_from(left.len()).unwrap_or(i64::MAX) >= MAX_MOVED;
    let next_sequence = match left.last() {
        Some(last) if is_full => last.sequence,
        Some(_) | None if count < MAX_INSPECTED => 0,
        Some(_) | None => until.unwrap_or_default(),
    };
    Ok((left, next_sequence))
}

async fn move_again(app: &App, merge: &UserMerge) -> Result<(), Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(catch_panic("moving", move_once_more(app, merge)).await)
}

async fn move_once_more(app: &App, merge: &UserMerge) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::lock(&mut db).await?;
    if store::state(&mut db, &merge.id).await? == Some(MergeState::Merged) {
        move_over(app, &mut db, merge).await?;
    }
    transaction.commit().await
}

/// Maximum number of wallets to which one run returns credits of undone merges.
const MAX_RETURNED: i64 = 20;

/// Returns credits that an undone merge could not return because a wallet was frozen, once it is unfrozen.
async fn follow_up_undone(app: &App) -> Result<(), Failure> {
    let mut outcome = Ok(());
    for left in list_pending_returns(app, MAX_RETURNED).await? {
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        let returned =
            in_flight.finish_with(catch_panic("giving back", return_once(app, &left)).await);
        if let Err(failure) = &returned {
            let merge = &left.merge_id;
            tracing::warn!(merge, %failure, "what an undone merge has moved was not given back");
        }
        outcome = outcome.and(returned);
    }
    outcome
}

async fn return_once(app: &App, left: &PendingReturn) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::lock(&mut db).await?;
    make_pending_return(app, &mut db, left).await?;
    transaction.commit().await
}

/// Time for which deleted users are checked again: longer than any request takes.
const LOOKBACK: Duration = Duration::from_hours(24);
/// Maximum number of deleted users that one run completes.
const MAX_UNLINKED: i64 = 20;

/// Unlinks customers that a running request linked to a user after the user's deletion.
async fn follow_up_deletions(app: &App) -> Result<(), Failure> {
    let since = app.clock.now().minus(LOOKBACK);
    let left = {
        let mut reader = app.database.reader().await?;
        store::linked_still(&mut reader.connection(), since, MAX_UNLINKED).await?
    };
    for user_id in left {
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        store::lock(&mut db).await?;
        unlink(app, &mut db, &user_id).await?;
        transaction.commit().await?;
    }
    Ok(())
}
