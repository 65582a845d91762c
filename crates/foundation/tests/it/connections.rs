//! Unused connections, seen from a socket: the server closes each of them, and other clients do not wait.

use std::io::Result;
use std::sync::Arc;
use std::time::Duration;

use foundation::http::{Listener, Timeouts};
use foundation::testing::{TestServer, test_client};
use poem::endpoint::{BoxEndpoint, make};
use poem::{EndpointExt, IntoResponse, Response};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Notify, oneshot};

use crate::http2::{Http2Server, LONG_TIMEOUTS, PREFACE, REQUEST, SETTINGS, WHOLE, frame, kind};

const SHORT: Duration = Duration::from_millis(500);

const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";

fn small() -> BoxEndpoint<'static, Response> {
    make(|_| async { "small".into_response() }).boxed()
}

fn large() -> BoxEndpoint<'static, Response> {
    make(|_| async { "x".repeat(100_000).into_response() }).boxed()
}

async fn server(timeouts: Timeouts, endpoint: BoxEndpoint<'static, Response>) -> TestServer {
    let (listener, _base) = TestServer::bind().await;
    TestServer::start(Listener::from(listener).with_timeouts(timeouts), endpoint)
}

/// Reads until the server ends the connection, which may be a reset.
async fn ended(mut stream: impl AsyncRead + Unpin) -> Vec<u8> {
    let mut response = Vec::new();
    let reading = stream.read_to_end(&mut response);
    let ended = tokio::time::timeout(Duration::from_mins(2), reading).await;
    assert!(ended.is_ok(), "the server ends it");
    response
}

// row: J5
#[tokio::test]
async fn connection_that_never_gets_to_a_request_is_ended() {
    let timeouts = Timeouts {
        header: SHORT,
        ..LONG_TIMEOUTS
    };
    let server = server(timeouts, large()).await;
    for begun in [
        "",
        "P",
        "PRI * HTTP/2.0\r\n\r\nSM",
        "GET / HTTP/1.1\r\nHost",
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(begun.as_bytes()).await.unwrap();
        let response = ended(stream).await;
        assert!(!response.starts_with(b"HTTP/1.1 200"), "{begun:?}");
    }
    // Other clients get responses once they send a request.
    let _silent = TcpStream::connect(server.address).await.unwrap();
    let address = format!("http://{}/", server.address);
    while test_client().get(&address).send().await.is_err() {}
}

// row: J5
#[tokio::test]
async fn idle_connection_after_a_request_is_closed() {
    let timeouts = Timeouts {
        header: SHORT,
        idle: SHORT,
        ..LONG_TIMEOUTS
    };
    let server = server(timeouts, large()).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let written = stream.write_all(GET).await;
    written.unwrap();
    ended(stream).await;
}

#[tokio::test]
async fn request_names_exactly_one_host() {
    let server = server(LONG_TIMEOUTS, small()).await;
    for (version, hosts, expected) in [
        ("1.1", "Host: x\r\n", "200"),
        ("1.1", "", "400"),
        ("1.1", "Host: x\r\nHost: x\r\n", "400"),
        ("1.1", "Host: x\r\nhost: y\r\n", "400"),
        ("1.0", "", "200"),
        ("1.0", "Host: x\r\nHost: y\r\n", "400"),
    ] {
        let request = format!("GET / HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n");
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let response = String::from_utf8(ended(stream).await).unwrap();
        let status = response.split(' ').nth(1);
        assert_eq!(status, Some(expected), "{request}");
    }
}

/// The time limit for a header does not limit how long a client keeps an idle connection, because its next request may
/// be in flight.
#[tokio::test]
async fn idle_connection_is_kept_for_longer_than_a_header_may_take() {
    let timeouts = Timeouts {
        header: SHORT,
        ..LONG_TIMEOUTS
    };
    let server = server(timeouts, small()).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    for _ in 0..2 {
        stream.write_all(GET).await.unwrap();
        let mut response = Vec::new();
        while !response.ends_with(b"small") {
            let read = stream.read_buf(&mut response).await.unwrap();
            assert!(read > 0, "the server closed the connection");
        }
        tokio::time::sleep(3 * SHORT).await;
    }
}

#[tokio::test]
async fn incomplete_second_header_ends_its_connection() {
    let timeouts = Timeouts {
        header: SHORT,
        ..LONG_TIMEOUTS
    };
    let server = server(timeouts, small()).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(GET).await.unwrap();
    let mut response = Vec::new();
    while !response.ends_with(b"small") {
        stream.read_buf(&mut response).await.unwrap();
    }
    stream.write_all(&GET[..20]).await.unwrap();
    ended(stream).await;
}

