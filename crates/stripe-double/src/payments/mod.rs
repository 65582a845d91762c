//! Payments: the test numbers, and the changes that a payment makes.

mod amounts;
mod attempt;
mod balance;
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
mod test_numbers;
mod warnings;

pub(crate) use amounts::{SessionLine, currency_refusal, minimum_amount, set_lines, write_amount};
pub(crate) use attempt::{AttemptResult, PayerDetails, attempt, confirm};
pub(crate) use delayed::end_delayed_payment;
pub(crate) use disputes::{DisputeAction, DisputeOpening, act_on_dispute, open_dispute};
pub(crate) use expire::expire_session;
pub(crate) use methods::TestMethod;
pub(crate) use refunds::{RefundRequest, create_refund, end_refund};
pub(crate) use saved_method::{add_method, detach_method, set_default_method};
pub(crate) use setup::create_setup_intent;
pub(crate) use test_numbers::{find_method, find_number, main_methods};
pub(crate) use warnings::warn_of_fraud;
