//! Looking again at whom a change is about: what has come to them since, by a call that had begun before.

use std::time::Duration;

use foundation::background::caught;
use foundation::{Connection, Failure, Timestamp};

use super::erase::unlink;
use super::move_over::move_over;
use super::store;
use crate::app::App;
use crate::credits::{Left, left_to_return, return_left};
use crate::idp::{MergeState, ToldMerge};

/// Does again what is left to do, of merges, of undone merges and of deletions; none keeps another from it.
pub(super) async fn follow_up(app: &App) -> Result<(), Failure> {
    let moved = follow_up_merges(app).await;
    let returned = follow_up_undone(app).await;
    moved.and(returned).and(follow_up_deletions(app).await)
}

/// Merges that are looked at a time.
const MOST_LOOKED_AT: i64 = 1000;
/// The most merges that are moved a time.
const MOST_MOVED: i64 = 20;

/// Moves what has come to a merged user since: a customer made by a call that had begun before, credits that a hold
/// has let go. Each time a bounded number of merges is looked at, from where the last time has stopped, and then from the
/// first again; one that cannot be moved keeps no other from it, and is told of as the failure.
async fn follow_up_merges(app: &App) -> Result<(), Failure> {
    let after = app.polling.looked_to();
    let (left, go_on) = {
        let mut reader = app.database.reader().await?;
        some_left_behind(&mut reader.connection(), after, app.clock.now()).await?
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
    now: Timestamp,
) -> Result<(Vec<ToldMerge>, i64), Failure> {
    let (until, count) = store::some_on(db, after, MOST_LOOKED_AT).await?;
    let left = match until {
        Some(until) => store::left_behind(db, (after, until), MOST_MOVED, now).await?,
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
    under_way.came_to(caught("moving", move_once_more(app, merge)).await)
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

/// The most wallets that get back a time what an undone merge could not give them.
const MOST_RETURNED: i64 = 20;

/// Gives back what an undone merge could not, because a wallet was frozen that is free now.
async fn follow_up_undone(app: &App) -> Result<(), Failure> {
    let mut outcome = Ok(());
    for left in left_to_return(app, MOST_RETURNED).await? {
        let under_way = app.ledger.under_way(&app.clock);
        let returned = under_way.came_to(caught("giving back", return_once(app, &left)).await);
        if let Err(failure) = &returned {
            let merge = &left.merge_id;
            tracing::warn!(merge, %failure, "what an undone merge has moved was not given back");
        }
        outcome = outcome.and(returned);
    }
    outcome
}

async fn return_once(app: &App, left: &Left) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::lock(&mut db).await?;
    return_left(app, &mut db, left).await?;
    transaction.commit().await
}

/// How long a deleted person is looked at again: longer than any call lasts.
const LOOKED_AT: Duration = Duration::from_hours(24);
/// The most deleted people that are looked after a time.
const MOST_UNLINKED: i64 = 20;

/// Lets customers go that were found to be a deleted person by a call that had begun before.
async fn follow_up_deletions(app: &App) -> Result<(), Failure> {
    let since = app.clock.now().minus(LOOKED_AT);
    let left = {
        let mut reader = app.database.reader().await?;
        store::linked_still(&mut reader.connection(), since, MOST_UNLINKED).await?
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
