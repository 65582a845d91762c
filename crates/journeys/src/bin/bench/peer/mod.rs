//! Comparison of our provider with node-oidc-provider in one run: one load, in turns, every server on one core.

mod node;
mod ours;
mod run;
mod server;
mod table;

pub(crate) use run::run;

/// Word that selects the comparison.
pub(crate) const NAME: &str = "peer";
