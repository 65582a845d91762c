//! The commands of the group, and the choice among them.

use clap::Subcommand;

use super::export::{self, ExportArguments};
use super::reconcile::{self, ReconcileArguments};
use super::replay::{self, ReplayArguments};
use super::status;
use crate::commands::CommandResult;
use crate::remote::{OutputFormat, RemoteServer};

#[derive(Debug, Subcommand)]
pub(crate) enum BillingCommand {
    /// Compare all payments with Stripe. Exits with 0 if both agree, 3 if there are findings, 4 if Stripe does not respond.
    Reconcile(ReconcileArguments),
    /// Fetch objects from Stripe again and apply them, as if their events had arrived.
    Replay(ReplayArguments),
    /// Show all connections to Stripe. Exits with 0 if all is well, 3 if dead letters or findings need a decision, 4 if Stripe
    /// does not respond or does not accept a key.
    Status,
    /// Write the money journal of a website and a period, as CSV or JSON lines; docs/billing/export.md describes a line.
    Export(ExportArguments),
}

pub(crate) async fn run(
    server: &RemoteServer,
    command: BillingCommand,
    form: OutputFormat,
) -> CommandResult {
    match command {
        BillingCommand::Reconcile(arguments) => reconcile::run(server, &arguments, form).await,
        BillingCommand::Replay(arguments) => replay::run(server, &arguments, form).await,
        BillingCommand::Status => status::run(server, form).await,
        BillingCommand::Export(arguments) => export::run(server, &arguments).await,
    }
}
