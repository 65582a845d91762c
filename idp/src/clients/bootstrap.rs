//! Clients from a file, applied at every start: made or replaced whole, never removed.

use std::path::Path;

use foundation::guessable::{MAKE_ONE, why_guessable};
use foundation::outbound::Allowed;
use foundation::{Clock, Connection, Database, Failure, Timestamp};
use serde_json::{Map, Value};

use super::authentication::secret_digest;
use super::client::Client;
use super::metadata::ClientMetadata;
use super::registration::Registration;
use super::store;
use super::words::RegisteredBy;

/// The shortest secret that a file may give, in bytes.
const SHORTEST_SECRET: usize = 32;

/// Why the clients of the file were not taken.
#[derive(Debug, thiserror::Error)]
pub enum BootstrapRefusal {
    /// The file is wrong; every problem is listed.
    #[error("the file of IDP_CLIENTS_FILE has {} problem(s):\n  {}", .0.len(), .0.join("\n  "))]
    Problems(Vec<String>),
    /// Machinery broke.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Reads the file, checks all of it, and stores what is new or changed.
pub(crate) async fn bootstrap(
    file: &Path,
    database: &Database,
    clock: &Clock,
    allowed: &Allowed,
) -> Result<(), BootstrapRefusal> {
    let text = tokio::fs::read(file)
        .await
        .map_err(|error| BootstrapRefusal::Problems(vec![format!("it cannot be read: {error}")]))?;
    let clients = read(&text, clock.now(), allowed).map_err(BootstrapRefusal::Problems)?;
    let mut transaction = database.begin().await?;
    for client in clients {
        put_if_changed(&mut transaction.connection(), client).await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn put_if_changed(db: &mut Connection<'_>, client: Client) -> Result<(), Failure> {
    let stored = store::find(db, &client.id).await?;
    let unchanged = stored.is_some_and(|stored| {
        stored
            == Client {
                created_at: stored.created_at,
                updated_at: stored.updated_at,
                last_used_at: stored.last_used_at,
                ..client.clone()
            }
    });
    if unchanged {
        Ok(())
    } else {
        store::put(db, &client).await
    }
}

/// The clients of a file, or everything that is wrong with it.
pub(super) fn read(
    text: &[u8],
    now: Timestamp,
    allowed: &Allowed,
) -> Result<Vec<Client>, Vec<String>> {
    let entries: Vec<Map<String, Value>> = serde_json::from_slice(text)
        .map_err(|error| vec![format!("it is not a JSON array of clients: {error}")])?;
    let (mut clients, mut problems): (Vec<Client>, Vec<String>) = (Vec::new(), Vec::new());
    for (place, entry) in entries.into_iter().enumerate() {
        let label = entry
            .get("client_id")
            .and_then(Value::as_str)
            .map_or_else(|| format!("client {}", place + 1), ToOwned::to_owned);
        match client(entry, now, allowed) {
            Ok(client) if clients.iter().any(|other| other.id == client.id) => {
                problems.push(format!("{label}: client_id is used twice"));
            }
            Ok(client) => clients.push(client),
            Err(own) => problems.extend(own.into_iter().map(|what| format!("{label}: {what}"))),
        }
    }
    if problems.is_empty() {
        Ok(clients)
    } else {
        Err(problems)
    }
}

fn client(
    mut entry: Map<String, Value>,
    now: Timestamp,
    allowed: &Allowed,
) -> Result<Client, Vec<String>> {
    let mut problems = Vec::new();
    let id = text(entry.remove("client_id"), "client_id", &mut problems);
    let secret = text(
        entry.remove("client_secret"),
        "client_secret",
        &mut problems,
    );
    let first_party = match entry.remove("first_party") {
        None => false,
        Some(Value::Bool(value)) => value,
        Some(_) => {
            problems.push("first_party is neither true nor false".to_owned());
            false
        }
    };
    problems.extend(secret.as_deref().and_then(weakness));
    let metadata: ClientMetadata = match serde_json::from_value(Value::Object(entry)) {
        Ok(metadata) => metadata,
        Err(error) => {
            problems.push(error.to_string());
            return Err(problems);
        }
    };
    let registration = Registration {
        id: id.unwrap_or_default(),
        secret_digest: secret.as_deref().map(secret_digest),
        registered_by: RegisteredBy::Bootstrap,
        first_party,
        token_digest: None,
        allowed: allowed.clone(),
        now,
    };
    match metadata.into_client(registration) {
        Ok(client) => {
            if client.auth_method.needs_secret() != secret.is_some() {
                problems.push(
                    "client_secret is needed, unless token_endpoint_auth_method is none or private_key_jwt"
                        .to_owned(),
                );
            }
            if problems.is_empty() {
                Ok(client)
            } else {
                Err(problems)
            }
        }
        Err(own) => {
            problems.extend(own);
            Err(problems)
        }
    }
}

/// What is wrong with a secret, and what to do about it.
fn weakness(secret: &str) -> Option<String> {
    let why = if secret.len() < SHORTEST_SECRET {
        Some(format!("is shorter than {SHORTEST_SECRET} bytes"))
    } else {
        why_guessable(secret).map(ToOwned::to_owned)
    };
    why.map(|why| format!("client_secret {why}; {MAKE_ONE}"))
}

fn text(value: Option<Value>, member: &str, problems: &mut Vec<String>) -> Option<String> {
    match value {
        None => None,
        Some(Value::String(text)) => Some(text),
        Some(_) => {
            problems.push(format!("{member} is no text"));
            None
        }
    }
}