// row: J5
#[tokio::test]
async fn unread_response_ends_its_connection() {
    let timeouts = Timeouts {
        write: SHORT,
        ..LONG_TIMEOUTS
    };
    let server = server(timeouts, large()).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let asking = async {
        while stream
            .write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            .await
            .is_ok()
        {}
    };
    let limit = Duration::from_mins(2);
    tokio::time::timeout(limit, asking).await.expect("it ends");
}

// row: J5
#[tokio::test]
async fn request_that_is_never_answered_ends_its_connection() {
    let timeouts = Timeouts {
        exchange: SHORT,
        header: SHORT,
        ..LONG_TIMEOUTS
    };
    let never = make(|_| async {
        std::future::pending::<()>().await;
        Response::default()
    });
    let server = server(timeouts, never.boxed()).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let written = stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await;
    written.unwrap();
    assert!(ended(stream).await.is_empty());
}

async fn spoken(mut stream: impl AsyncRead + AsyncWrite + Unpin, bytes: &[u8]) -> Result<Vec<u8>> {
    stream.write_all(bytes).await?;
    stream.flush().await?;
    Ok(ended(stream).await)
}

// row: J5
#[tokio::test]
async fn http_2_connections_are_ended_as_well() {
    let limit = Duration::from_secs(1);
    let timeouts = Timeouts {
        header: limit,
        idle: limit,
        exchange: limit,
        ..LONG_TIMEOUTS
    };
    let get = frame(kind::HEADERS, WHOLE, 1, &REQUEST);
    // A flow-control window for the response that never opens.
    let no_window = frame(kind::SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0]);
    let rows: [(&str, Vec<u8>); 5] = [
        ("nothing", Vec::new()),
        ("half a preface", PREFACE[..12].to_vec()),
        ("no request", [PREFACE, &SETTINGS].concat()),
        ("one request", [PREFACE, &SETTINGS, &get].concat()),
        ("no window", [PREFACE, &no_window, &get].concat()),
    ];
    for (name, bytes) in rows {
        let http2 = Http2Server::open(timeouts, large()).await;
        let mut response = spoken(http2.connect().await, &bytes).await;
        while response.is_err() {
            response = spoken(http2.connect().await, &bytes).await;
        }
        let response = response.unwrap();
        if name == "one request" {
            assert!(
                response.len() > 50_000,
                "the control: {} bytes",
                response.len()
            );
        } else {
            assert!(response.len() < 1_000, "{name}: {} bytes", response.len());
        }
    }
}

/// Responds; a slow request signals its start, and waits until it is released.
async fn until(slow: Option<oneshot::Sender<()>>, released: Arc<Notify>) -> Response {
    if let Some(entered) = slow {
        entered.send(()).unwrap();
        released.notified().await;
    }
    "finished".into_response()
}

// row: J5
/// Idle connections are closed for waiting ones; a connection with a running request stays.
#[tokio::test]
async fn full_server_closes_idle_connections() {
    let (entered, has_entered) = oneshot::channel();
    let entered = std::sync::Mutex::new(Some(entered));
    let release = Arc::new(Notify::new());
    let released = Arc::clone(&release);
    let endpoint = make(move |request: poem::Request| {
        let entered = entered.lock().unwrap().take();
        let released = Arc::clone(&released);
        let slow = entered.filter(|_| request.uri().path() == "/slow");
        until(slow, released)
    });
    let timeouts = Timeouts {
        run_concurrently: Duration::ZERO,
        ..LONG_TIMEOUTS
    };
    let (listener, base) = TestServer::bind().await;
    let door = Listener::from(listener).with_timeouts(timeouts);
    let _server = TestServer::start(door.with_max_connections(2), endpoint.boxed());
    let slow = test_client().get(format!("{base}/slow")).send();
    let story = async {
        has_entered.await.unwrap();
        let address = base.trim_start_matches("http://");
        let silent = TcpStream::connect(address).await.unwrap();
        let response = test_client().get(format!("{base}/")).send().await;
        assert_eq!(response.unwrap().text().await.unwrap(), "finished");
        assert!(ended(silent).await.is_empty());
        release.notify_one();
    };
    let (response, ()) = tokio::join!(slow, story);
    assert_eq!(response.unwrap().text().await.unwrap(), "finished");
}
