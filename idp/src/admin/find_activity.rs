//! Reading what a client asked lately.

use foundation::{Failure, Timestamp};

use crate::activity::store::{self, Kept};
use crate::app::App;
use crate::clients::{self, is_id};

/// What a client asked, the newest first, and when somebody first signed in to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// The requests.
    pub(super) requests: Vec<Kept>,
    /// The first sign-in.
    pub(super) first_sign_in: Option<Timestamp>,
}

/// What the client of an id asked; `None` when there is no such client.
pub(super) async fn find_activity(
    app: &App,
    client_id: &str,
    length: i64,
) -> Result<Option<Asked>, Failure> {
    if !is_id(client_id) {
        return Ok(None);
    }
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if clients::store::find(&mut db, client_id).await?.is_none() {
        return Ok(None);
    }
    Ok(Some(Asked {
        requests: store::list(&mut db, client_id, length).await?,
        first_sign_in: store::first_sign_in(&mut db, client_id).await?,
    }))
}
