//! Reading a client.

use foundation::Failure;

use crate::app::App;
use crate::clients::{Client, is_id, store};

/// The client of an id, as the database has it now.
pub(super) async fn find_client(app: &App, client_id: &str) -> Result<Option<Client>, Failure> {
    if !is_id(client_id) {
        return Ok(None);
    }
    let mut reader = app.database.reader().await?;
    store::find(&mut reader.connection(), client_id).await
}
