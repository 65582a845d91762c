//! TLS of the listener (RFC 8446), for installations without a proxy. New connections use a renewed certificate without
//! a restart.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use ring::digest::{Context, Digest, SHA256};
use rustls::ServerConfig;
use rustls::crypto::ring as provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tokio_util::sync::CancellationToken;

use crate::failure::Failure;

/// Application protocols, the preferred one first (RFC 7301).
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// A certificate with its key, for TLS 1.2 and 1.3. Clones share it and its renewals.
#[derive(Clone)]
pub struct Tls {
    /// Configuration for new connections.
    config: Arc<RwLock<Arc<ServerConfig>>>,
    files: Option<Arc<Files>>,
}

/// Files of the certificate and of its key, with the digest of their last content.
struct Files {
    certificate: PathBuf,
    key: PathBuf,
    seen: Mutex<Vec<u8>>,
}

impl Tls {
    /// Reads a certificate chain and an unencrypted private key as PEM texts; the key must belong to the certificate.
    pub fn from_pem(certificate: &[u8], key: &[u8]) -> Result<Self, Failure> {
        Ok(Self {
            config: Arc::new(RwLock::new(config(certificate, key)?)),
            files: None,
        })
    }

    /// Reads them from files, which [`Tls::reload_if_changed`] reads again.
    pub fn from_files(certificate: &Path, key: &Path) -> Result<Self, Failure> {
        let (chain, private) = (read(certificate)?, read(key)?);
        let files = Files {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            seen: Mutex::new(digest(&chain, &private).as_ref().to_vec()),
        };
        Ok(Self {
            files: Some(Arc::new(files)),
            ..Self::from_pem(&chain, &private)?
        })
    }

    /// Loads the files if they have changed. New connections use them; existing ones continue. Damaged files, or a pair
    /// of which only one is renewed, fail once, and the previous certificate stays in use.
    pub fn reload_if_changed(&self) -> Result<bool, Failure> {
        let Some(files) = &self.files else {
            return Ok(false);
        };
        let (chain, private) = (read(&files.certificate)?, read(&files.key)?);
        let digest = digest(&chain, &private);
        {
            let mut seen = files.seen.lock().unwrap_or_else(PoisonError::into_inner);
            if *seen == digest.as_ref() {
                return Ok(false);
            }
            *seen = digest.as_ref().to_vec();
        }
        let renewed = config(&chain, &private)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = renewed;
        Ok(true)
    }

    /// Checks the files after each pause until the service stops.
    pub async fn keep_renewed(self, pause: Duration, stopping: CancellationToken) {
        if self.files.is_none() {
            return;
        }
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            say(self.reload_if_changed());
        }
    }

    /// Performs the handshake.
    pub(super) async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
    ) -> io::Result<TlsStream<S>> {
        let config = Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner));
        TlsAcceptor::from(config).accept(stream).await
    }
}

fn say(renewed: Result<bool, Failure>) {
    match renewed {
        Ok(true) => tracing::info!("new connections get the renewed TLS certificate"),
        Ok(false) => {}
        Err(failure) => warn(&failure),
    }
}

fn warn(failure: &Failure) {
    tracing::warn!(%failure, "the renewed TLS certificate cannot be used; the one of before counts on");
}

fn config(certificate: &[u8], key: &[u8]) -> Result<Arc<ServerConfig>, Failure> {
    let chain = CertificateDer::pem_slice_iter(certificate)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| Failure::broken("reading the TLS certificate", error))?;
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| {
        Failure::broken(
            "reading the TLS key (it has to be PEM, not encrypted)",
            error,
        )
    })?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(provider::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
        .map_err(|error| Failure::broken("taking the TLS certificate and its key", error))?;
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).into();
    Ok(Arc::new(config))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path)
        .map_err(|error| Failure::broken(format!("reading {}", path.display()), error))
}

/// Returns a digest of both files: tools differ in how they replace files and set their times.
fn digest(certificate: &[u8], key: &[u8]) -> Digest {
    let mut both = Context::new(&SHA256);
    both.update(&certificate.len().to_be_bytes());
    both.update(certificate);
    both.update(key);
    both.finish()
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls")
    }
}
