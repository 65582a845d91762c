//! Lookup of a client, and of its metadata document if it has one.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use tokio::sync::oneshot;

use super::fetch::{fetch_first, refetch};
use super::in_flight::{FetchKind, InFlightFetch};
use super::store;
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::observability::activity;
use crate::protocol::clients::{Client, is_document_address};

/// Time beyond the cache lifetime for which a document stays valid while its server is unavailable.
const GRACE: Duration = Duration::from_hours(24);

const TOO_MANY: &str = "Too many new clients that are documents were asked for from this network or at this host. Try again in a quarter of an hour.";

const BUSY: OAuthError = OAuthError::new(
    ErrorCode::TemporarilyUnavailable,
    "Too many documents of clients are asked for at this moment. Try again in some seconds.",
);

/// State of a client's document.
enum DocumentState {
    /// The client is unknown.
    Unknown,
    /// The document is cached, and no user has consented to the client yet.
    Cached(Arc<Client>),
    /// The operator has deactivated the client; its document is not fetched.
    Inactive,
    /// The client is stored, and its document is fresh.
    Fresh,
    /// The client is stored; its document is stale and stays valid while its server is unavailable.
    Stale,
    /// The client is stored; its document has been removed or has expired.
    Expired,
}

/// Finds the client of an authorization request.
pub(crate) async fn find_named(
    app: &App,
    parameters: &Parameters,
    network: Network,
) -> Result<Arc<Client>, TokenError> {
    let client_id = parameters
        .get("client_id")
        .ok_or(OAuthError::invalid_request("client_id is missing."))?;
    let client = find(app, client_id, network).await?;
    let client = client.ok_or(OAuthError::invalid_request("No client has this client_id."))?;
    Ok(client)
}

/// Finds a client by its id. A document that is unknown or stale is fetched; fetches of unknown documents are limited
/// per network. A stored client is recorded in the activity log; a cached one is not, so that unauthenticated requests
/// fill no table.
pub(crate) async fn find(
    app: &App,
    client_id: &str,
    network: Network,
) -> Result<Option<Arc<Client>>, TokenError> {
    if !app.config.clients.documents || !is_document_address(client_id) {
        return Ok(find_stored(app, client_id).await?);
    }
    let mut before = document_state(app, client_id).await?;
    if matches!(
        before,
        DocumentState::Unknown | DocumentState::Stale | DocumentState::Expired
    ) {
        refresh(app, client_id, network).await?;
        before = document_state(app, client_id).await?;
    }
    match before {
        DocumentState::Unknown | DocumentState::Inactive | DocumentState::Expired => Ok(None),
        DocumentState::Cached(client) => Ok(Some(client)),
        DocumentState::Fresh | DocumentState::Stale => Ok(find_stored(app, client_id).await?),
    }
}

async fn find_stored(app: &App, client_id: &str) -> Result<Option<Arc<Client>>, Failure> {
    let client = app.clients.find(client_id).await?;
    if let Some(client) = &client {
        activity::record_client(&client.id);
    }
    Ok(client)
}

/// Fetches a document, one request at a time; waiting requests use the result. A document that is valid during its
/// server's unavailability is also valid while the fetches are at their limit.
async fn refresh(app: &App, client_id: &str, network: Network) -> Result<(), TokenError> {
    let Some(turn) = app.documents.wait(client_id, &app.clock).await else {
        return Ok(());
    };
    // Another request may have fetched the document during the wait.
    let (kind, is_valid) = match document_state(app, client_id).await? {
        DocumentState::Cached(_) | DocumentState::Fresh | DocumentState::Inactive => return Ok(()),
        DocumentState::Stale => (FetchKind::Stored, true),
        DocumentState::Expired => (FetchKind::Stored, false),
        DocumentState::Unknown => (FetchKind::Unknown, false),
    };
    let Some(slot) = app.documents.slot(kind, network, client_id) else {
        return if is_valid { Ok(()) } else { Err(BUSY.into()) };
    };
    if kind == FetchKind::Unknown {
        let taken = app.outbound_limit.take(network, client_id, app.clock.now());
        taken.map_err(|wait| OAuthError::limited(TOO_MANY, wait))?;
    }
    let fetch = turn.begin(slot, &app.clock);
    Ok(fetch_in_background(app, client_id, network, kind, fetch).await?)
}

/// Fetches the document in a background task: a client that disconnects must not cancel a fetch that others wait for.
async fn fetch_in_background(
    app: &App,
    client_id: &str,
    network: Network,
    kind: FetchKind,
    fetch: InFlightFetch,
) -> Result<(), Failure> {
    let shared = app.shared()?;
    let (id, (sender, receiver)) = (client_id.to_owned(), oneshot::channel());
    app.background.start("a client's document", async move {
        let outcome = match kind {
            FetchKind::Stored => refetch(&shared, &id, network).await,
            FetchKind::Unknown => {
                fetch_first(&shared, &id, network).await;
                Ok(())
            }
        };
        fetch.finish(&shared.clock);
        // The waiting request may have been cancelled.
        let _cancelled = sender.send(outcome);
    });
    receiver
        .await
        .map_err(|error| Failure::broken("fetching a client's document", error))?
}

async fn document_state(app: &App, client_id: &str) -> Result<DocumentState, Failure> {
    let now = app.clock.now();
    let stored = {
        let mut reader = app.database.reader().await?;
        store::find(&mut reader.connection(), client_id).await?
    };
    let Some(stored) = stored else {
        let cached = app.clients.cached(client_id).await;
        let cached = cached.filter(|cached| now < cached.fresh_until);
        return Ok(cached.map_or(DocumentState::Unknown, |cached| {
            DocumentState::Cached(cached.client)
        }));
    };
    Ok(match stored.fresh_until {
        _ if !stored.is_active => DocumentState::Inactive,
        Some(until) if now < until => DocumentState::Fresh,
        Some(until) if now < until.plus(GRACE) => DocumentState::Stale,
        Some(_) | None => DocumentState::Expired,
    })
}
