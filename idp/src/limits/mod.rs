//! Rate limits: counters in the database for all replicas, or in memory for one.

mod limit;
mod memory;
mod outbound;
pub(crate) mod store;
mod take;
#[cfg(test)]
mod tests;
mod wrong_secrets;

pub(crate) use limit::{Limit, LimitOutcome};
pub(crate) use memory::{MemoryLimit, OverflowPolicy};
pub(crate) use outbound::{OutboundLimit, host_of};
pub(crate) use take::{
    give_back, give_back_of_network, is_reached, reset, take, take_of_network, take_with_reserve,
};
pub(crate) use wrong_secrets::{SecretAttempt, SecretOutcome, WrongSecretLimit};
