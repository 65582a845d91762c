//! Network of a request: the client's address behind trusted proxies, reduced to the unit of rate limits.

mod address_block;
mod peer;
#[cfg(test)]
mod tests;

pub(crate) use address_block::Network;
pub(crate) use peer::network_of;
