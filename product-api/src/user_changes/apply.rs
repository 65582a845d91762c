//! Applying one change: what it moves or takes away, and the sequence that was applied, in one transaction.

use foundation::{Connection, Failure};

use super::erase::erase;
use super::move_over::move_over;
use super::store;
use super::undo::undo;
use crate::app::App;
use crate::idp::{MergeState, ToldMerge, UserChange};
use crate::users::follow_switch;
use crate::websites;

/// Applies a change once; false when it was applied before, here or by another replica.
pub(super) async fn apply(app: &App, told: &UserChange) -> Result<bool, Failure> {
    let under_way = app.ledger.under_way(&app.clock);
    under_way.came_to(apply_once(app, told).await)
}

async fn apply_once(app: &App, told: &UserChange) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // The row of the cursor is locked first: one change is applied at a time, in order, by whomever.
    if !store::advance(&mut db, told.sequence()).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let suspended = do_it(app, &mut db, told).await?;
    transaction.commit().await?;
    tracing::info!(sequence = told.sequence(), change = ?told, "what became of a user was applied");
    websites::tell_idp(app, &suspended).await;
    Ok(true)
}

/// Does it in the open transaction; gives the websites that are suspended by it.
async fn do_it(
    app: &App,
    db: &mut Connection<'_>,
    told: &UserChange,
) -> Result<Vec<String>, Failure> {
    match told {
        UserChange::Merge(merge) => follow(app, db, merge).await.map(|()| Vec::new()),
        UserChange::Deletion { user_id, .. } => erase(app, db, user_id).await,
        UserChange::Switch(switch) => follow_switch(app, db, switch).await.map(|()| Vec::new()),
    }
}

async fn follow(app: &App, db: &mut Connection<'_>, told: &ToldMerge) -> Result<(), Failure> {
    let known = store::state(db, &told.id).await?;
    store::write(db, told).await?;
    match (known, told.state) {
        (None, MergeState::Merged) => move_over(app, db, told).await,
        (Some(MergeState::Merged), MergeState::Undone) => undo(app, db, told).await,
        // Undone before we heard of it, or told again: there is nothing to move.
        (None | Some(MergeState::Undone), MergeState::Undone) | (Some(_), MergeState::Merged) => {
            Ok(())
        }
    }
}
