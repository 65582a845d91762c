//! TLS of outgoing requests, with the system's certificates, over HTTP/2 or HTTP/1.1.

use std::sync::{Arc, LazyLock, OnceLock};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use rustls_platform_verifier::Verifier;

use super::client::install_crypto_provider;

/// The clients of a process share this, so that the process reads the system's certificates once.
static SHARED: LazyLock<ClientConfig> = LazyLock::new(config);

/// Returns the TLS configuration of every client.
pub(super) fn tls() -> ClientConfig {
    SHARED.clone()
}

fn config() -> ClientConfig {
    install_crypto_provider();
    let builder = ClientConfig::builder();
    let certificates = SystemCertificates::new(builder.crypto_provider());
    let mut config = builder
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(certificates))
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    config
}

/// Verifies servers by the system's certificates. The first handshake reads them: many processes never make one, and
/// reading some hundred files would slow every start.
#[derive(Debug)]
struct SystemCertificates {
    provider: Arc<CryptoProvider>,
    verifier: OnceLock<Verifier>,
}

impl SystemCertificates {
    fn new(provider: &Arc<CryptoProvider>) -> Self {
        Self {
            provider: Arc::clone(provider),
            verifier: OnceLock::new(),
        }
    }

    /// Returns the verifier. Fails while the system has no certificates; the next handshake tries again.
    fn verifier(&self) -> Result<&Verifier, Error> {
        if let Some(verifier) = self.verifier.get() {
            return Ok(verifier);
        }
        let verifier = Verifier::new(Arc::clone(&self.provider))?;
        Ok(self.verifier.get_or_init(|| verifier))
    }
}

impl ServerCertVerifier for SystemCertificates {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.verifier()?.verify_server_cert(
            end_entity,
            intermediates,
            server_name,
            ocsp_response,
            now,
        )
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.verifier()?.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.verifier()?.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let algorithms = &self.provider.signature_verification_algorithms;
        algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn first_handshake_reads_the_certificates_of_the_system() {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let certificates = SystemCertificates::new(&provider);
        assert!(!certificates.supported_verify_schemes().is_empty());
        assert!(certificates.verifier.get().is_none(), "nothing was read");
        let name = ServerName::try_from("example.com").unwrap();
        let nonsense = CertificateDer::from(vec![0]);
        let now = UnixTime::since_unix_epoch(Duration::from_hours(500_000));
        let refused = certificates.verify_server_cert(&nonsense, &[], &name, &[], now);
        assert!(matches!(refused, Err(Error::InvalidCertificate(_))));
        let schemes = certificates
            .verifier
            .get()
            .unwrap()
            .supported_verify_schemes();
        assert_eq!(schemes, certificates.supported_verify_schemes());
    }
}
