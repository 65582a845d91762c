//! The outgoing HTTP client: limits of time and size, no redirects, one TLS implementation.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::redirect::Policy;
use reqwest::{NoProxy, Proxy};
use url::Url;

use super::allowed_hosts::AllowedHosts;
use super::tls::tls;
use crate::failure::Failure;

/// Time limit for connecting.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);
/// Time limit for a whole request with its response.
pub(super) const TOTAL_LIMIT: Duration = Duration::from_secs(8);
/// An unused connection is closed after this time, earlier than most servers close it: a request is lost on a
/// connection that its server closes at that moment. Node.js closes after five seconds.
const MAX_IDLE: Duration = Duration::from_secs(4);
/// Maximum length of an upstream response's body, in bytes.
pub const MAX_RESPONSE: usize = 512 * 1024;

/// Creates the client; one per process is enough. It ignores the proxies of the environment.
pub fn client() -> Result<reqwest::Client, Failure> {
    client_with(CONNECT_LIMIT, TOTAL_LIMIT)
}

/// Creates a client that sends its requests through a proxy, except those to this machine and to the hosts that the
/// operator allows by name.
pub fn client_through(proxy: &Url, allowed: &AllowedHosts) -> Result<reqwest::Client, Failure> {
    let direct = format!("localhost,127.0.0.1,::1,{}", allowed.hosts().join(","));
    let proxy = Proxy::all(proxy.clone())
        .map_err(|error| Failure::broken("reading the address of the proxy", error))?
        .no_proxy(NoProxy::from_string(&direct));
    let builder = builder(CONNECT_LIMIT, TOTAL_LIMIT).proxy(proxy);
    built(builder.tls_backend_preconfigured(tls()))
}

/// Creates a client with other limits, for tests that are not about time.
pub(crate) fn client_with(connect: Duration, total: Duration) -> Result<reqwest::Client, Failure> {
    built(builder(connect, total).tls_backend_preconfigured(tls()))
}

/// Creates a client that trusts only one certificate, for tests under TLS.
pub(crate) fn client_trusting(
    certificate: reqwest::Certificate,
    limit: Duration,
) -> Result<reqwest::Client, Failure> {
    built(builder(limit, limit).tls_certs_only([certificate]))
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that makes clients"
)]
fn builder(connect: Duration, total: Duration) -> reqwest::ClientBuilder {
    install_crypto_provider();
    reqwest::Client::builder()
        .redirect(Policy::none())
        // HTTP_PROXY of the environment is for a user's programs; that proxy would see the secrets of our requests.
        .no_proxy()
        .connect_timeout(connect)
        .timeout(total)
        .pool_idle_timeout(MAX_IDLE)
        .user_agent("tollgate")
}

fn built(builder: reqwest::ClientBuilder) -> Result<reqwest::Client, Failure> {
    builder
        .build()
        .map_err(|error| Failure::broken("making the outgoing HTTP client", error))
}

/// Installs ring as the TLS provider of the process; without one the creation of a client panics.
pub fn install_crypto_provider() {
    // An error means that a provider is already installed, which is sufficient.
    let _installed = rustls::crypto::ring::default_provider().install_default();
}

/// Reads a body of at most [`MAX_RESPONSE`] bytes.
pub async fn read_bounded(response: reqwest::Response) -> Result<Bytes, Failure> {
    read_at_most(response, MAX_RESPONSE).await
}

pub(super) async fn read_at_most(
    mut response: reqwest::Response,
    most: usize,
) -> Result<Bytes, Failure> {
    let mut body = BytesMut::new();
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(|error| Failure::unavailable("reading a service's response", error))?
    {
        if body.len() + chunk.len() > most {
            return Err(Failure::unavailable(
                "reading a service's response",
                "it is too long",
            ));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}
