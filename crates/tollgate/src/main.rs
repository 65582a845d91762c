//! The binary: serves the whole product on one port, or one service, or runs an operator's command.

mod advice;
mod commands;
mod data;
mod idle_settings;
mod mailbox;
mod remote;
mod settings;
mod web;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use foundation::env::Environment;
use foundation::telemetry;
use idp::imports::ImportMode;

use crate::remote::{OutputFormat, RemoteServer};
use crate::settings::{OWN_CLIENT, Settings};

/// The system's own allocator takes a third more CPU time per statement once it has served large batches.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Sign-in, an OpenID Provider, and a prepaid credits ledger for metered products.
#[derive(Debug, Parser)]
#[command(name = "tollgate", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the identity provider, the product API and the web app on one port.
    Serve,
    /// Serve the identity provider alone (settings: `IDP_*`).
    Idp,
    /// Serve the product API alone (settings: `API_*`).
    Api,
    /// Run the missing migrations of the databases and stop.
    Migrate,
    /// Print a new one-time link that makes its user the operator (settings: `IDP_*`).
    OperatorLink,
    /// Import users of another system, one JSON object per line (settings: `IDP_*`, or those of `serve`).
    Import {
        /// The file, or `-` for standard input; docs/idp/import.md describes a line.
        file: std::path::PathBuf,
        /// Check the whole file and write no data.
        #[arg(long)]
        dry_run: bool,
    },
    /// List customers whose stored email address has a form that no sign-in verifies (setting: `API_DATABASE_URL`, or
    /// that of `serve`).
    Addresses {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Commands for a running server.
    #[command(flatten)]
    RemoteCommand(RemoteCommand),
    /// Write account.json, idp.json and product-api.json into a folder.
    Openapi {
        /// The folder.
        folder: std::path::PathBuf,
    },
    /// Request a URL and succeed if the response is 200, for container health checks.
    Health {
        /// The URL, such as `http://127.0.0.1:8081/health/ready`.
        url: String,
    },
}

/// Commands for a running server.
#[derive(Debug, Subcommand)]
enum RemoteCommand {
    /// The OAuth clients of a running server (settings: `TOLLGATE_URL`, `TOLLGATE_CLIENT_ID`, `TOLLGATE_CLIENT_SECRET`).
    Clients {
        #[command(subcommand)]
        command: commands::clients::ClientsCommand,
        /// Print JSON.
        #[arg(long, global = true)]
        json: bool,
    },
    /// Tokens with which programs register themselves at a running server.
    InitialTokens {
        #[command(subcommand)]
        command: commands::initial_tokens::InitialTokensCommand,
        /// Print JSON.
        #[arg(long, global = true)]
        json: bool,
    },
    /// The users of a running server.
    Users {
        #[command(subcommand)]
        command: commands::users::UsersCommand,
        /// Print JSON.
        #[arg(long, global = true)]
        json: bool,
    },
    /// The signing keys of a running server.
    Keys {
        #[command(subcommand)]
        command: commands::keys::KeysCommand,
        /// Print JSON.
        #[arg(long, global = true)]
        json: bool,
    },
    /// The books of a running server.
    Ledger {
        #[command(subcommand)]
        command: commands::ledger::LedgerCommand,
        /// Print JSON.
        #[arg(long, global = true)]
        json: bool,
    },
    /// The payments of a running server, compared with Stripe.
    Billing {
        #[command(subcommand)]
        command: commands::billing::BillingCommand,
        /// Print JSON.
        #[arg(long, global = true)]
        json: bool,
    },
    /// Check a running server: settings, reachability, issuer, keys, clock, database, email.
    Doctor {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return report_failure(&error, 1),
    };
    let outcome = runtime.block_on(run(command));
    let is_log_written = telemetry::flush_logs();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let code = commands::exit_code::code_of(error.as_ref());
            if is_log_written {
                report_failure(error.as_ref(), code)
            } else {
                // Standard error accepts no text: a write would block.
                ExitCode::from(code)
            }
        }
    }
}

async fn run(command: Command) -> commands::CommandResult {
    match command {
        Command::Serve => commands::serve::run().await,
        Command::Idp => commands::idp::run().await,
        Command::Api => commands::api::run().await,
        Command::Migrate => commands::migrate::run().await,
        Command::OperatorLink => commands::operator_link::run().await,
        Command::Import { file, dry_run } => {
            let mode = if dry_run {
                ImportMode::DryRun
            } else {
                ImportMode::Commit
            };
            commands::import::run(&file, mode).await
        }
        Command::Addresses { json } => {
            commands::addresses::run(OutputFormat::from_json_flag(json)).await
        }
        Command::RemoteCommand(remote) => run_remote(&server()?, remote).await,
        Command::Openapi { folder } => commands::openapi::run(&folder),
        Command::Health { url } => commands::health::run(&url).await,
    }
}

/// Runs a command for a running server.
async fn run_remote(server: &RemoteServer, remote: RemoteCommand) -> commands::CommandResult {
    match remote {
        RemoteCommand::Clients { command, json } => {
            commands::clients::run(server, command, OutputFormat::from_json_flag(json)).await
        }
        RemoteCommand::InitialTokens { command, json } => {
            commands::initial_tokens::run(server, command, OutputFormat::from_json_flag(json)).await
        }
        RemoteCommand::Users { command, json } => {
            commands::users::run(server, command, OutputFormat::from_json_flag(json)).await
        }
        RemoteCommand::Keys { command, json } => {
            commands::keys::run(server, command, OutputFormat::from_json_flag(json)).await
        }
        RemoteCommand::Ledger { command, json } => {
            commands::ledger::run(server, command, OutputFormat::from_json_flag(json)).await
        }
        RemoteCommand::Billing { command, json } => {
            commands::billing::run(server, command, OutputFormat::from_json_flag(json)).await
        }
        RemoteCommand::Doctor { json } => {
            commands::doctor::run(server, OutputFormat::from_json_flag(json)).await
        }
    }
}

/// Returns the server of the settings.
fn server() -> Result<RemoteServer, Box<dyn std::error::Error + Send + Sync>> {
    let environment = Environment::from_process();
    let settings = Settings::read(&environment)?;
    let mut remote = settings.remote;
    let base = remote.url.take().unwrap_or_else(|| {
        data::kept_address(&settings.data_dir)
            .unwrap_or_else(|| data::usual_address(&environment, settings.listen))
    });
    if remote.client_secret.is_none() && remote.client_id == OWN_CLIENT {
        remote.client_secret = data::cli_client(&settings.data_dir);
    }
    Ok(RemoteServer::new(base, remote)?)
}

/// Reports why the command failed.
fn report_failure(error: &dyn std::error::Error, code: u8) -> ExitCode {
    // If even standard error is closed, only the exit code reports the failure.
    let _written = writeln!(std::io::stderr(), "tollgate: {error}");
    ExitCode::from(code)
}
