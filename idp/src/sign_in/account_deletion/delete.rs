//! Deletion of accounts after the time for cancellation.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store;
use crate::app::App;
use crate::identity::users::store::deletions;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::sign_in::merges;

/// Maximum number of users in one query.
const BATCH_SIZE: usize = 100;

/// Deletes all due users, each in a separate transaction. Returns their number, or the last failure; a failed deletion
/// does not stop the others. The id stays, because other services use it and get a deletion event, and so does the
/// audit log until its entries expire.
pub(crate) async fn delete_due_accounts(app: &App) -> Result<u64, Failure> {
    let stopping = app.background.stopping();
    let (mut deleted, mut left, mut failed) = (0, 0, None);
    while !stopping.is_cancelled() {
        let due = due(app, left).await?;
        for user_id in &due {
            match delete_account(app, user_id).await {
                Ok(is_deleted) => deleted += u64::from(is_deleted),
                Err(failure) => {
                    left += 1;
                    failed = Some(failure);
                }
            }
        }
        if due.len() < BATCH_SIZE {
            break;
        }
    }
    failed.map_or(Ok(deleted), Err)
}

/// Returns the next due users, except the first `left` ones, whose deletion failed.
async fn due(app: &App, left: i64) -> Result<Vec<String>, Failure> {
    let most = i64::try_from(BATCH_SIZE).unwrap_or(i64::MAX);
    let mut reader = app.database.reader().await?;
    deletions::due(&mut reader.connection(), app.clock.now(), most, left).await
}

async fn delete_account(app: &App, user_id: &str) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    if !delete(app, &mut transaction.connection(), user_id).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    transaction.commit().await?;
    app.owners.forget(user_id).await;
    tracing::info!(user = user_id, "a user who had asked for it was deleted");
    Ok(true)
}

/// Deletes the user's rows; false if the user cancelled the deletion or another replica was faster.
async fn delete(app: &App, db: &mut Connection<'_>, user_id: &str) -> Result<bool, Failure> {
    // Locks the sequence first, until the commit, in the same order as merges do.
    let sequence = merges::next_sequence(app, db).await?;
    store::delete_addresses(db, user_id).await?;
    // Decides by the row lock between two replicas, and between a sweep and a sign-in.
    if !deletions::erase(db, user_id, app.clock.now()).await? {
        return Ok(false);
    }
    store::delete_rows(db, user_id).await?;
    record_deletion(app, db, user_id, sequence).await?;
    let event = AuditEvent {
        actor: "idp",
        action: Action::UserDeleted,
        subject: user_id,
        network: None,
        client_id: None,
        details: json!({}),
    };
    audit::record(app, db, event).await?;
    Ok(true)
}

/// Adds the user's deletion, and those of users merged into it, to the user-change feed.
async fn record_deletion(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    sequence: i64,
) -> Result<(), Failure> {
    let now = app.clock.now();
    store::insert_deletion(db, user_id, sequence, now).await?;
    for merged in store::merged_into(db, user_id).await? {
        let sequence = merges::next_sequence(app, db).await?;
        store::insert_deletion(db, &merged, sequence, now).await?;
    }
    Ok(())
}
