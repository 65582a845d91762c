//! Storing of a client that was only cached, before a row that references it is inserted.

use std::time::Duration;

use foundation::{Connection, Failure, Timestamp};

use super::fetch::record_document;
use super::store;
use crate::app::App;
use crate::protocol::clients::{self, Client};

/// Minimum storage time after a client's last pending request if it gets no tokens; longer than any request is pending.
const UNUSED_LIFETIME: Duration = Duration::from_hours(1);

/// Reason to store a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageReason {
    /// A user consented to the client.
    Consent,
    /// The client has a pending request.
    PendingRequest,
}

/// Stores a client with a metadata document, in the caller's transaction, if it is not stored yet. For a pending
/// request the storage time is an hour or two: `last_used_at` is set so far back that the sweep then deletes the
/// client, unless it gets tokens or sends another request. The audit log records clients with a user's consent, once.
pub(crate) async fn store_client(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    reason: StorageReason,
) -> Result<(), Failure> {
    if !client.has_metadata_document() || is_in_use(client) {
        return Ok(());
    }
    let now = app.clock.now();
    let is_new = client.last_used_at.is_none() && insert(app, db, client, reason, now).await?;
    match reason {
        StorageReason::PendingRequest if is_new => Ok(()),
        StorageReason::PendingRequest => {
            clients::store::prolong(db, &client.id, unused_since(app, now)).await
        }
        StorageReason::Consent
            if is_new || clients::store::record_first_use(db, &client.id, now).await? =>
        {
            record_document(app, db, &client.id, true).await
        }
        StorageReason::Consent => Ok(()),
    }
}

/// Returns the `last_used_at` of a client with only a pending request, which lets the sweep delete it soon.
fn unused_since(app: &App, now: Timestamp) -> Timestamp {
    now.plus(UNUSED_LIFETIME)
        .minus(app.config.clients.idle_lifetime)
}

/// Returns true if a user consented to the client, or the client got tokens.
fn is_in_use(client: &Client) -> bool {
    client
        .last_used_at
        .is_some_and(|at| at >= client.created_at)
}

async fn insert(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    reason: StorageReason,
    now: Timestamp,
) -> Result<bool, Failure> {
    let used_at = match reason {
        StorageReason::Consent => now,
        StorageReason::PendingRequest => unused_since(app, now),
    };
    let stored = Client {
        last_used_at: Some(used_at),
        ..client.clone()
    };
    let is_new = clients::store::insert(db, &stored).await?;
    if is_new {
        let cached = app.clients.cached(&client.id).await;
        let fresh_until = cached.map_or(now, |cached| cached.fresh_until);
        store::put(db, &client.id, now, fresh_until).await?;
    }
    Ok(is_new)
}

/// Stores a client for a pending request, in a separate transaction.
pub(crate) async fn store_for_pending_request(app: &App, client: &Client) -> Result<(), Failure> {
    if !client.has_metadata_document() || is_in_use(client) {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    store_client(
        app,
        &mut transaction.connection(),
        client,
        StorageReason::PendingRequest,
    )
    .await?;
    transaction.commit().await
}
