//! HTTP/2 connections that flood (attack J6): each is ended, and the others are served meanwhile.

use std::sync::Arc;
use std::time::Duration;

use foundation::http::{Door, Patience, Tls};
use foundation::testing::TestServer;
use poem::endpoint::make_sync;
use poem::{EndpointExt, IntoResponse};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const SETTINGS: [u8; 9] = [0, 0, 0, 4, 0, 0, 0, 0, 0];
/// GET of `/` at `x`, over https.
const REQUEST: [u8; 6] = [0x82, 0x87, 0x84, 0x41, 1, b'x'];
const LONG: Duration = Duration::from_mins(10);
/// Nothing ends by its time.
const PATIENT: Patience = Patience {
    header: LONG,
    idle: LONG,
    write: LONG,
    exchange: LONG,
    crowded: LONG,
};
/// More than any honest connection sends of what it floods with.
const MANY: u32 = 200_000;

/// A frame (RFC 9113 section 4.1).
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// What one kind of flood sends the n-th time.
type Wave = fn(u32) -> Vec<u8>;

/// A request, taken back at once (CVE-2023-44487).
fn reset(n: u32) -> Vec<u8> {
    let stream = 2 * n + 1;
    let mut both = frame(1, 5, stream, &REQUEST);
    both.extend(frame(3, 0, stream, &8_u32.to_be_bytes()));
    both
}

/// A header that never ends (CVE-2024-27316).
fn continuation(n: u32) -> Vec<u8> {
    match n {
        0 => frame(1, 1, 1, &REQUEST),
        _ => frame(9, 0, 1, &[0x40, 1, b'a', 1, b'b']),
    }
}

/// Settings, each of which wants an answer (CVE-2019-9515).
fn settings(_n: u32) -> Vec<u8> {
    frame(4, 0, 0, &[0, 4, 0, 0, 0xff, 0xff])
}

struct House {
    server: TestServer,
    connector: TlsConnector,
}

impl House {
    async fn open(patience: Patience) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let (listener, _base) = TestServer::bind().await;
        let tls = Tls::of_pem(
            cert.pem().as_bytes(),
            signing_key.serialize_pem().as_bytes(),
        );
        let endpoint = make_sync(|_| "honest".into_response());
        let door = Door::with_tls(listener, tls.unwrap()).with_patience(patience);
        let server = TestServer::start(door, endpoint.boxed());
        let mut roots = RootCertStore::empty();
        let own = CertificateDer::from_pem_slice(cert.pem().as_bytes()).unwrap();
        roots.add(own).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec()];
        let connector = TlsConnector::from(Arc::new(config));
        Self { server, connector }
    }

    /// A connection; tried again where a busy machine was slower than the server's patience.
    async fn connect(&self) -> TlsStream<TcpStream> {
        loop {
            let stream = TcpStream::connect(self.server.address).await.unwrap();
            let name = ServerName::try_from("localhost").unwrap();
            if let Ok(stream) = self.connector.connect(name, stream).await {
                return stream;
            }
        }
    }

    /// Floods; how many waves were taken, 0 when the server hung up between two of them.
    async fn flood(&self, wave: Wave, most: u32) -> u32 {
        let (mut reader, writer) = tokio::io::split(self.connect().await);
        let hanging_up = async {
            let mut said = Vec::new();
            let _ended = reader.read_to_end(&mut said).await;
        };
        tokio::select! {
            sent = send_waves(writer, wave, most) => sent,
            () = hanging_up => 0,
        }
    }

    /// One honest request over a connection of its own.
    async fn is_served(&self) -> bool {
        let mut stream = self.connect().await;
        let request = [PREFACE, &SETTINGS, &frame(1, 5, 1, &REQUEST)].concat();
        stream.write_all(&request).await.unwrap();
        let mut said: Vec<u8> = Vec::new();
        let mut part = [0; 1024];
        while !said.windows(6).any(|window| window == b"honest") {
            match stream.read(&mut part).await {
                Ok(0) | Err(_) => return false,
                Ok(length) => said.extend(part.iter().take(length)),
            }
        }
        true
    }
}

/// Sends waves until one is not taken; how many were.
async fn send_waves(mut writer: impl AsyncWrite + Unpin, wave: Wave, most: u32) -> u32 {
    let opening = [PREFACE, &SETTINGS].concat();
    if writer.write_all(&opening).await.is_err() {
        return 0;
    }
    for n in 0..most {
        let is_taken = writer.write_all(&wave(n)).await.is_ok();
        if !is_taken || writer.flush().await.is_err() {
            return n;
        }
    }
    most
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn j6_http_2_floods_end_their_connection_and_no_other() {
    let house = House::open(PATIENT).await;
    assert!(house.is_served().await, "the control");
    let floods: [(&str, Wave); 2] = [("resets", reset), ("continuations", continuation)];
    for (name, wave) in floods {
        let (sent, is_served) = tokio::join!(house.flood(wave, MANY), house.is_served());
        assert!(sent < MANY, "{name}: {sent} waves were taken");
        assert!(is_served, "{name}: others are served meanwhile");
    }
    assert!(house.is_served().await, "and afterwards");
}

/// One that answers nothing but asks for nothing has its time, however much it sends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn j6_settings_without_a_request_end_with_the_time_for_one() {
    let limit = Duration::from_secs(1);
    let house = House::open(Patience {
        header: limit,
        idle: limit,
        ..PATIENT
    })
    .await;
    let sent = house.flood(settings, u32::MAX).await;
    assert!(sent < u32::MAX);
}
