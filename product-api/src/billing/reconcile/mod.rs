//! Reconciliation: our records compared with Stripe's, repairs of what was lost, and findings that need a decision.

mod accept;
mod api;
mod charges;
mod compare_invoice;
mod compare_movement;
mod compare_part;
mod compare_payment;
mod compare_session;
mod compare_subscription;
mod context;
mod earlier_findings;
mod execute;
mod figures;
mod finding;
mod invoices;
mod light;
mod list;
mod movements;
mod own_records;
mod own_side;
mod page;
mod read_status;
mod request_run;
mod run;
mod save_page;
mod schedule;
mod sessions;
mod start;
mod store;
mod subscriptions;

pub(crate) use api::{
    FindingsApi, OperatorFindingsApi, OperatorReconcileApi, OperatorStatusApi, ReconcileApi,
};
pub(crate) use figures::read_figures as read_reconcile_figures;
pub use schedule::reconcile_due;
pub(crate) use schedule::start as start_reconcile;
pub(crate) use store::runs::OLD_RECONCILE_RUNS;

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(super) const TEXTS: [&[&str]; 3] = [
    store::findings::TEXTS,
    store::own_payments::TEXTS,
    store::runs::TEXTS,
];
