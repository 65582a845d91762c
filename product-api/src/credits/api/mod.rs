//! The operations that move credits, and that read balances and transactions.

mod amount;
mod balances;
mod charge;
mod check;
mod holds;
mod metadata;
mod policy;
mod responses;
mod reversals;
mod spends;
mod text_checks;
mod transactions;
mod verification;

pub(crate) use balances::BalancesApi;
pub(crate) use check::CheckApi;
pub(crate) use holds::HoldsApi;
pub(crate) use metadata::Metadata;
pub(crate) use policy::PolicyApi;
pub(crate) use reversals::ReversalsApi;
pub(crate) use spends::{BatchesApi, MovesApi};
pub(crate) use text_checks::checked_metadata;
pub(crate) use transactions::{ExplainApi, MyCreditsApi, ReadsApi};
pub(crate) use verification::LedgerApi;
