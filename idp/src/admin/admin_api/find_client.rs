//! Reads a client.

use foundation::Failure;

use crate::app::App;
use crate::protocol::clients::{Client, is_id, store};
use crate::protocol::resources::{self, ProtectedResource};

/// Returns a client and its protected resources from the database, not from a cache.
pub(super) async fn find_client(
    app: &App,
    client_id: &str,
) -> Result<Option<(Client, Vec<ProtectedResource>)>, Failure> {
    if !is_id(client_id) {
        return Ok(None);
    }
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let Some(client) = store::find(&mut db, client_id).await? else {
        return Ok(None);
    };
    let resources = resources::store::list(&mut db, client_id).await?;
    Ok(Some((client, resources)))
}
