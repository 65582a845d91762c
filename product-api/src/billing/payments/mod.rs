//! Payments: money that buyers have paid or are paying, the credits that it bought, and the fees.

mod api;
mod apply_payment;
mod charge_facts;
mod document;
mod fee;
mod find_document;
mod list;
mod payment;
mod provider_problem;
mod record_fee;
mod store;

pub(crate) use api::{MyPaymentsApi, PaymentsApi};
pub(crate) use apply_payment::apply_payment;
pub(crate) use charge_facts::charge_facts;
#[cfg(test)]
pub(crate) use payment::BalanceFacts;
pub(crate) use payment::{ChargeFacts, Payment, PaymentSource, PaymentState};
pub(crate) use provider_problem::{provider_problem, refused_by_provider};
pub(crate) use record_fee::record_fee;
#[cfg(test)]
pub(super) use store::TEXTS;
pub(crate) use store::{SaleRef, insert_payment, link_lots, lock_payment_of, update_payment};
