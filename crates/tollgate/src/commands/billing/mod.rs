//! `tollgate billing`: payments of a running server compared with Stripe.

mod command;
mod reconcile;
mod replay;

pub(crate) use command::{BillingCommand, run};
