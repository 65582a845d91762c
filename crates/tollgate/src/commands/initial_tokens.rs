//! `tollgate initial-tokens`: tokens with which programs register themselves at a running server (RFC 7591).

use std::io::{self, Write};

use clap::Subcommand;
use reqwest::Method;
use serde_json::json;

use super::Outcome;
use crate::remote::{Form, Scope, Server, path, show, show_all};

const PATH: &str = "/initial-access-tokens";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
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

pub(crate) async fn run(server: &Server, command: Command, form: Form) -> Outcome {
    let mut out = io::stdout();
    match command {
        Command::List => {
            let member = "initial_access_tokens";
            let all = server.all(Scope::Clients, PATH, member).await?;
            let columns = ["id", "uses", "scope", "created_by", "expires_at"];
            show_all(&mut out, form, &columns, &all)?;
        }
        Command::Make {
            uses,
            expires_in,
            scope,
        } => {
            let wanted = json!({ "uses": uses, "expires_in": expires_in, "scope": scope });
            let made = server
                .send(Scope::Clients, Method::POST, PATH, Some(&wanted))
                .await?;
            show(&mut out, form, &made)?;
        }
        Command::Withdraw { id } => {
            let address = path(&["initial-access-tokens", &id]);
            server
                .send(Scope::Clients, Method::DELETE, &address, None)
                .await?;
            writeln!(io::stderr(), "{id} registers nobody any more")?;
        }
    }
    Ok(())
}
