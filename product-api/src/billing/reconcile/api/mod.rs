//! The operations on comparisons with Stripe and on findings: those of a connection's owner, and those of the operator.

mod findings;
mod forms;
mod operator_findings;
mod operator_runs;
mod run_forms;
mod runs;

pub(crate) use findings::FindingsApi;
pub(crate) use operator_findings::OperatorFindingsApi;
pub(crate) use operator_runs::OperatorReconcileApi;
pub(crate) use runs::ReconcileApi;
