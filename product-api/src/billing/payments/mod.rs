//! Payments: money that buyers have paid or are paying, the credits that it bought, the fees, and what has gone back of it.

mod api;
mod apply_fraud_warning;
mod apply_payment;
mod charge_facts;
mod dispute;
mod document;
mod end_allowances;
mod expire_early;
mod fee;
mod fetch_reversals;
mod find_document;
mod levels;
mod list;
mod list_notices;
mod mail_owner;
mod mark_waiting;
mod note_reversals;
mod payment;
mod proportion;
mod provider_problem;
mod record_fee;
mod record_money;
mod record_refund_outcome;
mod record_reversals;
mod refund;
mod reversal_facts;
mod reversal_movements;
mod reversal_steps;
mod settle_payment;
mod store;
mod undivided_money;

pub(crate) use api::{
    DetailDto as PaymentDetailDto, DisputeDto, DisputeStateName, MyPaymentsApi, PaymentsApi,
    RefundDto,
};
pub(crate) use apply_fraud_warning::apply_fraud_warning;
#[cfg(test)]
pub(crate) use apply_fraud_warning::{WarningFacts, apply_warning_facts};
#[cfg(test)]
pub(crate) use apply_payment::{IntentFacts, apply_intent_facts};
pub(crate) use apply_payment::{apply_payment, mark_payment, mark_reversed};
pub(crate) use charge_facts::charge_facts;
pub(crate) use dispute::{Dispute, DisputeState, ListedDispute};
pub(crate) use end_allowances::{end_allowances, recognize_breakage};
pub(crate) use expire_early::expire_early;
pub(crate) use fetch_reversals::{REFUND, dispute_facts, fetch_reversals, refund_facts};
pub(crate) use levels::{promised_minor, refunded_minor};
pub(crate) use list::{PaymentDetail, find_for_website as find_payment_of_website};
pub(crate) use list_notices::{PaymentNotice, PaymentNoticeKind, list_payment_notices};
pub(crate) use mark_waiting::mark_waiting;
#[cfg(test)]
pub(crate) use payment::{BalanceFacts, FraudState};
pub(crate) use payment::{ChargeFacts, Payment, PaymentReversal, PaymentSource, PaymentState};
pub(crate) use provider_problem::{provider_problem, refused_by_provider};
pub(crate) use record_fee::record_fee;
pub(crate) use record_money::{divide_cost, record_money};
pub(crate) use record_refund_outcome::{RefundOutcome, record_refund_outcome};
pub(crate) use refund::{Refund, RefundRecord, RefundState};
#[cfg(test)]
pub(crate) use reversal_facts::RefundFacts;
pub(crate) use reversal_facts::{DisputeFacts, ReversalFacts};
pub(crate) use settle_payment::settle_payment;
#[cfg(test)]
pub(super) use store::TEXTS;
pub(crate) use store::{
    SaleRef, claim_refund, disputes_of, disputes_of_book, due_refunds, find_refund, insert_payment,
    insert_refund, intent_of, link_lots, lock_payment, lock_payment_of, lot_ids, postpone_refund,
    refunds_of, update_payment, update_refund,
};
pub(crate) use undivided_money::UndividedMoney;
