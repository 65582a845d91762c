//! Applies user changes: the effects of each and the new cursor are committed in one transaction.

use foundation::{Connection, Failure};

use super::erase::erase;
use super::move_over::move_over;
use super::progress::Progress;
use super::store;
use super::undo::undo;
use crate::app::App;
use crate::credits::forget_undone_merge;
use crate::idp::{MergeState, UserChange, UserChangeKind, UserChanges, UserMerge};
use crate::users::apply_activation_change;
use crate::websites;

/// Effects of a change on websites and their API keys.
#[derive(Debug, Default)]
struct Effects {
    /// Suspended websites that must be reported to the idp.
    suspended: Vec<String>,
    /// True if the API keys of a user's websites end, or work again.
    is_switched: bool,
}

/// Outcome of applying one change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ApplyOutcome {
    /// It was applied before, here or by another replica.
    Before,
    /// It is applied now.
    Now {
        /// True if cached API keys of a user's websites end, or work again.
        is_switched: bool,
    },
}

/// Applies the changes of a page, and returns the number of those that were not applied before. Then it waits once until
/// no replica uses cached API keys that the page has ended, also if a later change fails: a retry does not apply an earlier
/// change again. A wait per change would take 50 ms for each user.
pub(super) async fn apply_page(
    app: &App,
    page: &UserChanges,
    seen: &Progress,
    waiting: impl Future<Output = ()>,
) -> Result<usize, Failure> {
    let mut has_switched = false;
    let applied = apply_changes(app, page, seen, &mut has_switched).await;
    if has_switched {
        waiting.await;
    }
    applied
}

/// Applies changes until one fails; sets `has_switched` once cached API keys have ended, or work again.
async fn apply_changes(
    app: &App,
    page: &UserChanges,
    seen: &Progress,
    has_switched: &mut bool,
) -> Result<usize, Failure> {
    let mut count = 0;
    for change in &page.items {
        if let ApplyOutcome::Now { is_switched } = apply(app, change, seen).await? {
            count += 1;
            *has_switched |= is_switched;
        }
    }
    Ok(count)
}

/// Applies a change once.
async fn apply(app: &App, change: &UserChange, seen: &Progress) -> Result<ApplyOutcome, Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(apply_once(app, change, seen).await)
}

async fn apply_once(
    app: &App,
    change: &UserChange,
    seen: &Progress,
) -> Result<ApplyOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // The cursor's row is locked first, so that all replicas together apply one change at a time, in order.
    if !store::advance(&mut db, &change.cursor, seen.rewound_at).await? {
        transaction.rollback().await?;
        return Ok(ApplyOutcome::Before);
    }
    let effects = if is_outdated(&change.became, seen) {
        Effects::default()
    } else {
        apply_kind(app, &mut db, &change.became).await?
    };
    transaction.commit().await?;
    let sequence = change.cursor.sequence;
    tracing::info!(sequence, change = ?change.became, "what became of a user was applied");
    websites::send_status_of_all(app, &effects.suspended).await;
    Ok(ApplyOutcome::Now {
        is_switched: effects.is_switched,
    })
}

/// Returns true for an activation that an idp lists again after a restore. The idp may have lost a later deactivation by the
/// operator, and the sweep reports deactivated users to it.
fn is_outdated(change: &UserChangeKind, seen: &Progress) -> bool {
    matches!(change, UserChangeKind::Switch(switch) if switch.is_active && seen.is_reading_again)
}

/// Applies the change in the open transaction.
async fn apply_kind(
    app: &App,
    db: &mut Connection<'_>,
    change: &UserChangeKind,
) -> Result<Effects, Failure> {
    let mut effects = Effects::default();
    match change {
        UserChangeKind::Merge(merge) => apply_merge(app, db, merge).await?,
        UserChangeKind::Deletion { user_id } => {
            (effects.is_switched, effects.suspended) = erase(app, db, user_id).await?;
        }
        UserChangeKind::Switch(switch) => {
            effects.is_switched = apply_activation_change(app, db, switch).await?;
        }
    }
    Ok(effects)
}

async fn apply_merge(
    app: &App,
    db: &mut Connection<'_>,
    change: &UserMerge,
) -> Result<(), Failure> {
    let known = store::state(db, &change.id).await?;
    store::write(db, change).await?;
    match (known, change.state) {
        (None, MergeState::Merged) => move_over(app, db, change).await,
        (Some(MergeState::Merged), MergeState::Undone) => undo(app, db, change).await,
        // Only a restored idp lists this: its backup is older than the undo.
        (Some(MergeState::Undone), MergeState::Merged) => {
            store::forget_moves(db, &change.id).await?;
            forget_undone_merge(db, &change.id).await?;
            move_over(app, db, change).await
        }
        // The merge was undone before it was read, or is listed again: nothing has to be moved.
        (None | Some(MergeState::Undone), MergeState::Undone)
        | (Some(MergeState::Merged), MergeState::Merged) => Ok(()),
    }
}
