//! `tollgate clients`: the OAuth clients of a running server.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use foundation::text::{strict_json, text_file};
use reqwest::Method;
use serde_json::{Value, json};

use super::CommandResult;
use crate::remote::{AdminScope, OutputFormat, RemoteServer, path, show, show_all};

/// Members that the server sets, and that no registration may have.
const SET_BY_SERVER: [&str; 6] = [
    "client_secret",
    "created_at",
    "first_party",
    "last_used_at",
    "registered_by",
    "updated_at",
];

type BoxError = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, Subcommand)]
pub(crate) enum ClientsCommand {
    /// List all clients.
    List,
    /// Show one client.
    Show {
        /// Its `client_id`.
        id: String,
    },
    /// Enable a client again.
    Enable {
        /// Its `client_id`.
        id: String,
    },
    /// Disable a client and end all of its grants; its registration stays.
    Disable {
        /// Its `client_id`.
        id: String,
    },
    /// Create or replace a client; prints its secret if the server created one.
    Put {
        /// Its `client_id`.
        id: String,
        /// A JSON file with its registration in the names of RFC 7591, such as `clients show --json` prints; `-` reads
        /// standard input.
        file: PathBuf,
        /// Create a new secret.
        #[arg(long)]
        rotate_secret: bool,
        /// Seconds for which the previous secret stays valid, 604800 (a week) at most.
        #[arg(long, requires = "rotate_secret", default_value_t = 0)]
        overlap_seconds: u32,
    },
    /// Delete a client with all of its grants.
    Delete {
        /// Its `client_id`.
        id: String,
    },
}

pub(crate) async fn run(
    server: &RemoteServer,
    command: ClientsCommand,
    form: OutputFormat,
) -> CommandResult {
    let mut out = io::stdout();
    match command {
        ClientsCommand::List => {
            let all = server
                .all(AdminScope::Clients, "/clients", "clients")
                .await?;
            let columns = [
                "client_id",
                "client_name",
                "is_active",
                "registered_by",
                "token_endpoint_auth_method",
                "grant_types",
                "scope",
            ];
            show_all(&mut out, form, &columns, &all)?;
        }
        ClientsCommand::Show { id } => {
            let one = server
                .get(AdminScope::Clients, &path(&["clients", &id]))
                .await?;
            show(&mut out, form, &one)?;
        }
        ClientsCommand::Put {
            id,
            file,
            rotate_secret,
            overlap_seconds,
        } => {
            let registration = registration_of(&id, read(&file)?)?;
            let address = path(&["clients", &id]);
            let address = format!(
                "{address}?rotate_secret={rotate_secret}&overlap_seconds={overlap_seconds}"
            );
            let put = server
                .send(
                    AdminScope::Clients,
                    Method::PUT,
                    &address,
                    Some(&registration),
                )
                .await?;
            show(&mut out, form, &put)?;
        }
        ClientsCommand::Enable { id } => switch(server, &id, true, form).await?,
        ClientsCommand::Disable { id } => switch(server, &id, false, form).await?,
        ClientsCommand::Delete { id } => {
            let address = path(&["clients", &id]);
            server
                .send(AdminScope::Clients, Method::DELETE, &address, None)
                .await?;
            writeln!(io::stderr(), "{id} is gone, with all that it was granted")?;
        }
    }
    Ok(())
}

async fn switch(
    server: &RemoteServer,
    id: &str,
    active: bool,
    form: OutputFormat,
) -> CommandResult {
    let body = json!({ "active": active });
    let address = path(&["clients", id, "active"]);
    let one = server
        .send(AdminScope::Clients, Method::PUT, &address, Some(&body))
        .await?;
    Ok(show(&mut io::stdout(), form, &one)?)
}

/// Removes the members of a shown client that are not part of its registration, so that the output can be put back.
fn registration_of(id: &str, mut shown: Value) -> Result<Value, BoxError> {
    if let Some(members) = shown.as_object_mut() {
        let named = members.remove("client_id");
        if let Some(other) = named.filter(|named| named.as_str() != Some(id)) {
            return Err(format!("the file is of the client {other}, and not of {id}").into());
        }
        members.retain(|name, _| !SET_BY_SERVER.contains(&name.as_str()));
    }
    Ok(shown)
}

fn read(file: &Path) -> Result<Value, BoxError> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    }
    registration(&bytes).map_err(|problem| format!("{}: {problem}", file.display()).into())
}

/// Reads the one object of a file.
fn registration(bytes: &[u8]) -> Result<Value, BoxError> {
    let text = text_file::decode(bytes)?;
    Ok(Value::Object(strict_json::read_object(text.as_bytes())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registration_is_one_object_in_utf8() {
        let read = |bytes: &[u8]| registration(bytes).map_err(|error| error.to_string());
        let good: [&[u8]; 3] = [
            b"{\"a\": 1}",
            b"\xef\xbb\xbf{\"a\": 1}\r\n",
            b"{\r\n\"a\": 1}",
        ];
        for bytes in good {
            assert_eq!(read(bytes), Ok(json!({"a": 1})), "{bytes:?}");
        }
        let bad: [(&[u8], &str); 6] = [
            (b"{\n\"a\": \"\xf6\"}", "line 2 is not UTF-8"),
            (b"\xff\xfe{\0}\0", "it is UTF-16, not UTF-8"),
            (b"{\0}\0", "it is UTF-16, not UTF-8"),
            (b"{", "it is not JSON"),
            (b"[]", "it is JSON, but not an object"),
            (b"{\"a\": 1, \"a\": 2}", "it has a name twice"),
        ];
        for (bytes, expected) in bad {
            let error = read(bytes).unwrap_err();
            assert!(error.starts_with(expected), "{bytes:?}: {error}");
        }
    }

    #[test]
    fn exported_client_can_be_imported() {
        let shown = json!({
            "client_id": "site", "client_name": "A site", "first_party": false, "registered_by": "admin",
            "created_at": "x", "updated_at": "x", "last_used_at": "x", "client_secret": "x", "is_active": true,
        });
        let put = registration_of("site", shown.clone()).unwrap();
        assert_eq!(put, json!({ "client_name": "A site", "is_active": true }));
        assert!(registration_of("other", shown).is_err());
        assert_eq!(registration_of("site", json!([])).unwrap(), json!([]));
    }
}
