//! `tollgate clients`: the OAuth clients of a running server.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use reqwest::Method;
use serde_json::Value;

use super::Outcome;
use crate::remote::{Form, Scope, Server, path, show, show_all};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List all clients.
    List,
    /// Show one client.
    Show {
        /// Its `client_id`.
        id: String,
    },
    /// Make or replace a client; prints its secret if one was made.
    Put {
        /// Its `client_id`.
        id: String,
        /// A JSON file with its registration in the names of RFC 7591; `-` reads standard input.
        file: PathBuf,
        /// Makes a new secret.
        #[arg(long)]
        rotate_secret: bool,
    },
    /// Delete a client with all that it was granted.
    Delete {
        /// Its `client_id`.
        id: String,
    },
}

pub(crate) async fn run(server: &Server, command: Command, form: Form) -> Outcome {
    let mut out = io::stdout();
    match command {
        Command::List => {
            let all = server.all(Scope::Clients, "/clients", "clients").await?;
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
        Command::Show { id } => {
            let one = server.get(Scope::Clients, &path(&["clients", &id])).await?;
            show(&mut out, form, &one)?;
        }
        Command::Put {
            id,
            file,
            rotate_secret,
        } => {
            let registration = read(&file)?;
            let address = path(&["clients", &id]);
            let address = format!("{address}?rotate_secret={rotate_secret}");
            let put = server
                .send(Scope::Clients, Method::PUT, &address, Some(&registration))
                .await?;
            show(&mut out, form, &put)?;
        }
        Command::Delete { id } => {
            let address = path(&["clients", &id]);
            server
                .send(Scope::Clients, Method::DELETE, &address, None)
                .await?;
            writeln!(io::stderr(), "{id} is gone, with all that it was granted")?;
        }
    }
    Ok(())
}

fn read(file: &Path) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
    let text = if file == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        text
    } else {
        std::fs::read_to_string(file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()))?
    };
    serde_json::from_str(&text)
        .map_err(|error| format!("{} is no JSON: {error}", file.display()).into())
}
