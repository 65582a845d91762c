//! One connection, from its first byte to its end; the server closes it if the client leaves it unused.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use poem::endpoint::BoxEndpoint;
use poem::http::uri::Scheme;
use poem::http::{StatusCode, header};
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Endpoint, Request, Response};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use super::activity::{ConnectionActivity, RemainingTime, TrackedBody};
use super::connection_limit::ConnectionLimit;
use super::header_timeout::HeaderTimeout;
use super::timeouts::Timeouts;
use super::tls::Tls;
use super::write_timeout::WriteTimeout;

/// Maximum size of a header with all lines, in bytes; larger ones get 431.
const MAX_HEADER_LENGTH: usize = 16 * 1024;
/// Maximum number of header lines; more get 431.
const MAX_HEADERS: usize = 100;
/// Maximum number of concurrent requests on one HTTP/2 connection.
const MAX_STREAMS: u32 = 128;

/// Time that a stopping server waits for the first byte of a connection.
const FIRST_BYTE_LIMIT: Duration = Duration::from_secs(1);

/// Endpoint that all connections share.
pub(super) type SharedEndpoint = Arc<BoxEndpoint<'static, Response>>;

/// Settings and state that all connections of a listener share.
#[derive(Clone)]
pub(super) struct ServerContext {
    pub(super) tls: Option<Tls>,
    pub(super) timeouts: Timeouts,
    pub(super) connection_limit: ConnectionLimit,
    pub(super) endpoint: SharedEndpoint,
    pub(super) stopping: CancellationToken,
}

/// Protocol version of a connection. It is known before the first request: TLS negotiates it (RFC 7301), and plain
/// connections always use HTTP/1. Detection from the first bytes would wait for a silent client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HttpVersion {
    Http1,
    Http2,
}

/// Accepts a connection, with TLS if it is configured, and serves its requests until either side ends it.
pub(super) async fn receive(
    stream: TcpStream,
    peer: SocketAddr,
    context: &ServerContext,
) -> io::Result<()> {
    // Small responses must not wait for a full packet.
    stream.set_nodelay(true)?;
    let addresses = |local, scheme| ConnectionAddresses {
        local,
        peer,
        scheme,
    };
    let local = stream.local_addr()?;
    let activity = ConnectionActivity::new();
    let timeouts = context.timeouts;
    let opening = async {
        // A silent connection must cost almost nothing.
        stream.peek(&mut [0; 1]).await?;
        let stream = WriteTimeout::new(stream, timeouts.write);
        Ok::<_, io::Error>(match &context.tls {
            None => AcceptedStream::Plain(stream),
            Some(tls) => AcceptedStream::Tls(Box::new(tls.accept(stream).await?)),
        })
    };
    let opened = tokio::select! {
        opened = tokio::time::timeout(timeouts.header, opening) => opened??,
        () = wait_until_unwanted(&activity, context) => return Ok(()),
        () = wait_for_stop(context) => return Ok(()),
    };
    activity.restart_idle_time();
    match opened {
        AcceptedStream::Plain(stream) => {
            let addresses = addresses(local, Scheme::HTTP);
            let stream = HeaderTimeout::new(stream, timeouts.header, Arc::clone(&activity));
            serve_requests(stream, HttpVersion::Http1, addresses, context, &activity).await;
        }
        AcceptedStream::Tls(stream) => {
            let addresses = addresses(local, Scheme::HTTPS);
            let is_http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
            if is_http2 {
                serve_requests(*stream, HttpVersion::Http2, addresses, context, &activity).await;
            } else {
                let stream = HeaderTimeout::new(*stream, timeouts.header, Arc::clone(&activity));
                serve_requests(stream, HttpVersion::Http1, addresses, context, &activity).await;
            }
        }
    }
    Ok(())
}

/// Waits until the server stops, and a moment longer: a client that has just connected is about to send its request.
async fn wait_for_stop(context: &ServerContext) {
    context.stopping.cancelled().await;
    tokio::time::sleep(FIRST_BYTE_LIMIT).await;
}

