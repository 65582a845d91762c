//! Rate limits of API keys and of requests about one customer, counted in memory by each server.

mod endpoint;
mod limiter;
mod take;

pub(crate) use endpoint::RateLimitFields;
pub(crate) use take::{Limits, RateLimitSlot};
