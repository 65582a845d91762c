//! Tests billing over HTTP, with a double of Stripe.

mod account_keys;
mod buying;
mod catalog;
mod catalog_drift;
mod catalog_sync;
mod checks;
mod connecting;
mod delivering;
mod disputing;
mod faults;
mod findings;
mod histories;
mod inbox;
mod owners;
pub(crate) mod packs;
mod portal;
mod pretend;
mod racing;
mod reconciling;
mod refunding;
mod refusing;
mod revenue;
pub(crate) mod sales;
mod secrets;
mod selling;
mod settings;
pub(crate) mod stripe;
