//! End of a departing user's state outside the database, and of grants that were created during it.

use foundation::Failure;

use crate::app::App;
use crate::identity::users::store::deletions;
use crate::session::backchannel::DueLogouts;
use crate::{protocol::grants, session::sessions};

/// Maximum number of users in one query.
const BATCH_SIZE: i64 = 100;

/// Finishes a deletion request after the commit that ended the sessions. A transaction cannot lock a session in Redis:
/// until its removal it may have created a grant that outlives it.
pub(super) async fn end_access(app: &App, user_id: &str, due: DueLogouts) -> Result<(), Failure> {
    sessions::complete_ends(app, due, &[user_id]).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Keeps the grants of a user who has cancelled the deletion.
    if deletions::record_no_sessions(&mut db, user_id).await? {
        grants::store::revoke_of_user(&mut db, user_id, app.clock.now()).await?;
    }
    transaction.commit().await
}

/// Finishes requests that were left unfinished, because Redis was unavailable or the service stopped. Tries all users,
/// and fails if one of them fails.
pub(crate) async fn end_lingering_access(app: &App) -> Result<(), Failure> {
    let mut reader = app.database.reader().await?;
    let lingering = deletions::lingering(&mut reader.connection(), BATCH_SIZE).await?;
    drop(reader);
    let mut outcome = Ok(());
    for user_id in lingering {
        outcome = outcome.and(end_access(app, &user_id, DueLogouts::default()).await);
    }
    outcome
}
