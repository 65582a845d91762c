//! Network of a request: the client's address behind trusted proxies, reduced to the unit of rate limits.

mod peer;
mod address_block;
#[cfg(test)]
mod tests;

pub(crate) use peer::network_of;
pub(crate) use address_block::Network;
