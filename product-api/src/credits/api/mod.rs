//! The operations that move credits, and that read balances and transactions.

mod amount;
mod balances;
mod batches;
mod charge;
mod check;
mod checks;
mod customer_balance;
mod explain;
mod explained;
mod forms;
mod hold_answer;
mod hold_forms;
mod holds;
mod listed;
mod metadata;
mod moves;
mod policy;
mod reads;
mod reversals;
mod spend_limit;
mod verifications;

pub(crate) use balances::BalancesApi;
pub(crate) use batches::BatchesApi;
pub(crate) use check::CheckApi;
pub(crate) use explain::ExplainApi;
pub(crate) use holds::HoldsApi;
pub(crate) use moves::MovesApi;
pub(crate) use policy::PolicyApi;
pub(crate) use reads::{MyCreditsApi, ReadsApi};
pub(crate) use reversals::ReversalsApi;
pub(crate) use verifications::LedgerApi;
