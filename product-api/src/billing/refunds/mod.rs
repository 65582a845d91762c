//! Refunds that owners or their back ends make here: the preview, the call to Stripe, which the sweep repeats if a server ends,
//! and its outcome. Module `payments` takes the credits back, also for refunds in the Stripe dashboard.

mod api;
mod create_refund;
mod find_payment;
mod load_refund;
mod offer_refunds;
mod precheck;
mod refund_offer;
mod refund_problems;
mod refund_request;
mod send_refund;
mod sweep_refunds;

pub(crate) use api::RefundsApi;
pub(crate) use sweep_refunds::sweep_refunds;
