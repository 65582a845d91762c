//! Ending what a person who asked to be deleted has outside of the database, and what was given in it meanwhile.

use foundation::Failure;

use crate::app::App;
use crate::backchannel::FallenDue;
use crate::users::store::leaving;
use crate::{grants, sessions};

/// How many are looked for at a time.
const MOST: i64 = 100;

/// Does what is left to do after the commit that ended the sessions. A session in Redis can be held by nobody: until it
/// has left, it may have given a grant that outlives it.
pub(super) async fn end_for_good(app: &App, user_id: &str, due: FallenDue) -> Result<(), Failure> {
    sessions::all_ended(app, due, &[user_id]).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // What whoever came back was given since stays.
    if leaving::settle(&mut db, user_id).await? {
        grants::store::revoke_of_user(&mut db, user_id, app.clock.now()).await?;
    }
    transaction.commit().await
}

/// Does the same for those of whom it is not known to be done: Redis was away, or the service stopped in between. Fails,
/// once all were tried, when one of them cannot be.
pub(crate) async fn end_who_linger(app: &App) -> Result<(), Failure> {
    let mut reader = app.database.reader().await?;
    let lingering = leaving::lingering(&mut reader.connection(), MOST).await?;
    drop(reader);
    let mut outcome = Ok(());
    for user_id in lingering {
        outcome = outcome.and(end_for_good(app, &user_id, FallenDue::default()).await);
    }
    outcome
}
