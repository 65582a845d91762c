//! Reads the recent requests of a client, or of two clients of one website.

use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::observability::activity::store::{self, StoredRequest};
use crate::protocol::clients::{self, is_id};

/// Recent requests of a client, the newest first, and the time of the first sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClientActivity {
    pub(super) requests: Vec<StoredRequest>,
    pub(super) first_sign_in: Option<Timestamp>,
}

/// Returns the requests of a client, and of a second client if one is given; `None` if the first does not exist. The
/// second client need not exist.
pub(super) async fn find_activity(
    app: &App,
    client_id: &str,
    other_client_id: Option<&str>,
    length: i64,
) -> Result<Option<ClientActivity>, Failure> {
    if !is_id(client_id) {
        return Ok(None);
    }
    let other = other_client_id
        .filter(|other| is_id(other))
        .unwrap_or(client_id);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if clients::store::find(&mut db, client_id).await?.is_none() {
        return Ok(None);
    }
    Ok(Some(ClientActivity {
        requests: store::list(&mut db, client_id, other, length).await?,
        first_sign_in: store::first_sign_in(&mut db, client_id, other).await?,
    }))
}
