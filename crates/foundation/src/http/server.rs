//! The accept loop: cuts off half-sent headers, and lets running requests finish at shutdown.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use poem::endpoint::BoxEndpoint;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Endpoint, Request, Response};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, BufReader};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use super::door::Door;
use super::tls::Tls;
use crate::background::Background;

/// The longest time for the first byte, and for a whole header, to arrive.
const HEADER_LIMIT: Duration = Duration::from_secs(10);
/// The longest header, all lines together, in bytes; longer ones are answered 431.
const LONGEST_HEADER: usize = 16 * 1024;
/// The most header lines; more are answered 431.
const MOST_HEADERS: usize = 100;
/// The most requests at a time on one HTTP/2 connection.
const MOST_STREAMS: u32 = 128;
/// How long running requests may take to finish once the server is asked to stop.
const DRAIN_LIMIT: Duration = Duration::from_secs(20);
/// The pause after a failed accept, so that a lack of descriptors does not become a busy loop.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Whether every running request had finished when the server stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drained(pub bool);

/// What answers, shared by all connections.
type Answers = Arc<BoxEndpoint<'static, Response>>;

/// Serves until `stopping` fires, then finishes what runs.
pub async fn serve(
    door: impl Into<Door>,
    endpoint: impl Into<Answers>,
    stopping: CancellationToken,
) -> Drained {
    let (Door { listener, tls }, endpoint) = (door.into(), endpoint.into());
    let graceful = GracefulShutdown::new();
    let connections = Background::new();
    loop {
        let accepted = tokio::select! {
            () = stopping.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let (watcher, endpoint) = (graceful.watcher(), Arc::clone(&endpoint));
        let tls = tls.clone();
        connections.start("connection", async move {
            // A broken connection is the peer's business; each request's outcome is logged by its dress.
            let _ended = receive(stream, peer, tls, (endpoint, watcher)).await;
        });
    }
    drop(listener);
    Drained(
        tokio::time::timeout(DRAIN_LIMIT, graceful.shutdown())
            .await
            .is_ok(),
    )
}

/// Takes a connection in, under TLS where that is spoken.
async fn receive(
    stream: TcpStream,
    peer: SocketAddr,
    tls: Option<Tls>,
    (endpoint, watcher): (Answers, Watcher),
) -> io::Result<()> {
    // Small answers must not wait for a full packet.
    stream.set_nodelay(true)?;
    // So that a silent connection costs nothing for longer than the limit.
    tokio::time::timeout(HEADER_LIMIT, stream.peek(&mut [0; 1])).await??;
    let local = stream.local_addr()?;
    let ends = |scheme| Ends {
        local,
        peer,
        scheme,
    };
    let Some(tls) = tls else {
        converse(stream, ends(Scheme::HTTP), endpoint, watcher).await;
        return Ok(());
    };
    let mut stream = BufReader::new(tls.accept(stream, HEADER_LIMIT).await?);
    // The same for whoever shakes hands and then says nothing.
    tokio::time::timeout(HEADER_LIMIT, stream.fill_buf()).await??;
    converse(stream, ends(Scheme::HTTPS), endpoint, watcher).await;
    Ok(())
}

/// The ends of a connection, and what is spoken between them.
#[derive(Clone)]
struct Ends {
    local: SocketAddr,
    peer: SocketAddr,
    scheme: Scheme,
}

/// Answers the requests of one connection until either side ends it.
async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    ends: Ends,
    endpoint: Answers,
    watcher: Watcher,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let endpoint = Arc::clone(&endpoint);
        let ends = ends.clone();
        async move { Ok::<_, Infallible>(answer(&endpoint, request, ends).await) }
    });
    let builder = connection_builder();
    let connection = builder
        .serve_connection(TokioIo::new(stream), service)
        .into_owned();
    let _ended = watcher.watch(connection).await;
}

fn connection_builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_LIMIT)
        .max_headers(MOST_HEADERS)
        .max_buf_size(LONGEST_HEADER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(LONGEST_HEADER).unwrap_or(u32::MAX))
        .max_concurrent_streams(MOST_STREAMS);
    builder
}

async fn answer(
    endpoint: &BoxEndpoint<'static, Response>,
    request: hyper::Request<Incoming>,
    ends: Ends,
) -> hyper::Response<http_body_util::combinators::BoxBody<bytes::Bytes, io::Error>> {
    let request = Request::from((
        request,
        LocalAddr(Addr::socket(ends.local)),
        RemoteAddr(Addr::socket(ends.peer)),
        ends.scheme,
    ));
    endpoint.get_response(request).await.into()
}
