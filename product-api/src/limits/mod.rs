//! Limits of requests: how often an API key may call, and how often about one customer, counted in memory by each server.

mod endpoint;
mod limiter;
mod take;

pub(crate) use endpoint::Limited;
pub(crate) use take::{Limits, Slot};
