//! Payments: the test numbers, and the changes that a payment makes.

mod amounts;
mod attempt;
mod attempt_result;
mod balance;
mod buyer;
mod charge;
mod complete;
mod delayed;
mod disputes;
mod expire;
mod intent;
mod invoice;
mod methods;
mod refunds;
mod saved_method;
mod setup;
mod setup_intents;
mod test_numbers;
mod unpaid;
mod warnings;

pub(crate) use amounts::{SessionLine, currency_refusal, minimum_amount, set_lines, write_amount};
pub(crate) use attempt::{PayerDetails, attempt, confirm};
pub(crate) use attempt_result::AttemptResult;
pub(crate) use buyer::create_buyer;
pub(crate) use charge::{ChargeFailure, create_charge, fail_charge, payment_error};
pub(crate) use complete::{complete_session, follow_up};
pub(crate) use delayed::end_delayed_payment;
pub(crate) use disputes::{DisputeAction, DisputeOpening, act_on_dispute, open_dispute};
pub(crate) use expire::expire_session;
pub(crate) use intent::{fail_intent, new_intent, succeed_intent};
pub(crate) use methods::{MethodOutcome, TestMethod};
pub(crate) use refunds::{RefundRequest, create_refund, end_refund};
pub(crate) use saved_method::{
    add_method, attach, card_details, create_method, detach_method, outcome_of_saved,
    set_default_method,
};
pub(crate) use setup_intents::{
    SETUP_NOT_CONFIRMED, ask_to_confirm_setup, create_setup_intent, fail_setup, redirect_action,
    succeed_setup_intent,
};
pub(crate) use test_numbers::{find_method, find_number, main_methods};
pub(crate) use unpaid::{ask_for_confirmation, decline};
pub(crate) use warnings::warn_of_fraud;
