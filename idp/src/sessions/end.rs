//! Ending sessions, and with each what hangs on it.

use foundation::{Connection, Failure};

use super::session::digest_of;
use crate::app::App;
use crate::grants;

/// Ends the session with an id, in the caller's transaction; gives its `sid` if there was one.
pub(crate) async fn end(
    app: &App,
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<String>, Failure> {
    let sid = app.sessions.delete(db, &digest_of(id)).await?;
    follow(app, db, sid.as_slice()).await?;
    Ok(sid)
}

/// Ends all sessions of a user, in the caller's transaction; gives their `sid`s.
pub(crate) async fn end_all_of_user(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<String>, Failure> {
    let sids = app.sessions.delete_of_user(db, user_id).await?;
    follow(app, db, &sids).await?;
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
