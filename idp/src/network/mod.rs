//! Where a request comes from: the client's address behind trusted proxies, and the network it counts as.

mod peer;
mod place;
#[cfg(test)]
mod tests;

pub(crate) use peer::network_of;
pub(crate) use place::Network;
