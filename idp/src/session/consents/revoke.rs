//! Revocation of a client's access: deletes the consent, and ends every grant with its tokens.

use foundation::Failure;
use serde_json::json;

use super::store;
use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::{protocol::grants, session::backchannel};

/// Actor of a revocation, and its network.
#[derive(Clone, Debug)]
pub(crate) struct Revoker<'a> {
    /// The user, or a client of the admin API.
    pub(crate) actor: &'a str,
    /// Network of the request.
    pub(crate) network: Option<String>,
}

/// Revokes a client's whole access to a user's account; false if it had none. The commit invalidates codes and refresh
/// tokens, and access tokens at userinfo.
pub(crate) async fn revoke(
    app: &App,
    user_id: &str,
    client_id: &str,
    by: Revoker<'_>,
) -> Result<bool, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let was_consented = store::delete(&mut db, user_id, client_id).await?;
    let ended = grants::store::revoke_of_user_and_client(&mut db, user_id, client_id, now).await?;
    if !was_consented && ended == 0 {
        transaction.rollback().await?;
        return Ok(false);
    }
    let due =
        backchannel::schedule_logouts_of_client(app, &mut db, client_id, Some(user_id)).await?;
    let event = AuditEvent {
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
