//! The operations that read the money journal, its sums and its payments.

mod export_response;
mod forms;
mod journal_file;
mod liability_forms;
mod operator_journal;
mod operator_revenue;
mod payment_file;
mod payment_forms;
mod revenue;
mod revenue_forms;
mod revenue_payments;

pub(crate) use operator_journal::OperatorJournalApi;
pub(crate) use operator_revenue::OperatorRevenueApi;
pub(crate) use revenue::RevenueApi;
pub(crate) use revenue_payments::RevenuePaymentsApi;
