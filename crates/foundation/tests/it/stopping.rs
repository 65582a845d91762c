//! Connections that arrive while the server stops.

use std::net::SocketAddr;
use std::time::Duration;

use foundation::http::{DrainOutcome, serve};
use poem::{EndpointExt, Route, handler, post};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
#[cfg(target_os = "linux")]
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

const REQUEST: &[u8] = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody";

#[handler]
fn echo(body: String) -> String {
    body
}

async fn read_all(mut stream: TcpStream) -> String {
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    response
}

/// Waits until the server accepts no new connections. A client that connects just before may wait a second for that.
async fn until_closing(address: SocketAddr) {
    let limit = Duration::from_millis(100);
    while let Ok(Ok(_stream)) = tokio::time::timeout(limit, TcpStream::connect(address)).await {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn request_that_waits_to_be_accepted_is_answered_by_a_stopping_server() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut clients = Vec::new();
    for _ in 0..20 {
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(REQUEST).await.unwrap();
        clients.push(client);
    }
    let stopping = CancellationToken::new();
    stopping.cancel();
    let endpoint = Route::new().at("/", post(echo)).map_to_response().boxed();
    let drained = serve(listener, endpoint, stopping).await;
    assert_eq!(drained, DrainOutcome(true));
    for client in clients {
        let response = read_all(client).await;
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
        assert!(response.ends_with("body"), "{response}");
        assert!(TcpStream::connect(address).await.is_err());
    }
}

#[tokio::test]
async fn client_that_has_just_connected_may_still_send_its_request() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut client = TcpStream::connect(address).await.unwrap();
    let silent = TcpStream::connect(address).await.unwrap();
    let stopping = CancellationToken::new();
    stopping.cancel();
    let endpoint = Route::new().at("/", post(echo)).map_to_response().boxed();
    let story = async {
        until_closing(address).await;
        client.write_all(REQUEST).await.unwrap();
        let response = read_all(client).await;
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
        assert_eq!(read_all(silent).await, "");
    };
    let both = async { tokio::join!(serve(listener, endpoint, stopping), story) };
    let (drained, ()) = tokio::time::timeout(Duration::from_mins(2), both)
        .await
        .unwrap();
    assert_eq!(drained, DrainOutcome(true));
}

/// Sends a request on each of its connections, one after the other, until the server refuses one. Stops the server after
/// some of them.
///
/// # Errors
/// If a connection ends without a response.
#[cfg(target_os = "linux")]
fn ask_until_refused(address: SocketAddr, stopping: &CancellationToken) -> std::io::Result<()> {
    use std::io::{Read, Write};
    // The server stops also if this client fails early.
    let _stop = stopping.clone().drop_guard();
    let mut responses = 0;
    while let Ok(mut stream) = std::net::TcpStream::connect(address) {
        stream.write_all(REQUEST)?;
        let mut status = [0; 12];
        stream.read_exact(&mut status)?;
        assert_eq!(&status, b"HTTP/1.1 200");
        responses += 1;
        if responses == 20 {
            stopping.cancel();
        }
    }
    Ok(())
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_that_connects_at_the_stop_is_refused_or_answered() {
    for _stop in 0..3 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stopping = CancellationToken::new();
        let mut clients = JoinSet::new();
        for _client in 0..4 {
            let stopping = stopping.clone();
            clients.spawn_blocking(move || ask_until_refused(address, &stopping));
        }
        let endpoint = Route::new().at("/", post(echo)).map_to_response().boxed();
        let (drained, ended) =
            tokio::join!(serve(listener, endpoint, stopping), clients.join_all());
        assert_eq!(drained, DrainOutcome(true));
        for outcome in ended {
            outcome.unwrap();
        }
    }
}
