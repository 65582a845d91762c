//! Checks a session in Redis once more after the commit of a grant, because no transaction can lock it.

use foundation::Failure;

use super::session::CurrentSession;
use crate::app::App;
use crate::{protocol::grants, session::backchannel};

/// Returns true if the session still exists. Otherwise revokes the grant and notifies its clients, because one may
/// already have tokens.
pub(crate) async fn exists_after_commit(
    app: &App,
    session: &CurrentSession,
    grant_id: &str,
) -> Result<bool, Failure> {
    if app.sessions.still_exists(session).await? {
        return Ok(true);
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    grants::store::revoke(&mut db, grant_id, app.clock.now()).await?;
    let due = backchannel::schedule_logouts(app, &mut db, &session.sid).await?;
    transaction.commit().await?;
    due.wake(app);
    Ok(false)
}