enum AcceptedStream {
    Plain(WriteTimeout<TcpStream>),
    Tls(Box<tokio_rustls::server::TlsStream<WriteTimeout<TcpStream>>>),
}

/// Addresses and scheme of a connection.
#[derive(Clone)]
struct ConnectionAddresses {
    local: SocketAddr,
    peer: SocketAddr,
    scheme: Scheme,
}

async fn serve_requests(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    version: HttpVersion,
    addresses: ConnectionAddresses,
    context: &ServerContext,
    activity: &Arc<ConnectionActivity>,
) {
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let (endpoint, addresses) = (Arc::clone(&context.endpoint), addresses.clone());
        let running = activity.begin();
        async move {
            let response = respond(&endpoint, request, addresses).await;
            Ok::<_, Infallible>(response.map(|body| TrackedBody::new(body, running)))
        }
    });
    let builder = connection_builder(version);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let mut is_ending = false;
    loop {
        let until = match activity.remaining_time(&context.timeouts, is_ending) {
            RemainingTime::Until(until) => until,
            RemainingTime::Idle if !is_ending => {
                connection.as_mut().graceful_shutdown();
                is_ending = true;
                activity.restart_idle_time();
                continue;
            }
            RemainingTime::Idle | RemainingTime::TooLong => return,
        };
        // A request may end before that, and the idle time may begin.
        let look = tokio::time::Instant::now() + context.timeouts.header;
        // The connection comes before a shutdown, which would close it without a response while it has read no request.
        // The timer comes before both: a flood of frames uses up the task's budget, after which no timer fires.
        tokio::select! {
            biased;
            () = tokio::time::sleep_until(until.min(look)) => {}
            // A broken connection is the client's business; the middleware logs the outcome of each request.
            _ended = connection.as_mut() => return,
            () = wait_until_unwanted(activity, context), if !is_ending => {
                connection.as_mut().graceful_shutdown();
                is_ending = true;
                activity.restart_idle_time();
            }
            () = context.stopping.cancelled(), if !is_ending => {
                connection.as_mut().graceful_shutdown();
                is_ending = true;
                activity.restart_idle_time();
            }
        }
    }
}

/// Waits until another connection needs a permit and this one is idle.
async fn wait_until_unwanted(activity: &ConnectionActivity, context: &ServerContext) {
    loop {
        context.connection_limit.wait_for_demand().await;
        if activity.is_idle_while_crowded(&context.timeouts) {
            return;
        }
    }
}

fn connection_builder(version: HttpVersion) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEADER_LENGTH);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(MAX_HEADER_LENGTH).unwrap_or(u32::MAX))
        .max_concurrent_streams(MAX_STREAMS);
    match version {
        HttpVersion::Http1 => builder.http1_only(),
        HttpVersion::Http2 => builder.http2_only(),
    }
}

async fn respond(
    endpoint: &BoxEndpoint<'static, Response>,
    request: hyper::Request<Incoming>,
    addresses: ConnectionAddresses,
) -> hyper::Response<http_body_util::combinators::BoxBody<bytes::Bytes, io::Error>> {
    // HTTP/2 limits the size of the header list, but not their number: 200 short ones would fit.
    if request.headers().len() > MAX_HEADERS {
        let refused = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return Response::from(refused).into();
    }
    if !has_one_host(&request) {
        return Response::from(StatusCode::BAD_REQUEST).into();
    }
    let request = Request::from((
        request,
        LocalAddr(Addr::socket(addresses.local)),
        RemoteAddr(Addr::socket(addresses.peer)),
        addresses.scheme,
    ));
    endpoint.get_response(request).await.into()
}

/// Returns true unless a request names no host or several, which servers could understand differently (RFC 9112 section
/// 3.2). HTTP/1.0 needs none, and HTTP/2 has it in `:authority`.
fn has_one_host<B>(request: &hyper::Request<B>) -> bool {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    hosts == 1 || (hosts == 0 && request.version() != hyper::Version::HTTP_11)
}
