//! Ending sessions, and with each what hangs on it.

use foundation::{Connection, Failure};

use super::session::digest_of;
use crate::app::App;

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
#[expect(
    clippy::unused_async,
    reason = "the grants of a session end here as soon as there are grants"
)]
pub(super) async fn follow(
    _app: &App,
    _db: &mut Connection<'_>,
    _sids: &[String],
) -> Result<(), Failure> {
    Ok(())
}
