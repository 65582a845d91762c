//! `tollgate billing`: payments of a running server, compared with Stripe or as a journal.

mod command;
mod export;
mod reconcile;
mod replay;
mod status;

pub(crate) use command::{BillingCommand, run};
