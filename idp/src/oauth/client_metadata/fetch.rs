//! Fetching of a client's metadata document, and its conversion into a registration.

use foundation::{Connection, Failure, Timestamp};
use serde_json::{Map, Value, json};

use super::document::{DocumentError, freshness_lifetime, read};
use super::store;
use crate::app::App;
use crate::http::network::Network;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients::{
    self, Client, ClientMetadata, FetchedLogo, RegisteredBy, Registration, RemoteLogo, fetch_logo,
};

/// Maximum length of a document, in bytes; the draft requires no more.
const MAX_DOCUMENT_LENGTH: usize = 5 * 1024;

/// Result of a fetch.
enum FetchOutcome {
    /// A document, its external logo, and the end of its cache lifetime.
    Document(Map<String, Value>, Option<RemoteLogo>, Timestamp),
    /// The document has been removed or is invalid.
    Withdrawn(&'static str),
    /// The response does not show whether the document still exists.
    Unavailable(String),
}

async fn get(app: &App, address: &str) -> FetchOutcome {
    let response = match app.outbound.get(address, MAX_DOCUMENT_LENGTH).await {
        Ok(response) => response,
        Err(failure) => return FetchOutcome::Unavailable(failure.to_string()),
    };
    match read(address, &response) {
        Ok(mut members) => {
            let remote_logo = RemoteLogo::take_from(&mut members);
            let fresh_until = app
                .clock
                .now()
                .plus(freshness_lifetime(&response.cache_control));
            FetchOutcome::Document(members, remote_logo, fresh_until)
        }
        Err(DocumentError::Withdrawn(why)) => FetchOutcome::Withdrawn(why),
        Err(DocumentError::Unavailable(why)) => FetchOutcome::Unavailable(why.to_owned()),
    }
}

/// Fetches an unknown client's document and caches it; a first consent stores it in the database. An invalid document
/// changes nothing, and only the log names the problem.
pub(super) async fn fetch_first(app: &App, address: &str, network: Network) {
    match get(app, address).await {
        FetchOutcome::Document(members, remote_logo, fresh_until) => {
            match draft(app, address, members, None) {
                Ok(mut client) => {
                    let logo = fetch_logo(app, Some(network), remote_logo).await;
                    logo.add_to(&mut client);
                    app.clients.cache_client(client, fresh_until).await;
                }
                Err(problems) => log_unused(&problems.join("; ")),
            }
        }
        FetchOutcome::Withdrawn(why) => log_unused(why),
        FetchOutcome::Unavailable(why) => log_unused(&why),
    }
}

/// Fetches the document of a stored client again. A removed or invalid document ends the client's validity; an
/// unavailable one is used for a limited time. Only the fetch of its logo counts for the network and the host.
pub(super) async fn refetch(app: &App, address: &str, network: Network) -> Result<(), Failure> {
    match get(app, address).await {
        FetchOutcome::Document(members, remote_logo, fresh_until) => {
            let logo = fetch_logo(app, Some(network), remote_logo).await;
            store_document(app, address, members, &logo, fresh_until).await
        }
        FetchOutcome::Withdrawn(why) => {
            let mut transaction = app.database.begin().await?;
            withdraw(app, &mut transaction.connection(), address, why).await?;
            transaction.commit().await
        }
        FetchOutcome::Unavailable(why) => {
            log_unused(&why);
            Ok(())
        }
    }
}

/// Logs the reason that a document is not used.
fn log_unused(why: &str) {
    tracing::info!(why, "a client's document is not taken");
}

async fn withdraw(
    app: &App,
    db: &mut Connection<'_>,
    address: &str,
    why: &str,
) -> Result<(), Failure> {
    log_unused(why);
    store::withdraw(db, address, app.clock.now()).await
}

async fn store_document(
    app: &App,
    address: &str,
    members: Map<String, Value>,
    logo: &FetchedLogo,
    fresh_until: Timestamp,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // A client that the sweep has deleted is created again by its next request.
    let Some(before) = clients::store::lock(&mut db, address).await? else {
        return transaction.rollback().await;
    };
    match draft(app, address, members, Some(&before)) {
        Ok(mut client) => {
            logo.add_or_keep(&mut client, &before);
            store_if_changed(app, &mut db, &client, &before).await?;
            store::put(&mut db, address, now, fresh_until).await?;
        }
        Err(problems) => withdraw(app, &mut db, address, &problems.join("; ")).await?,
    }
    transaction.commit().await?;
    app.clients.forget(address).await;
    Ok(())
}

/// Stores a registration if it differs from the previous one.
async fn store_if_changed(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    before: &Client,
) -> Result<(), Failure> {
    if !is_changed(before, client) {
        return Ok(());
    }
    clients::store::put(db, client).await?;
    record_document(app, db, &client.id, false).await
}

fn draft(
    app: &App,
    address: &str,
    members: Map<String, Value>,
    before: Option<&Client>,
) -> Result<Client, Vec<String>> {
    let ceiling = &app.config.clients.document_scope;
    let ceiling = clients::Scope::parse(ceiling).unwrap_or_default();
    // A document is always the whole registration, so that a missing member is a decision of its owner.
    let metadata = ClientMetadata::from_members(members, &ceiling, None)?;
    if metadata.sector_identifier_uri.is_some() {
        return Err(vec![
            "sector_identifier_uri is not taken from a document".to_owned(),
        ]);
    }
    let wants_pkce = metadata.require_pkce == Some(true);
    let now = app.clock.now();
    let registration = Registration {
        id: address.to_owned(),
        secret_digest: None,
        registered_by: RegisteredBy::Document,
        first_party: false,
        token_digest: None,
        allowed: app.config.outbound.allowed.clone(),
        issuer: app.config.base.issuer.clone(),
        now,
    };
    let mut client = metadata.into_client(registration)?;
    if let Some(before) = before {
        client.created_at = before.created_at;
        client.last_used_at = before.last_used_at;
        // Preserves the operator's decisions.
        client.is_active = before.is_active;
        client.require_pkce = before.require_pkce || wants_pkce;
        client.resources.clone_from(&before.resources);
    }
    Ok(client)
}

fn is_changed(before: &Client, client: &Client) -> bool {
    Client {
        updated_at: before.updated_at,
        ..client.clone()
    } != *before
}

/// Records a new or changed document in the audit log.
pub(super) async fn record_document(
    app: &App,
    db: &mut Connection<'_>,
    address: &str,
    is_new: bool,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: address,
        action: Action::ClientPut,
        subject: address,
        network: None,
        client_id: Some(address),
        details: json!({ "new": is_new, "document": true }),
    };
    audit::record(app, db, event).await
}
