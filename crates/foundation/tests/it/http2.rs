//! HTTP/2 frames written by hand under TLS, for messages that no client library sends.

use std::sync::Arc;
use std::time::Duration;

use foundation::http::{Listener, Timeouts, Tls};
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
/// Timeouts that never elapse in a test.
pub(crate) const LONG_TIMEOUTS: Timeouts = Timeouts {
    header: LONG,
    idle: LONG,
    write: LONG,
    exchange: LONG,
    run_concurrently: LONG,
};
/// Longer than any operation of a test that ends.
const LIMIT: Duration = Duration::from_mins(2);

/// The kinds of frames that tests use (RFC 9113 section 6).
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

/// Returns a frame (RFC 9113 section 4.1).
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// A frame from the server.
pub(crate) struct Frame {
    pub(crate) kind: u8,
    flags: u8,
    stream: u32,
    pub(crate) payload: Vec<u8>,
}

impl Frame {
    /// Returns true for the last frame of its stream.
    fn is_last(&self) -> bool {
        match self.kind {
            kind::DATA | kind::HEADERS => self.flags & END_OF_STREAM != 0,
            other => other == kind::RESET,
        }
    }
}

/// A server with HTTP/2 under TLS, and a connector for its clients.
pub(crate) struct Http2Server {
    pub(crate) server: TestServer,
    connector: TlsConnector,
}

impl Http2Server {
    pub(crate) async fn open(timeouts: Timeouts, endpoint: BoxEndpoint<'static, Response>) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let (listener, _base) = TestServer::bind().await;
        let tls = Tls::from_pem(
            cert.pem().as_bytes(),
            signing_key.serialize_pem().as_bytes(),
        );
        let door = Listener::with_tls(listener, tls.unwrap()).with_timeouts(timeouts);
        let server = TestServer::start(door, endpoint);
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

    /// Opens a connection; tries again if a busy machine was slower than the server's timeout.
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

/// Sends all of these bytes.
pub(crate) async fn say(stream: &mut TlsStream<TcpStream>, bytes: &[u8]) {
    stream.write_all(bytes).await.unwrap();
    stream.flush().await.unwrap();
}

/// Reads the response to the request of a stream; fails if neither a response nor a refusal arrives in time.
pub(crate) async fn read_response(
    connection: &mut TlsStream<TcpStream>,
    stream: u32,
) -> Vec<Frame> {
    let result = tokio::time::timeout(LIMIT, frames_of(connection, stream)).await;
    result.unwrap()
}

/// Reads the frames of a stream, up to its last frame or the end of the connection.
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

/// Reads the next frame; `None` if the server has closed the connection.
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
