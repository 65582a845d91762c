//! Switching a client off, or on again; all else of its registration stays.

use foundation::Failure;
use serde_json::json;

use super::put_client::finish;
use super::standing::Standing;
use crate::app::App;
use crate::clients::{Client, is_id, store};
use crate::resources::{self, ProtectedResource};

/// What came of it.
pub(super) enum Switched {
    /// The client is as it was wished.
    Done(Box<Client>, Vec<ProtectedResource>),
    /// There is no such client.
    Unknown,
    /// The caller may not, for this reason.
    Lacking(String),
}

/// Switches. The row is held from the look at it to the commit. Doing it again changes nothing, except that it is written
/// down again and ends what came in between.
pub(super) async fn set_client_active(
    app: &App,
    caller: Standing<'_>,
    (client_id, is_active): (&str, bool),
) -> Result<Switched, Failure> {
    if !is_id(client_id) {
        return Ok(Switched::Unknown);
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(mut client) = store::hold(&mut db, client_id).await? else {
        return Ok(Switched::Unknown);
    };
    if let Some(why) = caller.lacks_for(&client) {
        return Ok(Switched::Lacking(why));
    }
    client.is_active = is_active;
    client.updated_at = app.clock.now();
    store::put(&mut db, &client).await?;
    let resources = resources::store::list(&mut db, client_id).await?;
    let details = json!({ "active": is_active });
    finish(app, transaction, (caller.client_id, &client), details).await?;
    Ok(Switched::Done(client.into(), resources))
}
