//! Applies one user change: its effects and the new cursor are committed in one transaction.

use foundation::{Connection, Failure, Transaction};

use super::erase::erase;
use super::move_over::move_over;
use super::progress::Progress;
use super::store;
use super::undo::undo;
use crate::app::App;
use crate::credits::forget_undone;
use crate::idp::{MergeState, UserChange, UserChangeKind, UserMerge};
use crate::users::follow_switch;
use crate::websites;

/// Effects of a change on websites and their API keys.
#[derive(Debug, Default)]
struct Effects {
    /// Suspended websites that must be reported to the idp.
    suspended: Vec<String>,
    /// True if the API keys of a user's websites end, or work again.
    is_switched: bool,
}

/// Applies a change once; false if it was applied before, here or by another replica.
pub(super) async fn apply(app: &App, told: &UserChange, seen: &Progress) -> Result<bool, Failure> {
    let under_way = app.ledger.under_way(&app.clock);
    under_way.came_to(apply_once(app, told, seen).await)
}

async fn apply_once(app: &App, told: &UserChange, seen: &Progress) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // The cursor's row is locked first, so that all replicas together apply one change at a time, in order.
    if !store::advance(&mut db, &told.cursor, seen.rewound_at).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let effects = if is_outdated(&told.became, seen) {
        Effects::default()
    } else {
        do_it(app, &mut db, &told.became).await?
    };
    commit(transaction, &effects).await?;
    let sequence = told.cursor.sequence;
    tracing::info!(sequence, change = ?told.became, "what became of a user was applied");
    websites::tell_idp(app, &effects.suspended).await;
    Ok(true)
}

async fn commit(transaction: Transaction, effects: &Effects) -> Result<(), Failure> {
    if effects.is_switched {
        transaction.commit_and_wait_for_caches().await
    } else {
        transaction.commit().await
    }
}

/// Returns true for an activation that an idp lists again after a restore. The idp may have lost a later deactivation by the
/// operator, and the sweep reports deactivated users to it.
fn is_outdated(told: &UserChangeKind, seen: &Progress) -> bool {
    matches!(told, UserChangeKind::Switch(switch) if switch.is_active && seen.is_reading_again)
}

/// Applies the change in the open transaction.
async fn do_it(
    app: &App,
    db: &mut Connection<'_>,
    told: &UserChangeKind,
) -> Result<Effects, Failure> {
    let mut effects = Effects::default();
    match told {
        UserChangeKind::Merge(merge) => follow(app, db, merge).await?,
        UserChangeKind::Deletion { user_id } => {
            (effects.is_switched, effects.suspended) = erase(app, db, user_id).await?;
        }
        UserChangeKind::Switch(switch) => {
            effects.is_switched = follow_switch(app, db, switch).await?
        }
    }
    Ok(effects)
}

async fn follow(app: &App, db: &mut Connection<'_>, told: &UserMerge) -> Result<(), Failure> {
    let known = store::state(db, &told.id).await?;
    store::write(db, told).await?;
    match (known, told.state) {
        (None, MergeState::Merged) => move_over(app, db, told).await,
        (Some(MergeState::Merged), MergeState::Undone) => undo(app, db, told).await,
        // Only a restored idp lists this: its backup is older than the undo.
        (Some(MergeState::Undone), MergeState::Merged) => {
            store::forget_moves(db, &told.id).await?;
            forget_undone(db, &told.id).await?;
            move_over(app, db, told).await
        }
        // The merge was undone before it was read, or is listed again: nothing has to be moved.
        (None | Some(MergeState::Undone), MergeState::Undone)
        | (Some(MergeState::Merged), MergeState::Merged) => Ok(()),
    }
}
