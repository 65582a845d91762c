//! Deleting whoever asked for it and did not come back.

use foundation::Failure;
use serde_json::json;

use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::users::store::leaving;

/// How many are looked for at a time.
const MOST: i64 = 100;

/// Deletes what is kept of people whose time is over, each in a transaction of its own; gives how many they were. What
/// stays is the id, which other services may know, and what the audit trail says of it for its own time.
pub(crate) async fn forget_who_left(app: &App) -> Result<u64, Failure> {
    let now = app.clock.now();
    let mut reader = app.database.reader().await?;
    let due = leaving::due(&mut reader.connection(), now, MOST).await?;
    drop(reader);
    let mut gone = 0;
    for user_id in due {
        if forget(app, &user_id).await? {
            gone += 1;
        }
    }
    Ok(gone)
}

async fn forget(app: &App, user_id: &str) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Of two replicas, and of a sweep and a sign-in, one has the row first.
    if !leaving::forget(&mut db, user_id, app.clock.now()).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    store::delete_all_of(&mut db, user_id).await?;
    let event = Event {
        actor: "idp",
        action: Action::UserDeleted,
        subject: user_id,
        network: None,
        client_id: None,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    app.owners.forget(user_id).await;
    tracing::info!(user = user_id, "a user who had asked for it was deleted");
    Ok(true)
}
