//! Ending sessions, and with each what hangs on it.
//!
//! The order of the database and Redis is that of [`super::place`].

use foundation::{Connection, Failure};

use super::session::digest_of;
use crate::app::App;
use crate::grants;

/// Ends the session with an id; gives its `sid` if there was one.
pub(crate) async fn end(app: &App, id: &str) -> Result<Option<String>, Failure> {
    let digest = digest_of(id);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let sid = app.sessions.end(&mut db, &digest).await?;
    follow(app, &mut db, sid.as_slice()).await?;
    transaction.commit().await?;
    let left = app.sessions.forget(&digest).await?;
    follow_again(app, left.as_slice()).await?;
    Ok(sid)
}

/// Ends all sessions of a user; gives their `sid`s.
pub(crate) async fn end_all_of_user(app: &App, user_id: &str) -> Result<Vec<String>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let sids = app.sessions.end_of_user(&mut db, user_id).await?;
    follow(app, &mut db, &sids).await?;
    transaction.commit().await?;
    let left = app.sessions.forget_of_user(user_id).await?;
    follow_again(app, &left).await?;
    Ok(sids)
}

/// Ends what hangs on ended sessions.
pub(super) async fn follow(
    app: &App,
    db: &mut Connection<'_>,
    sids: &[String],
) -> Result<(), Failure> {
    for sid in sids {
        grants::store::revoke_of_sid(db, sid, app.clock.now()).await?;
    }
    Ok(())
}

/// Ends what a request made that was answered while its session was leaving Redis.
pub(super) async fn follow_again(app: &App, sids: &[String]) -> Result<(), Failure> {
    if sids.is_empty() {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    follow(app, &mut transaction.connection(), sids).await?;
    transaction.commit().await
}
