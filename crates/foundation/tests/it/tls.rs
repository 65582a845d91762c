//! The accept loop under TLS, seen from a client.

use std::sync::Arc;
use std::time::Duration;

use foundation::http::{Listener, Middleware, Tls, with_middleware};
use foundation::testing::{TestServer, trusting_client};
use foundation::{Clock, Random};
use poem::http::Version;
use poem::{Request, Route, get, handler};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

#[handler]
fn describe(request: &Request) -> String {
    format!("{} {:?}", request.scheme(), request.version())
}

struct TestCertificate {
    certificate: String,
    key: String,
}

fn certified() -> TestCertificate {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    TestCertificate {
        certificate: cert.pem(),
        key: signing_key.serialize_pem(),
    }
}

async fn server(own: &TestCertificate) -> (TestServer, String) {
    let (listener, base) = TestServer::bind().await;
    let tls = Tls::from_pem(own.certificate.as_bytes(), own.key.as_bytes()).unwrap();
    let usual = Middleware::new(Clock::system(), Random::system());
    let endpoint = with_middleware(usual, Route::new().at("/", get(describe)));
    let server = TestServer::start(Listener::with_tls(listener, tls), endpoint);
    (server, base.replace("http://", "https://"))
}

#[tokio::test]
async fn requests_come_in_under_tls() {
    let own = certified();
    let (_server, base) = server(&own).await;
    let client = trusting_client(own.certificate.as_bytes());
    for _each in 0..2 {
        let response = client.get(format!("{base}/")).send().await.unwrap();
        assert_eq!(response.version(), Version::HTTP_2);
        assert_eq!(response.text().await.unwrap(), "https HTTP/2.0");
    }
}

/// Performs a handshake with one TLS version only. Returns the negotiated version.
async fn agreed(
    server: &TestServer,
    own: &TestCertificate,
    only: &'static rustls::SupportedProtocolVersion,
) -> Option<rustls::ProtocolVersion> {
    let mut roots = rustls::RootCertStore::empty();
    let certificate = CertificateDer::from_pem_slice(own.certificate.as_bytes()).unwrap();
    roots.add(certificate).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[only])
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(server.address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let connector = tokio_rustls::TlsConnector::from(Arc::new(config));
    let stream = connector.connect(name, stream).await.unwrap();
    stream.get_ref().1.protocol_version()
}

/// Section 1.2 of the conformance plan: only TLS 1.2 and 1.3.
#[tokio::test]
async fn tls_is_1_2_or_1_3_and_nothing_older() {
    let own = certified();
    let (server, _base) = server(&own).await;
    let new = agreed(&server, &own, &rustls::version::TLS13).await;
    assert_eq!(new, Some(rustls::ProtocolVersion::TLSv1_3));
    let old = agreed(&server, &own, &rustls::version::TLS12).await;
    assert_eq!(old, Some(rustls::ProtocolVersion::TLSv1_2));
    // A ClientHello of TLS 1.1: a random number, no session, one cipher suite, no compression, no extensions.
    let body = [&[3, 2][..], &[7; 32], &[0, 0, 2, 0, 0x2f, 1, 0]].concat();
    let length = u8::try_from(body.len()).unwrap();
    let hello = [&[1, 0, 0, length][..], &body].concat();
    let record = [&[0x16, 3, 1, 0, length + 4][..], &hello].concat();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(&record).await.unwrap();
    let mut response = Vec::new();
    let _ended = stream.read_to_end(&mut response).await;
    // The server sends an alert or no byte, never a ServerHello.
    assert!(
        response.first().is_none_or(|kind| *kind == 0x15),
        "{response:?}"
    );
}

/// A certificate in files, as a renewal tool leaves them.
struct CertificateFiles(TempDir);

impl CertificateFiles {
    fn with(own: &TestCertificate) -> Self {
        let folder = Self(TempDir::new().unwrap());
        folder.becomes(&own.certificate, &own.key);
        folder
    }

    fn becomes(&self, certificate: &str, key: &str) {
        std::fs::write(self.0.path().join("tls.pem"), certificate).unwrap();
        std::fs::write(self.0.path().join("key.pem"), key).unwrap();
    }

    fn tls(&self) -> Tls {
        let at = |name: &str| self.0.path().join(name);
        Tls::from_files(&at("tls.pem"), &at("key.pem")).unwrap()
    }
}

