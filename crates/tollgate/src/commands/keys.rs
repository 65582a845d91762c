//! `tollgate keys`: the signing keys of a running server, and the values sealed under its master secret.

use std::io::{self, Write};

use clap::Subcommand;
use reqwest::Method;
use serde_json::{Value, json};

use super::CommandResult;
use crate::remote::{AdminScope, OutputFormat, RemoteServer, path, show, show_all};

const COLUMNS: [&str; 6] = [
    "kid",
    "alg",
    "state",
    "signs_at",
    "activated_at",
    "retired_at",
];

#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// List the signing keys.
    List,
    /// Publish a successor of each key; it signs after `IDP_KEY_ANNOUNCE_HOURS`, and no token becomes invalid.
    Rotate,
    /// Withdraw a compromised key: tokens that it signed are refused, and another key signs.
    Withdraw {
        /// Its kid, as `tollgate keys list` prints it.
        kid: String,
    },
    /// Seal the values of previous secrets (`IDP_SECRET_PREVIOUS`) under the current one, so that those can be removed.
    Reseal,
}

pub(crate) async fn run(
    server: &RemoteServer,
    command: KeysCommand,
    form: OutputFormat,
) -> CommandResult {
    match command {
        KeysCommand::List => list(&server.get(AdminScope::Keys, "/keys").await?, form),
        KeysCommand::Rotate => {
            let response = server
                .send(AdminScope::Keys, Method::POST, "/keys/rotate", None)
                .await?;
            list(&response, form)
        }
        KeysCommand::Withdraw { kid } => {
            let response = server
                .send(
                    AdminScope::Keys,
                    Method::DELETE,
                    &path(&["keys", &kid]),
                    None,
                )
                .await?;
            list(&response, form)
        }
        KeysCommand::Reseal => reseal(server, form).await,
    }
}

fn list(response: &Value, form: OutputFormat) -> CommandResult {
    let keys = response.get("keys").and_then(Value::as_array);
    let keys = keys.cloned().unwrap_or_default();
    Ok(show_all(&mut io::stdout(), form, &COLUMNS, &keys)?)
}

async fn reseal(server: &RemoteServer, form: OutputFormat) -> CommandResult {
    let (mut resealed, mut cursor) = (0, String::new());
    loop {
        let address = format!("/keys/reseal{cursor}");
        let response = server
            .send(AdminScope::Keys, Method::POST, &address, None)
            .await?;
        resealed += response
            .get("resealed")
            .and_then(Value::as_u64)
            .unwrap_or_default();
        match response.get("next_cursor").and_then(Value::as_str) {
            Some(next) => cursor = format!("?cursor={next}"),
            None => break,
        }
    }
    show(&mut io::stdout(), form, &json!({ "resealed": resealed }))?;
    if form == OutputFormat::Table {
        writeln!(
            io::stderr(),
            "Mails on their way are sealed for a day at most: take the secret out of IDP_SECRET_PREVIOUS after that."
        )?;
    }
    Ok(())
}
