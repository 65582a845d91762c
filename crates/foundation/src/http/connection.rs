//! One connection, from its first byte to its end: whoever keeps it without using it is sent away.

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

use super::activity::{Activity, Left, Told};
use super::header_timeout::HeaderTimeout;
use super::patience::Patience;
use super::places::Places;
use super::steady::Steady;
use super::tls::Tls;

/// The longest header, all lines together, in bytes; longer ones are answered 431.
const LONGEST_HEADER: usize = 16 * 1024;
/// The most header lines; more are answered 431.
const MOST_HEADERS: usize = 100;
/// The most requests at a time on one HTTP/2 connection.
const MOST_STREAMS: u32 = 128;

/// A stopping server waits this long for the first byte of a connection.
const FIRST_BYTE_LIMIT: Duration = Duration::from_secs(1);

/// What answers, shared by all connections.
pub(super) type Answers = Arc<BoxEndpoint<'static, Response>>;

/// What the connections of a door share.
#[derive(Clone)]
pub(super) struct House {
    pub(super) tls: Option<Tls>,
    pub(super) patience: Patience,
    pub(super) places: Places,
    pub(super) endpoint: Answers,
    pub(super) stopping: CancellationToken,
}

/// What is spoken on a connection. It is known before its first request is read: under TLS by agreement (RFC 7301), and
/// in plain it is always HTTP/1. Whoever had to be listened to first could keep silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    Http1,
    Http2,
}

/// Takes a connection in, under TLS where that is spoken, and answers its requests until either side ends it.
pub(super) async fn receive(stream: TcpStream, peer: SocketAddr, house: &House) -> io::Result<()> {
    // Small answers must not wait for a full packet.
    stream.set_nodelay(true)?;
    let ends = |local, scheme| Ends {
        local,
        peer,
        scheme,
    };
    let local = stream.local_addr()?;
    let activity = Activity::new();
    let patience = house.patience;
    let opening = async {
        // So that a silent connection costs next to nothing.
        stream.peek(&mut [0; 1]).await?;
        let stream = Steady::new(stream, patience.write);
        Ok::<_, io::Error>(match &house.tls {
            None => Opened::Plain(stream),
            Some(tls) => Opened::Secret(Box::new(tls.accept(stream).await?)),
        })
    };
    let opened = tokio::select! {
        opened = tokio::time::timeout(patience.header, opening) => opened??,
        () = gives_way(&activity, house) => return Ok(()),
        () = waited_in_vain(house) => return Ok(()),
    };
    activity.rest();
    match opened {
        Opened::Plain(stream) => {
            let ends = ends(local, Scheme::HTTP);
            let stream = HeaderTimeout::new(stream, patience.header, Arc::clone(&activity));
            converse(stream, (ends, Version::Http1), house, &activity).await;
        }
        Opened::Secret(stream) => {
            let ends = ends(local, Scheme::HTTPS);
            let is_http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
            if is_http2 {
                converse(*stream, (ends, Version::Http2), house, &activity).await;
            } else {
                let stream = HeaderTimeout::new(*stream, patience.header, Arc::clone(&activity));
                converse(stream, (ends, Version::Http1), house, &activity).await;
            }
        }
    }
    Ok(())
}

/// Waits until the server stops, and a moment longer: a client that has just connected is about to send its request.
async fn waited_in_vain(house: &House) {
    house.stopping.cancelled().await;
    tokio::time::sleep(FIRST_BYTE_LIMIT).await;
}

enum Opened {
    Plain(Steady<TcpStream>),
    Secret(Box<tokio_rustls::server::TlsStream<Steady<TcpStream>>>),
}

/// The ends of a connection, and what is spoken between them.
#[derive(Clone)]
struct Ends {
    local: SocketAddr,
    peer: SocketAddr,
    scheme: Scheme,
}

async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    (ends, version): (Ends, Version),
    house: &House,
    activity: &Arc<Activity>,
) {
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let (endpoint, ends) = (Arc::clone(&house.endpoint), ends.clone());
        let running = activity.begin();
        async move {
            let answer = answer(&endpoint, request, ends).await;
            Ok::<_, Infallible>(answer.map(|body| Told::new(body, running)))
        }
    });
    let builder = connection_builder(version);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let mut is_ending = false;
    loop {
        let until = match activity.left(&house.patience, is_ending) {
            Left::Until(until) => until,
            Left::Idle if !is_ending => {
                connection.as_mut().graceful_shutdown();
                is_ending = true;
                activity.rest();
                continue;
            }
            Left::Idle | Left::TooLong => return,
        };
        // A request may end, and the time without any begin, before that.
        let look = tokio::time::Instant::now() + house.patience.header;
        // The connection comes before a shutdown, which would close it without an answer while it has read no request. The
        // time comes before both: a flood of frames uses up the turn of the task, and no timer fires after that.
        tokio::select! {
            biased;
            () = tokio::time::sleep_until(until.min(look)) => {}
            // A broken connection is the peer's business; each request's outcome is logged by its dress.
            _ended = connection.as_mut() => return,
            () = gives_way(activity, house), if !is_ending => {
                connection.as_mut().graceful_shutdown();
                is_ending = true;
                activity.rest();
            }
            () = house.stopping.cancelled(), if !is_ending => {
                connection.as_mut().graceful_shutdown();
                is_ending = true;
                activity.rest();
            }
        }
    }
}

/// Waits until others want this connection's place and it has no use for it.
async fn gives_way(activity: &Activity, house: &House) {
    loop {
        house.places.wanted().await;
        if activity.may_give_way(&house.patience) {
            return;
        }
    }
}

fn connection_builder(version: Version) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .max_headers(MOST_HEADERS)
        .max_buf_size(LONGEST_HEADER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(LONGEST_HEADER).unwrap_or(u32::MAX))
        .max_concurrent_streams(MOST_STREAMS);
    match version {
        Version::Http1 => builder.http1_only(),
        Version::Http2 => builder.http2_only(),
    }
}

async fn answer(
    endpoint: &BoxEndpoint<'static, Response>,
    request: hyper::Request<Incoming>,
    ends: Ends,
) -> hyper::Response<http_body_util::combinators::BoxBody<bytes::Bytes, io::Error>> {
    // Over HTTP/2 the length of the list is bounded, and not how many there are: 200 short ones would fit.
    if request.headers().len() > MOST_HEADERS {
        let refused = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return Response::from(refused).into();
    }
    if !has_one_host(&request) {
        return Response::from(StatusCode::BAD_REQUEST).into();
    }
    let request = Request::from((
        request,
        LocalAddr(Addr::socket(ends.local)),
        RemoteAddr(Addr::socket(ends.peer)),
        ends.scheme,
    ));
    endpoint.get_response(request).await.into()
}

/// Returns true unless a request names no host or several, which its readers could understand differently (RFC 9112
/// section 3.2). HTTP/1.0 needs none, and HTTP/2 has it in `:authority`.
fn has_one_host<B>(request: &hyper::Request<B>) -> bool {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    hosts == 1 || (hosts == 0 && request.version() != hyper::Version::HTTP_11)
}
