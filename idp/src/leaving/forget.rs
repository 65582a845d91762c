//! Deleting whoever asked for it and did not come back.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::merges;
use crate::users::store::leaving;

/// How many are looked for at a time.
const MOST: usize = 100;

/// Deletes what is kept of people whose time is over, each in a transaction of its own; gives how many they were, or the
/// last failure: one who cannot be deleted keeps nobody after them. What stays is the id, which other services know and
/// are told of, and what the audit trail says of it for its own time.
pub(crate) async fn forget_who_left(app: &App) -> Result<u64, Failure> {
    let stopping = app.background.stopping();
    let (mut gone, mut left, mut failed) = (0, 0, None);
    while !stopping.is_cancelled() {
        let due = due(app, left).await?;
        for user_id in &due {
            match forget(app, user_id).await {
                Ok(is_gone) => gone += u64::from(is_gone),
                Err(failure) => {
                    left += 1;
                    failed = Some(failure);
                }
            }
        }
        if due.len() < MOST {
            break;
        }
    }
    failed.map_or(Ok(gone), Err)
}

/// The next whose time is over, but for so many of them who could not be deleted.
async fn due(app: &App, left: i64) -> Result<Vec<String>, Failure> {
    let most = i64::try_from(MOST).unwrap_or(i64::MAX);
    let mut reader = app.database.reader().await?;
    leaving::due(&mut reader.connection(), app.clock.now(), (most, left)).await
}

async fn forget(app: &App, user_id: &str) -> Result<bool, Failure> {
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

/// The part of the database; false when the user came back, or another replica was quicker.
async fn delete(app: &App, db: &mut Connection<'_>, user_id: &str) -> Result<bool, Failure> {
    // Whoever takes a number holds it until the commit: first of all, as merges do.
    let sequence = merges::next_sequence(app, db).await?;
    store::forget_addresses(db, user_id).await?;
    // Of two replicas, and of a sweep and a sign-in, one has the row first.
    if !leaving::forget(db, user_id, app.clock.now()).await? {
        return Ok(false);
    }
    store::delete_all_of(db, user_id).await?;
    tell(app, db, user_id, sequence).await?;
    let event = Event {
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

/// Numbers the deletion, and those of the users who went into this one, for whoever follows.
async fn tell(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    sequence: i64,
) -> Result<(), Failure> {
    let now = app.clock.now();
    store::note(db, user_id, (sequence, now)).await?;
    for merged in store::merged_into(db, user_id).await? {
        let sequence = merges::next_sequence(app, db).await?;
        store::note(db, &merged, (sequence, now)).await?;
    }
    Ok(())
}
