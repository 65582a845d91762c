//! Taking back what a client was allowed: the consent is forgotten, and every grant ends with its tokens.

use foundation::Failure;
use serde_json::json;

use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::{backchannel, grants};

/// Who takes it back, and from where.
#[derive(Clone, Debug)]
pub(crate) struct By<'a> {
    /// The user, or a client of the admin API.
    pub(crate) actor: &'a str,
    /// The network that it is asked from.
    pub(crate) network: Option<String>,
}

/// Takes back all that a user allowed a client; false when there was nothing. Codes and refresh tokens are dead with the
/// commit, access tokens at userinfo too.
pub(crate) async fn revoke(
    app: &App,
    user_id: &str,
    client_id: &str,
    by: By<'_>,
) -> Result<bool, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let was_remembered = store::forget(&mut db, user_id, client_id).await?;
    let ended = grants::store::revoke_of_user_and_client(&mut db, user_id, client_id, now).await?;
    if !was_remembered && ended == 0 {
        transaction.rollback().await?;
        return Ok(false);
    }
    let due = backchannel::fall_due_of_client(app, &mut db, client_id, Some(user_id)).await?;
    let event = Event {
        actor: by.actor,
        action: Action::ConsentRevoked,
        subject: user_id,
        network: by.network,
        client_id: Some(client_id),
        details: json!({ "grants": ended }),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    due.wake(app);
    Ok(true)
}