fn behind(listener: TcpListener, tls: &Tls) -> TestServer {
    let usual = Middleware::new(Clock::system(), Random::system());
    let endpoint = with_middleware(usual, Route::new().at("/", get(describe)));
    TestServer::start(Listener::with_tls(listener, tls.clone()), endpoint)
}

/// Returns true if a client that trusts only this certificate gets a response on a new connection.
async fn is_served(base: &str, own: &TestCertificate) -> bool {
    let client = trusting_client(own.certificate.as_bytes());
    client.get(format!("{base}/")).send().await.is_ok()
}

#[tokio::test]
async fn renewed_certificate_counts_for_new_connections_while_old_ones_live() {
    let (old, new, other) = (certified(), certified(), certified());
    let files = CertificateFiles::with(&old);
    let tls = files.tls();
    let (listener, base) = TestServer::bind().await;
    let _server = behind(listener, &tls);
    let base = base.replace("http://", "https://");
    // A client that sends all of its requests on one connection.
    let visitor = trusting_client(old.certificate.as_bytes());
    let ask = async || visitor.get(format!("{base}/")).send().await;
    assert!(ask().await.is_ok());
    assert!(!tls.reload_if_changed().unwrap(), "nothing is new");
    for (certificate, key) in [
        ("", ""),
        (new.certificate.as_str(), old.key.as_str()),
        (other.certificate.as_str(), "no key"),
    ] {
        files.becomes(certificate, key);
        assert!(tls.reload_if_changed().is_err());
        assert!(!tls.reload_if_changed().unwrap(), "it is refused once");
        assert!(is_served(&base, &old).await, "the one of before counts on");
    }
    files.becomes(&new.certificate, &new.key);
    assert!(tls.reload_if_changed().unwrap());
    assert!(is_served(&base, &new).await);
    assert!(!is_served(&base, &old).await);
    assert!(ask().await.is_ok(), "the old connection stays open");
    std::fs::remove_file(files.0.path().join("key.pem")).unwrap();
    assert!(tls.reload_if_changed().is_err());
    assert!(is_served(&base, &new).await);
}

#[tokio::test]
async fn files_are_looked_at_until_the_service_stops() {
    let (old, new) = (certified(), certified());
    let files = CertificateFiles::with(&old);
    let tls = files.tls();
    let (listener, base) = TestServer::bind().await;
    let _server = behind(listener, &tls);
    let base = base.replace("http://", "https://");
    let stopping = CancellationToken::new();
    let looking = tls.keep_renewed(Duration::from_millis(5), stopping.clone());
    let renewing = async {
        files.becomes(&new.certificate, &new.key);
        while !is_served(&base, &new).await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        stopping.cancel();
    };
    let both = async { tokio::join!(looking, renewing) };
    tokio::time::timeout(Duration::from_mins(2), both)
        .await
        .expect("the new certificate");
}

#[tokio::test]
async fn untrusted_certificate_is_refused() {
    let own = certified();
    let (_server, base) = server(&own).await;
    for client in [
        trusting_client(certified().certificate.as_bytes()),
        foundation::testing::test_client(),
    ] {
        let response = client.get(format!("{base}/")).send().await;
        assert!(response.unwrap_err().is_connect());
    }
}

#[tokio::test]
async fn plain_http_at_a_tls_port_gets_no_response() {
    let own = certified();
    let (server, _base) = server(&own).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut response = Vec::new();
    // The end may be a reset.
    let _ended = stream.read_to_end(&mut response).await;
    assert!(
        !String::from_utf8_lossy(&response).contains("HTTP/1.1"),
        "{response:?}"
    );
}

#[test]
fn invalid_certificate_or_key_is_refused_with_a_message() {
    let (one, other) = (certified(), certified());
    let rows = [
        (one.certificate.as_str(), "", "reading the TLS key"),
        ("", one.key.as_str(), "taking the TLS certificate"),
        (
            one.certificate.as_str(),
            other.key.as_str(),
            "taking the TLS certificate",
        ),
        (
            "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n",
            one.key.as_str(),
            "reading the TLS certificate",
        ),
    ];
    for (certificate, key, expected) in rows {
        let refusal = Tls::from_pem(certificate.as_bytes(), key.as_bytes()).unwrap_err();
        assert!(refusal.to_string().contains(expected), "{refusal}");
    }
    assert!(Tls::from_pem(one.certificate.as_bytes(), one.key.as_bytes()).is_ok());
}
