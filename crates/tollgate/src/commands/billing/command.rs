//! The commands of the group, and the choice among them.

use clap::Subcommand;

use super::reconcile::{self, ReconcileArguments};
use super::replay::{self, ReplayArguments};
use crate::commands::CommandResult;
use crate::remote::{OutputFormat, RemoteServer};

#[derive(Debug, Subcommand)]
pub(crate) enum BillingCommand {
    /// Compare all payments with Stripe. Exits with 0 if both agree, 3 if there are findings, 4 if Stripe does not respond.
    Reconcile(ReconcileArguments),
    /// Fetch objects from Stripe again and apply them, as if their events had arrived.
    Replay(ReplayArguments),
}

pub(crate) async fn run(
    server: &RemoteServer,
    command: BillingCommand,
    form: OutputFormat,
) -> CommandResult {
    match command {
        BillingCommand::Reconcile(arguments) => reconcile::run(server, &arguments, form).await,
        BillingCommand::Replay(arguments) => replay::run(server, &arguments, form).await,
    }
}
