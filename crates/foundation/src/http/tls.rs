//! TLS of the listener itself (RFC 8446), for installations without a proxy in front.

use std::io;
use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::failure::Failure;

/// What is spoken inside, the best first (RFC 7301).
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// A certificate with its key, ready for connections; TLS 1.2 and 1.3.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

impl Tls {
    /// Reads a certificate chain and an unencrypted private key, both as PEM text; the key has to be the certificate's.
    pub fn of_pem(certificate: &[u8], key: &[u8]) -> Result<Self, Failure> {
        let chain = CertificateDer::pem_slice_iter(certificate)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Failure::broken("reading the TLS certificate", error))?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| {
            Failure::broken(
                "reading the TLS key (it has to be PEM, not encrypted)",
                error,
            )
        })?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
            .map_err(|error| Failure::broken("taking the TLS certificate and its key", error))?;
        config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).into();
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }

    /// The same from files. They are read once: a new certificate counts from the next start.
    pub fn of_files(certificate: &Path, key: &Path) -> Result<Self, Failure> {
        let read = |path: &Path| {
            std::fs::read(path)
                .map_err(|error| Failure::broken(format!("reading {}", path.display()), error))
        };
        Self::of_pem(&read(certificate)?, &read(key)?)
    }

    /// Shakes hands.
    pub(super) async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
    ) -> io::Result<TlsStream<S>> {
        self.0.accept(stream).await
    }
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls")
    }
}
