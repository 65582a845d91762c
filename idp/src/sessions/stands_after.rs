//! Looking once more for a session that no transaction can hold, after the commit of a grant that it gave.

use foundation::Failure;

use super::session::Current;
use crate::app::App;
use crate::{backchannel, grants};

/// Whether the session is still there. Where it ended meanwhile its grant is taken back, and its sites are told: one that
/// was quick has tokens of it.
pub(crate) async fn stands_after(
    app: &App,
    session: &Current,
    grant_id: &str,
) -> Result<bool, Failure> {
    if app.sessions.is_there_still(session).await? {
        return Ok(true);
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    grants::store::revoke(&mut db, grant_id, app.clock.now()).await?;
    let due = backchannel::fall_due(app, &mut db, &session.sid).await?;
    transaction.commit().await?;
    due.wake(app);
    Ok(false)
}
