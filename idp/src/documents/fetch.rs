//! Fetching a client's document, and taking it in as a registration.

use foundation::{Connection, Failure, Timestamp};
use serde_json::{Map, Value, json};

use super::document::{Unread, life, read};
use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::clients::{
    self, Client, ClientMetadata, FetchedLogo, RegisteredBy, Registration, RemoteLogo, fetch_logo,
};
use crate::network::Network;

/// The longest document, in bytes; the draft asks for no more.
const LONGEST: usize = 5 * 1024;

/// What came of a fetch.
enum Fetched {
    /// A document, the logo that it names elsewhere, and until when it is believed.
    Said(Map<String, Value>, Option<RemoteLogo>, Timestamp),
    /// Its address says that there is none.
    Withdrawn(&'static str),
    /// Its address says nothing that tells whether there is one.
    Away(String),
}

async fn get(app: &App, address: &str) -> Fetched {
    let got = match app.outbound.get(address, LONGEST).await {
        Ok(got) => got,
        Err(failure) => return Fetched::Away(failure.to_string()),
    };
    match read(address, &got) {
        Ok(mut said) => {
            let remote_logo = RemoteLogo::take_from(&mut said);
            let fresh_until = app.clock.now().plus(life(&got.cache_control));
            Fetched::Said(said, remote_logo, fresh_until)
        }
        Err(Unread::Withdrawn(why)) => Fetched::Withdrawn(why),
        Err(Unread::Away(why)) => Fetched::Away(why.to_owned()),
    }
}

/// Fetches a document that nobody knows yet, and remembers it: it is kept when somebody allows it something. What cannot
/// be taken changes nothing, and is told in the log alone.
pub(super) async fn fetch_first(app: &App, address: &str, network: Network) {
    match get(app, address).await {
        Fetched::Said(said, remote_logo, fresh_until) => match draft(app, address, said, None) {
            Ok(mut client) => {
                let logo = fetch_logo(app, Some(network), remote_logo).await;
                logo.give_to(&mut client);
                app.clients.meet(client, fresh_until).await;
            }
            Err(problems) => leave(&problems.join("; ")),
        },
        Fetched::Withdrawn(why) => leave(why),
        Fetched::Away(why) => leave(&why),
    }
}

/// Fetches a document that is kept. One that its owner took away, or that says what we cannot take, is not believed any
/// more; while its address does not answer, it is for a while.
pub(super) async fn fetch_anew(app: &App, address: &str) -> Result<(), Failure> {
    match get(app, address).await {
        Fetched::Said(said, remote_logo, fresh_until) => {
            let logo = fetch_logo(app, None, remote_logo).await;
            take_in(app, address, (said, logo), fresh_until).await
        }
        Fetched::Withdrawn(why) => {
            let mut transaction = app.database.begin().await?;
            withdraw(app, &mut transaction.connection(), address, why).await?;
            transaction.commit().await
        }
        Fetched::Away(why) => {
            leave(&why);
            Ok(())
        }
    }
}

/// Says why a document is not taken.
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
    (said, logo): (Map<String, Value>, FetchedLogo),
    fresh_until: Timestamp,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Whoever was swept meanwhile comes anew, by its next request.
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

/// Keeps a registration when it says something else than before.
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
    // A document is the whole registration each time: there is nothing that it could forget to say again.
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
        // What the operator decided stays.
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

/// Tells the trail of a document that says something new.
pub(super) async fn write_down(
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
