//! The ledger: spends against transactions one by one and against the engine's bare commits, what a long history costs, and what
//! a wallet of very many lots costs the others.

mod asks;
mod commits;
mod history;
mod hot;
mod judge;
mod run;
mod shop;
mod soak;
mod store;

pub(crate) use history::run as run_history;
pub(crate) use hot::run as run_hot;
pub(crate) use run::run;
pub(crate) use soak::run as soak;
