//! Clients of the clients file, applied at every start. A new or changed entry creates or replaces its client; a client
//! that the file no longer names is deactivated.

use std::collections::BTreeMap;
use std::path::Path;

use foundation::outbound::AllowedHosts;
use foundation::secret::{GENERATION_ADVICE, digest, find_weakness};
use foundation::text::{strict_json, text_file};
use foundation::{Connection, Failure, Timestamp};
use serde_json::{Map, Value};

use super::authentication::secret_digest;
use super::client::Client;
use super::metadata::ClientMetadata;
use super::registration::Registration;
use super::store::{self, FileEntry};
use super::words::RegisteredBy;

/// Minimum length of a secret in the file, in bytes.
const MIN_SECRET_LENGTH: usize = 32;

/// The digest that is stored for a client whose entry is missing from the file.
const MISSING_ENTRY_DIGEST: &str = "";

/// Reasons why the clients of the file were not applied.
#[derive(Debug, thiserror::Error)]
pub enum BootstrapRefusal {
    /// The file is not valid; every problem is listed.
    #[error("the file of IDP_CLIENTS_FILE has {} problem(s):\n  {}", .0.len(), .0.join("\n  "))]
    Problems(Vec<String>),
    /// A dependency failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Client of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileClient {
    /// The client as the file describes it.
    pub(crate) client: Client,
    /// The digest of its entry.
    digest: String,
}

/// Existing client that the file changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClientChange {
    /// `client_id`.
    pub(crate) id: String,
    /// False if the client is deactivated.
    pub(crate) is_active: bool,
}

/// Reads the file and checks all of it.
pub(crate) async fn read_file(
    file: &Path,
    now: Timestamp,
    allowed: &AllowedHosts,
) -> Result<Vec<FileClient>, BootstrapRefusal> {
    let text = tokio::fs::read(file)
        .await
        .map_err(|error| BootstrapRefusal::Problems(vec![format!("it cannot be read: {error}")]))?;
    read(&text, now, allowed).map_err(BootstrapRefusal::Problems)
}

/// Stores new and changed entries, and deactivates once each client that an earlier file named and this one does not.
/// An entry that was applied before changes nothing, so that later changes by an operator persist. The caller has to
/// end the grants of deactivated clients in the same transaction.
pub(crate) async fn apply_file(
    db: &mut Connection<'_>,
    listed: Vec<FileClient>,
    now: Timestamp,
) -> Result<Vec<ClientChange>, Failure> {
    let before = store::file_clients(db).await?;
    let mut changed = Vec::new();
    let is_left = |id: &String| listed.iter().all(|one| one.client.id != *id);
    let is_missing = |stored: &FileEntry| stored.digest.as_deref() == Some(MISSING_ENTRY_DIGEST);
    let left = before.iter().filter(|(id, _)| is_left(id));
    for (id, stored) in left.filter(|(_, stored)| !is_missing(stored)) {
        store::set_file_digest(db, id, MISSING_ENTRY_DIGEST).await?;
        if stored.is_active {
            store::switch_off(db, id, now).await?;
            tracing::warn!(client = id, "the clients file names it no more: it is off");
            changed.push(ClientChange {
                id: id.clone(),
                is_active: false,
            });
        }
    }
    for one in listed {
        changed.extend(apply(db, one, &before).await?);
    }
    Ok(changed)
}

/// Applies an entry if it is new; returns the client if the entry changed it.
async fn apply(
    db: &mut Connection<'_>,
    FileClient { client, digest }: FileClient,
    before: &BTreeMap<String, FileEntry>,
) -> Result<Option<ClientChange>, Failure> {
    let stored = before.get(&client.id);
    if stored.is_some_and(|stored| stored.digest.as_deref() == Some(&digest)) {
        return Ok(None);
    }
    let is_other = put_if_changed(db, &client).await?;
    store::set_file_digest(db, &client.id, &digest).await?;
    let changed = ClientChange {
        is_active: client.is_active,
        id: client.id,
    };
    Ok(is_other.then_some(changed))
}

/// Stores a client unless the stored one is equal; true if it replaced another one.
async fn put_if_changed(db: &mut Connection<'_>, client: &Client) -> Result<bool, Failure> {
    let Some(stored) = store::find(db, &client.id).await? else {
        store::put(db, client).await?;
        return Ok(false);
    };
    let as_it_should_be = Client {
        created_at: stored.created_at,
        updated_at: stored.updated_at,
        last_used_at: stored.last_used_at,
        ..client.clone()
    };
    let is_other = stored != as_it_should_be;
    if is_other {
        store::put(db, client).await?;
    }
    Ok(is_other)
}

/// Parses the clients of a file, or returns everything that is wrong with it.
pub(super) fn read(
    text: &[u8],
    now: Timestamp,
    allowed: &AllowedHosts,
) -> Result<Vec<FileClient>, Vec<String>> {
    let entries = entries(text).map_err(|problem| vec![problem])?;
    let (mut clients, mut problems): (Vec<FileClient>, Vec<String>) = (Vec::new(), Vec::new());
    for (index, entry) in entries.into_iter().enumerate() {
        let label = entry
            .get("client_id")
            .and_then(Value::as_str)
            .map_or_else(|| format!("client {}", index + 1), ToOwned::to_owned);
        let digest = entry_digest(&entry);
        match client(entry, now, allowed) {
            Ok(client) if clients.iter().any(|other| other.client.id == client.id) => {
                problems.push(format!("{label}: client_id is used twice"));
            }
            Ok(client) => clients.push(FileClient { client, digest }),
            Err(own) => problems.extend(own.into_iter().map(|what| format!("{label}: {what}"))),
        }
    }
    if problems.is_empty() {
        Ok(clients)
    } else {
        Err(problems)
    }
}

/// Parses the JSON objects of a file.
fn entries(file: &[u8]) -> Result<Vec<Map<String, Value>>, String> {
    let text = text_file::decode(file).map_err(|error| error.to_string())?;
    let list =
        strict_json::parse(text.as_bytes()).map_err(|error| format!("it is not JSON: {error}"))?;
    serde_json::from_value(list)
        .map_err(|error| format!("it is not a JSON array of clients: {error}"))
}

fn client(
    mut entry: Map<String, Value>,
    now: Timestamp,
    allowed: &AllowedHosts,
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
    problems.extend(secret.as_deref().and_then(secret_problem));
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
        // Skips the check for our own pages, because the operator wrote the file. The authorization endpoint checks
        // each request.
        issuer: String::new(),
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

/// Returns the digest of an entry, which shows whether the entry has changed.
fn entry_digest(entry: &Map<String, Value>) -> String {
    digest("clients-file", &Value::Object(entry.clone()).to_string())
}

/// Returns what is wrong with a secret, and how to make a good one.
fn secret_problem(secret: &str) -> Option<String> {
    let why = if secret.len() < MIN_SECRET_LENGTH {
        Some(format!("is shorter than {MIN_SECRET_LENGTH} bytes"))
    } else {
        find_weakness(secret).map(ToOwned::to_owned)
    };
    why.map(|why| format!("client_secret {why}; {GENERATION_ADVICE}"))
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
