//! `tollgate billing replay`: marks objects at Stripe, so that the server fetches and applies them again.

use std::io;

use clap::Args;
use reqwest::Method;
use serde_json::{Value, json};

use crate::commands::CommandResult;
use crate::remote::{AdminScope, OutputFormat, RemoteServer, show};

#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct ReplayArguments {
    /// Stripe's id of one object, such as cs_… or pi_….
    #[arg(requires = "connection", requires = "kind", conflicts_with = "error")]
    object: Option<String>,
    /// The connection of the object, such as scn_….
    #[arg(long)]
    connection: Option<String>,
    /// The kind of the object: session, payment, customer, price or product.
    #[arg(long)]
    kind: Option<String>,
    /// Replay all dead letters with this error, exactly as it is listed; at most 500.
    #[arg(long)]
    error: Option<String>,
}

impl ReplayArguments {
    fn body(&self) -> Value {
        match &self.error {
            Some(error) => json!({ "error": error }),
            None => json!({ "object": {
                "connection_id": self.connection, "kind": self.kind, "stripe_object": self.object,
            }}),
        }
    }
}

pub(super) async fn run(
    server: &RemoteServer,
    arguments: &ReplayArguments,
    form: OutputFormat,
) -> CommandResult {
    let address = "/v1/operator/billing/replay";
    let replayed = server
        .ask(
            AdminScope::Ledger,
            Method::POST,
            address,
            Some(&arguments.body()),
        )
        .await?;
    Ok(show(&mut io::stdout(), form, &replayed)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_object_or_an_error_is_replayed() {
        let one = ReplayArguments {
            object: Some("cs_1".to_owned()),
            connection: Some("scn_1".to_owned()),
            kind: Some("session".to_owned()),
            error: None,
        };
        let object = json!({"connection_id": "scn_1", "kind": "session", "stripe_object": "cs_1"});
        assert_eq!(one.body(), json!({ "object": object }));
        let all = ReplayArguments {
            object: None,
            connection: None,
            kind: None,
            error: Some("Stripe is not available".to_owned()),
        };
        assert_eq!(all.body(), json!({"error": "Stripe is not available"}));
    }
}
