//! The outgoing HTTP client, and a guarded one for URLs from external parties.

mod address;
mod allowed_hosts;
mod client;
mod guarded_client;
mod post;
#[cfg(test)]
mod proxy_tests;
mod resolver;
#[cfg(test)]
mod tests;
mod tls;
mod upstream_service;

pub use allowed_hosts::{AllowedHosts, HostPort, HostPortError};
pub use client::{MAX_RESPONSE, client, client_through, install_crypto_provider, read_bounded};
pub(crate) use client::{client_trusting, client_with};
pub use guarded_client::{FetchResponse, GuardedClient};
pub use post::{PostError, PostResponse};
pub use upstream_service::UpstreamService;
