//! Recording that a client gets tokens in a session.

use foundation::{Connection, Failure, id};

use super::logout::STORED_AFTER_SESSION;
use super::store;
use crate::app::App;
use crate::protocol::clients::Client;
use crate::protocol::grants::Grant;

/// Records, in the transaction that creates a grant, that its client needs a logout when the session ends. Clients
/// without a logout URL cost nothing.
pub(crate) async fn record_client_session(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    grant: &Grant,
) -> Result<(), Failure> {
    if client.backchannel_logout_uri.is_none() {
        return Ok(());
    }
    let remembered = app
        .config
        .sessions
        .longest
        .saturating_add(STORED_AFTER_SESSION);
    let new = store::NewLogout {
        id: id::new("blo", &app.clock, &app.random)?,
        sid: &grant.sid,
        client_id: &client.id,
        user_id: &grant.user_id,
        expires_at: app.clock.now().plus(remembered),
    };
    store::insert_session(db, &new).await
}
