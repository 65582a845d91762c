//! `tollgate initial-tokens`: tokens with which programs register themselves at a running server (RFC 7591).

use std::io::{self, Write};

use clap::Subcommand;
use reqwest::Method;
use serde_json::json;

use super::CommandResult;
use crate::remote::{AdminScope, OutputFormat, RemoteServer, path, show, show_all};

const PATH: &str = "/initial-access-tokens";

#[derive(Debug, Subcommand)]
pub(crate) enum InitialTokensCommand {
    /// List the tokens that can still be used.
    List,
    /// Create a token; prints it this once.
    Make {
        /// Number of clients that it may register.
        #[arg(long, default_value_t = 1)]
        uses: u32,
        /// Lifetime in seconds.
        #[arg(long, default_value_t = 3600)]
        expires_in: u64,
        /// Scope that its clients may request in addition to `openid profile email offline_access`.
        #[arg(long, default_value = "")]
        scope: String,
    },
    /// Withdraw a token; clients that it registered stay.
    Withdraw {
        /// Its id, `iat_…`.
        id: String,
    },
}

pub(crate) async fn run(
    server: &RemoteServer,
    command: InitialTokensCommand,
    form: OutputFormat,
) -> CommandResult {
    let mut out = io::stdout();
    match command {
        InitialTokensCommand::List => {
            let member = "initial_access_tokens";
            let all = server.all(AdminScope::Clients, PATH, member).await?;
            let columns = ["id", "uses", "scope", "created_by", "expires_at"];
            show_all(&mut out, form, &columns, &all)?;
        }
        InitialTokensCommand::Make {
            uses,
            expires_in,
            scope,
        } => {
            let body = json!({ "uses": uses, "expires_in": expires_in, "scope": scope });
            let made = server
                .send(AdminScope::Clients, Method::POST, PATH, Some(&body))
                .await?;
            show(&mut out, form, &made)?;
        }
        InitialTokensCommand::Withdraw { id } => {
            let address = path(&["initial-access-tokens", &id]);
            server
                .send(AdminScope::Clients, Method::DELETE, &address, None)
                .await?;
            writeln!(io::stderr(), "{id} registers nobody any more")?;
        }
    }
    Ok(())
}
