//! Billing: the intake of Stripe's events, the objects that they mark, applied with their grants, and comparisons with Stripe.
//! Each has packs and plans: sessions, subscriptions and invoices.

mod apply;
mod events;
mod intake;
mod lists;
mod population;
mod reconcile;
mod sales;
mod shop;
mod store;

pub(crate) use apply::run as run_apply;
pub(crate) use intake::run as run_intake;
pub(crate) use reconcile::run as run_reconcile;
