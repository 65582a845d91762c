//! The double over HTTP, as clients, browsers and endpoints see it.
#![expect(
    clippy::unwrap_used,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "helpers of tests say by panicking what is missing"
)]

mod auth;
mod checkout;
mod clock;
mod deliveries;
mod disputes;
mod endpoints;
mod errors;
mod expansion;
mod faults;
mod idempotency;
mod lists;
mod members;
mod objects;
mod outcomes;
mod pages;
mod persistence;
mod portal;
mod receiver;
mod recorded_calls;
mod refunds;
mod renewals;
mod saved_methods;
mod schedules;
mod subscribing;
mod subscription_changes;
mod subscription_checkout;
mod topups;
mod versions;
mod world;
