//! Deliveries of events to webhook endpoints.

mod outgoing;
mod send;
mod signature;

pub(crate) use outgoing::{due_events, record_result};
pub(crate) use send::send;
pub use signature::sign;
