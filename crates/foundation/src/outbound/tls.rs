//! TLS towards everybody outside: servers for which the system's certificates vouch, over HTTP/2 or HTTP/1.1.

use std::sync::OnceLock;

use rustls::ClientConfig;
use rustls_platform_verifier::ConfigVerifierExt;

use super::client::install_crypto_provider;
use crate::failure::Failure;

/// What the clients of a process share: reading the system's certificates takes longer than all else that a client's making
/// takes, and a process has several clients.
static SHARED: OnceLock<ClientConfig> = OnceLock::new();

/// How a client speaks TLS.
pub(super) fn tls() -> Result<ClientConfig, Failure> {
    if let Some(shared) = SHARED.get() {
        return Ok(shared.clone());
    }
    install_crypto_provider();
    let mut config = ClientConfig::with_platform_verifier()
        .map_err(|error| Failure::broken("reading the system's root certificates", error))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(SHARED.get_or_init(|| config).clone())
}
