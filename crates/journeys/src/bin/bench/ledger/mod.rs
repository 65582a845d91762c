//! The ledger: spends against transactions one by one and against the engine's bare commits, and what a long history costs.

mod asks;
mod commits;
mod history;
mod judge;
mod run;
mod shop;
mod soak;
mod store;

pub(crate) use history::run as run_history;
pub(crate) use run::run;
pub(crate) use soak::run as soak;
