//! HTTP/2 spoken by hand under TLS, for what no client library sends.

use std::sync::Arc;
use std::time::Duration;

use foundation::http::{Door, Patience, Tls};
use foundation::testing::TestServer;
use poem::Response;
use poem::endpoint::BoxEndpoint;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
pub(crate) const SETTINGS: [u8; 9] = [0, 0, 0, 4, 0, 0, 0, 0, 0];
/// GET of `/` at `x`, over https; the last of its four headers goes into the table.
pub(crate) const REQUEST: [u8; 6] = [0x82, 0x87, 0x84, 0x41, 1, b'x'];
const LONG: Duration = Duration::from_mins(10);
/// Nothing ends by its time.
pub(crate) const PATIENT: Patience = Patience {
    header: LONG,
    idle: LONG,
    write: LONG,
    exchange: LONG,
    crowded: LONG,
};
/// What nothing takes that comes to its end.
const LIMIT: Duration = Duration::from_mins(2);

/// The kinds of frames that tests look for (RFC 9113 section 6).
pub(crate) mod kind {
    pub(crate) const DATA: u8 = 0;
    pub(crate) const HEADERS: u8 = 1;
    pub(crate) const RESET: u8 = 3;
    pub(crate) const SETTINGS: u8 = 4;
    pub(crate) const GO_AWAY: u8 = 7;
    pub(crate) const CONTINUATION: u8 = 9;
}

/// The end of the headers and of the stream.
pub(crate) const WHOLE: u8 = 5;
const END_OF_STREAM: u8 = 1;

/// A frame (RFC 9113 section 4.1).
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// A frame that was read.
pub(crate) struct Frame {
    pub(crate) kind: u8,
    flags: u8,
    stream: u32,
    pub(crate) payload: Vec<u8>,
}

impl Frame {
    /// Whether nothing comes after it on its stream.
    fn is_last(&self) -> bool {
        match self.kind {
            kind::DATA | kind::HEADERS => self.flags & END_OF_STREAM != 0,
            other => other == kind::RESET,
        }
    }
}

/// A server that speaks HTTP/2 under TLS, and whoever connects to it.
pub(crate) struct House {
    pub(crate) server: TestServer,
    connector: TlsConnector,
}

impl House {
    pub(crate) async fn open(patience: Patience, answers: BoxEndpoint<'static, Response>) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let (listener, _base) = TestServer::bind().await;
        let tls = Tls::of_pem(
            cert.pem().as_bytes(),
            signing_key.serialize_pem().as_bytes(),
        );
        let door = Door::with_tls(listener, tls.unwrap()).with_patience(patience);
        let server = TestServer::start(door, answers);
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
    pub(crate) async fn connect(&self) -> TlsStream<TcpStream> {
        loop {
            let stream = TcpStream::connect(self.server.address).await.unwrap();
            let name = ServerName::try_from("localhost").unwrap();
            if let Ok(stream) = self.connector.connect(name, stream).await {
                return stream;
            }
        }
    }
}

/// Says something, all of it.
pub(crate) async fn say(stream: &mut TlsStream<TcpStream>, bytes: &[u8]) {
    stream.write_all(bytes).await.unwrap();
    stream.flush().await.unwrap();
}

/// Reads the answer to the request of a stream; it is given, or refused, in time.
pub(crate) async fn answer(connection: &mut TlsStream<TcpStream>, stream: u32) -> Vec<Frame> {
    let answered = tokio::time::timeout(LIMIT, frames_of(connection, stream)).await;
    answered.unwrap()
}

/// The frames of a stream, up to the last, or to what ends the stream or all of them.
async fn frames_of(connection: &mut TlsStream<TcpStream>, stream: u32) -> Vec<Frame> {
    let mut frames = Vec::new();
    while let Some(frame) = read(connection).await {
        if frame.kind == kind::GO_AWAY {
            break;
        }
        if frame.stream != stream {
            continue;
        }
        let is_last = frame.is_last();
        frames.push(frame);
        if is_last {
            break;
        }
    }
    frames
}

/// The next frame; none when the server has hung up.
async fn read(connection: &mut TlsStream<TcpStream>) -> Option<Frame> {
    let mut head = [0; 9];
    connection.read_exact(&mut head).await.ok()?;
    let [a, b, c, kind, flags, stream @ ..] = head;
    let length = u32::from_be_bytes([0, a, b, c]);
    let mut payload = vec![0; usize::try_from(length).ok()?];
    connection.read_exact(&mut payload).await.ok()?;
    Some(Frame {
        kind,
        flags,
        stream: u32::from_be_bytes(stream) & 0x7fff_ffff,
        payload,
    })
}
