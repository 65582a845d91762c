//! The operations on comparisons with Stripe and on findings: those of a connection's owner, and those of the operator.

mod findings;
mod forms;
mod operator_findings;
mod operator_runs;
mod operator_status;
mod run_forms;
mod runs;
mod status_forms;

pub(crate) use findings::FindingsApi;
pub(crate) use operator_findings::OperatorFindingsApi;
pub(crate) use operator_runs::OperatorReconcileApi;
pub(crate) use operator_status::OperatorStatusApi;
pub(crate) use runs::ReconcileApi;
