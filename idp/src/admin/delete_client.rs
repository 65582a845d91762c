//! Deleting a client, with all that it was granted.

use foundation::{Failure, id};

use crate::app::App;
use crate::audit::store::{Entry, insert};
use crate::clients::{is_id, store};

/// Deletes a client; false when there was none.
pub(super) async fn delete_client(
    app: &App,
    actor: &str,
    client_id: &str,
) -> Result<bool, Failure> {
    if !is_id(client_id) {
        return Ok(false);
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_gone = store::delete(&mut db, client_id).await?;
    if is_gone {
        let entry = Entry {
            id: id::new("aud", &app.clock, &app.random)?,
            at: app.clock.now(),
            actor,
            action: "client.delete",
            subject: client_id,
            details: "{}".to_owned(),
        };
        insert(&mut db, &entry).await?;
    }
    transaction.commit().await?;
    app.clients.forget(client_id).await;
    Ok(is_gone)
}
