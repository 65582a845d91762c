//! Fetching of a client's metadata document, and its conversion into a registration.

use foundation::{Connection, Failure, Timestamp};
use serde_json::{Map, Value, json};

use super::document::{DocumentError, life, read};
use super::store;
use crate::app::App;
use crate::audit::{self, Action, AuditEvent};
use crate::clients::{
    self, Client, ClientMetadata, FetchedLogo, RegisteredBy, Registration, RemoteLogo, fetch_logo,
};
use crate::network::Network;

/// Maximum length of a document, in bytes; the draft requires no more.
const LONGEST: usize = 5 * 1024;

/// Result of a fetch.
enum FetchOutcome {
    /// A document, its external logo, and the end of its cache lifetime.
    Said(Map<String, Value>, Option<RemoteLogo>, Timestamp),
    /// The document has been removed or is invalid.
    Withdrawn(&'static str),
    /// The response does not show whether the document still exists.
    Away(String),
}

async fn get(app: &App, address: &str) -> FetchOutcome {
    let got = match app.outbound.get(address, LONGEST).await {
        Ok(got) => got,
        Err(failure) => return FetchOutcome::Away(failure.to_string()),
    };
    match read(address, &got) {
        Ok(mut said) => {
            let remote_logo = RemoteLogo::take_from(&mut said);
            let fresh_until = app.clock.now().plus(life(&got.cache_control));
            FetchOutcome::Said(said, remote_logo, fresh_until)
        }
        Err(DocumentError::Withdrawn(why)) => FetchOutcome::Withdrawn(why),
        Err(DocumentError::Away(why)) => FetchOutcome::Away(why.to_owned()),
    }
}

/// Fetches an unknown client's document and caches it; a first consent stores it in the database. An invalid document
/// changes nothing, and only the log names the problem.
pub(super) async fn fetch_first(app: &App, address: &str, network: Network) {
    match get(app, address).await {
        FetchOutcome::Said(said, remote_logo, fresh_until) => match draft(app, address, said, None)
        {
            Ok(mut client) => {
                let logo = fetch_logo(app, Some(network), remote_logo).await;
                logo.give_to(&mut client);
                app.clients.meet(client, fresh_until).await;
            }
            Err(problems) => leave(&problems.join("; ")),
        },
        FetchOutcome::Withdrawn(why) => leave(why),
        FetchOutcome::Away(why) => leave(&why),
    }
}

/// Fetches the document of a stored client again. A removed or invalid document ends the client's validity; an
/// unavailable one is used for a limited time. Only the fetch of its logo counts for the network and the host.
pub(super) async fn fetch_anew(app: &App, address: &str, network: Network) -> Result<(), Failure> {
    match get(app, address).await {
        FetchOutcome::Said(said, remote_logo, fresh_until) => {
            let logo = fetch_logo(app, Some(network), remote_logo).await;
            take_in(app, address, said, &logo, fresh_until).await
        }
        FetchOutcome::Withdrawn(why) => {
            let mut transaction = app.database.begin().await?;
            withdraw(app, &mut transaction.connection(), address, why).await?;
            transaction.commit().await
        }
        FetchOutcome::Away(why) => {
            leave(&why);
            Ok(())
        }
    }
}

/// Logs the reason that a document is not used.
fn leave(why: &str) {
    tracing::info!(why, "a client's document is not taken");
}

async fn withdraw(
    app: &App,
    db: &mut Connection<'_>,
    address: &str,
    why: &str,
) -> Result<(), Failure> {
    leave(why);
    store::withdraw(db, address, app.clock.now()).await
}

async fn take_in(
    app: &App,
    address: &str,
    said: Map<String, Value>,
    logo: &FetchedLogo,
    fresh_until: Timestamp,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // A client that the sweep has deleted is created again by its next request.
    let Some(before) = clients::store::hold(&mut db, address).await? else {
        return transaction.rollback().await;
    };
    match draft(app, address, said, Some(&before)) {
        Ok(mut client) => {
            logo.give_or_keep(&mut client, &before);
            keep(app, &mut db, &client, &before).await?;
            store::put(&mut db, address, now, fresh_until).await?;
        }
        Err(problems) => withdraw(app, &mut db, address, &problems.join("; ")).await?,
    }
    transaction.commit().await?;
    app.clients.forget(address).await;
    Ok(())
}

/// Stores a registration if it differs from the previous one.
async fn keep(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    before: &Client,
) -> Result<(), Failure> {
    if !is_other(before, client) {
        return Ok(());
    }
    clients::store::put(db, client).await?;
    write_down(app, db, &client.id, false).await
}

fn draft(
    app: &App,
    address: &str,
    said: Map<String, Value>,
    before: Option<&Client>,
) -> Result<Client, Vec<String>> {
    let ceiling = &app.config.clients.document_scope;
    let ceiling = clients::Scope::parse(ceiling).unwrap_or_default();
    // A document is always the whole registration, so that a missing member is a decision of its owner.
    let metadata = ClientMetadata::of_own_word(said, &ceiling, None)?;
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

fn is_other(before: &Client, client: &Client) -> bool {
    Client {
        updated_at: before.updated_at,
        ..client.clone()
    } != *before
}

/// Records a new or changed document in the audit log.
pub(super) async fn write_down(
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
