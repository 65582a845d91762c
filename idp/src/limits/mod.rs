//! Rate limits: counters in the database for all replicas, or in memory for one.

mod asked;
mod bounded;
mod limit;
pub(crate) mod store;
mod take;
#[cfg(test)]
mod tests;
mod tries;

pub(crate) use asked::{OutboundLimit, host_of};
pub(crate) use bounded::{MemoryLimit, OverflowPolicy};
pub(crate) use limit::{Limit, Verdict};
pub(crate) use take::{
    forget, give_back, give_back_of_network, is_reached, take, take_of_network, take_with_reserve,
};
pub(crate) use tries::{SecretAttempt, SecretVerdict, WrongSecretLimit};
