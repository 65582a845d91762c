//! The ledger: spends compared with separate transactions and with the engine's bare commits, the costs of a long
//! history, the costs of a wallet with very many lots, and the costs of the thresholds of automatic top-ups.

mod commits;
mod history;
mod hot;
mod judge;
mod requests;
mod run;
mod shop;
mod soak;
mod store;
mod topups;

pub(crate) use commits::measure as measure_commits;
pub(crate) use history::run as run_history;
pub(crate) use hot::run as run_hot;
pub(crate) use run::run;
pub(crate) use soak::run as soak;
pub(crate) use topups::run as run_topups;
