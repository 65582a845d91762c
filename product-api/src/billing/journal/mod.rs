//! The money journal: every amount that a website earns, owes or loses, in double entry, apart from the credits ledger.

mod accounting_day;
mod cost;
mod legs;
mod lot_recognition;
mod money_account;
mod money_transaction;
mod recognize;
mod record;
mod record_dispute;
mod record_early_expiries;
mod record_refund;
mod record_ungranted;
mod return_cost;
mod store;

pub(crate) use accounting_day::AccountingDay;
pub(crate) use cost::split_cost;
pub(crate) use legs::{fee_legs, payment_legs};
pub(crate) use money_account::MoneyAccount;
pub(crate) use money_transaction::{MoneyEntry, MoneyTransaction, MoneyTransactionKind};
pub use recognize::recognize_revenue;
pub(crate) use record::{LotCost, add_lot_costs, record, record_once};
pub(crate) use record_dispute::{
    DisputeLegs, record_dispute_loss_undone, record_dispute_lost, record_dispute_reinstated,
    record_dispute_withdrawn,
};
pub(crate) use record_early_expiries::record_early_expiries;
pub(crate) use record_refund::{
    LateReturn, RefundLegs, record_late_return, record_refund, record_refund_undone,
};
pub(crate) use record_ungranted::{UngrantedMoney, record_ungranted};
pub(crate) use return_cost::{restore_cost, return_cost};
