//! Billing: the intake of Stripe's events, and the objects that they mark, applied with their grants.

mod apply;
mod events;
mod intake;
mod shop;
mod store;

pub(crate) use apply::run as run_apply;
pub(crate) use intake::run as run_intake;
