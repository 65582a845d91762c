//! Fetching a client's document and taking it in as a registration.

use foundation::{Connection, Failure, Timestamp};
use serde_json::{Map, Value, json};

use super::document::{life, read};
use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::clients::{self, Client, ClientMetadata, RegisteredBy, Registration};

/// The longest document, in bytes; the draft asks for no more.
const LONGEST: usize = 5 * 1024;

/// Fetches a document and takes it in; what cannot be taken changes nothing, and is told in the log alone.
pub(super) async fn fetch(app: &App, address: &str) -> Result<(), Failure> {
    let got = match app.outbound.get(address, LONGEST).await {
        Ok(got) => got,
        Err(failure) => {
            leave(&failure.to_string());
            return Ok(());
        }
    };
    let fresh_until = app.clock.now().plus(life(&got.cache_control));
    match read(address, &got) {
        Ok(said) => take_in(app, address, said, fresh_until).await,
        Err(why) => {
            leave(why);
            Ok(())
        }
    }
}

/// Says why a document is not taken.
fn leave(why: &str) {
    tracing::info!(why, "a client's document is not taken");
}

async fn take_in(
    app: &App,
    address: &str,
    said: Map<String, Value>,
    fresh_until: Timestamp,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    clients::store::hold(&mut db, address).await?;
    let before = clients::store::find(&mut db, address).await?;
    let client = match draft(app, address, said, before.as_ref()) {
        Ok(client) => client,
        Err(problems) => {
            transaction.rollback().await?;
            leave(&problems.join("; "));
            return Ok(());
        }
    };
    keep(app, &mut db, &client, before.as_ref()).await?;
    store::put(&mut db, address, now, fresh_until).await?;
    transaction.commit().await?;
    app.clients.forget(address).await;
    Ok(())
}

/// Keeps a registration when it says something else than before.
async fn keep(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    before: Option<&Client>,
) -> Result<(), Failure> {
    if before.is_some_and(|before| !is_other(before, client)) {
        return Ok(());
    }
    clients::store::put(db, client).await?;
    write_down(app, db, &client.id, before.is_none()).await
}

fn draft(
    app: &App,
    address: &str,
    said: Map<String, Value>,
    before: Option<&Client>,
) -> Result<Client, Vec<String>> {
    let ceiling = &app.config.clients.document_scope;
    let ceiling = clients::Scope::parse(ceiling).unwrap_or_default();
    // A document is the whole registration each time: there is nothing that it could forget to say again.
    let metadata = ClientMetadata::of_own_word(said, &ceiling, None)?;
    if metadata.sector_identifier_uri.is_some() {
        return Err(vec![
            "sector_identifier_uri is not taken from a document".to_owned(),
        ]);
    }
    let now = app.clock.now();
    let registration = Registration {
        id: address.to_owned(),
        secret_digest: None,
        registered_by: RegisteredBy::Document,
        first_party: false,
        token_digest: None,
        allowed: app.config.outbound.allowed.clone(),
        now,
    };
    let mut client = metadata.into_client(registration)?;
    client.last_used_at = Some(now);
    if let Some(before) = before {
        client.created_at = before.created_at;
        client.last_used_at = before.last_used_at;
        // What the operator decided stays.
        client.is_active = before.is_active;
        client.require_pkce = before.require_pkce;
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

async fn write_down(
    app: &App,
    db: &mut Connection<'_>,
    address: &str,
    is_new: bool,
) -> Result<(), Failure> {
    let event = Event {
        actor: address,
        action: Action::ClientPut,
        subject: address,
        network: None,
        client_id: Some(address),
        details: json!({ "new": is_new, "document": true }),
    };
    audit::record(app, db, event).await
}
