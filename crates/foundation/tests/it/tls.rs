//! The accept loop under TLS, seen from outside.

use foundation::http::{Door, Dress, Tls, dress};
use foundation::testing::{TestServer, trusting_client};
use foundation::{Clock, Random};
use poem::http::Version;
use poem::{Request, Route, get, handler};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[handler]
fn tells(request: &Request) -> String {
    format!("{} {:?}", request.scheme(), request.version())
}

struct Certified {
    certificate: String,
    key: String,
}

fn certified() -> Certified {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    Certified {
        certificate: cert.pem(),
        key: signing_key.serialize_pem(),
    }
}

async fn server(own: &Certified) -> (TestServer, String) {
    let (listener, base) = TestServer::bind().await;
    let tls = Tls::of_pem(own.certificate.as_bytes(), own.key.as_bytes()).unwrap();
    let usual = Dress::usual(Clock::system(), Random::system());
    let endpoint = dress(usual, Route::new().at("/", get(tells)));
    let server = TestServer::start(Door::with_tls(listener, tls), endpoint);
    (server, base.replace("http://", "https://"))
}

#[tokio::test]
async fn requests_come_in_under_tls() {
    let own = certified();
    let (_server, base) = server(&own).await;
    let client = trusting_client(own.certificate.as_bytes());
    for _each in 0..2 {
        let answer = client.get(format!("{base}/")).send().await.unwrap();
        assert_eq!(answer.version(), Version::HTTP_2);
        assert_eq!(answer.text().await.unwrap(), "https HTTP/2.0");
    }
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_not_believed() {
    let own = certified();
    let (_server, base) = server(&own).await;
    for client in [
        trusting_client(certified().certificate.as_bytes()),
        foundation::testing::patient_client(),
    ] {
        let answer = client.get(format!("{base}/")).send().await;
        assert!(answer.unwrap_err().is_connect());
    }
}

#[tokio::test]
async fn whoever_speaks_plainly_gets_no_answer() {
    let own = certified();
    let (server, _base) = server(&own).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut told = Vec::new();
    // The end may come as a reset.
    let _ended = stream.read_to_end(&mut told).await;
    assert!(
        !String::from_utf8_lossy(&told).contains("HTTP/1.1"),
        "{told:?}"
    );
}

#[test]
fn what_is_no_certificate_and_its_key_is_refused_in_words() {
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
        let refusal = Tls::of_pem(certificate.as_bytes(), key.as_bytes()).unwrap_err();
        assert!(refusal.to_string().contains(expected), "{refusal}");
    }
    assert!(Tls::of_pem(one.certificate.as_bytes(), one.key.as_bytes()).is_ok());
}
