//! Reading what a client asked lately, or two that belong together.

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

/// What the client of an id asked, and another one beside it; `None` when there is no such client. The other one need not
/// exist.
pub(super) async fn find_activity(
    app: &App,
    (client_id, beside): (&str, Option<&str>),
    length: i64,
) -> Result<Option<Asked>, Failure> {
    if !is_id(client_id) {
        return Ok(None);
    }
    let other = beside.filter(|other| is_id(other)).unwrap_or(client_id);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if clients::store::find(&mut db, client_id).await?.is_none() {
        return Ok(None);
    }
    Ok(Some(Asked {
        requests: store::list(&mut db, (client_id, other), length).await?,
        first_sign_in: store::first_sign_in(&mut db, (client_id, other)).await?,
    }))
}
