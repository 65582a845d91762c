//! The outgoing HTTP client, and a guarded one for URLs from external parties.

mod address;
mod allowed;
mod client;
mod guarded;
mod neighbour;
mod post;
#[cfg(test)]
mod proxy_tests;
mod resolver;
#[cfg(test)]
mod tests;
mod tls;

pub use allowed::{Allowed, HostPort, NotHostPort};
pub use client::{MAX_RESPONSE, client, client_through, install_crypto_provider, read_bounded};
pub(crate) use client::{client_trusting, client_with};
pub use guarded::{Got, Guarded};
pub use neighbour::Neighbour;
pub use post::{Posted, Unreached};
