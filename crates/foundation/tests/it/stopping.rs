//! Connections that arrive while the server stops.

use std::time::Duration;

use foundation::http::{Drained, serve};
use poem::{EndpointExt, Route, handler, post};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
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

#[tokio::test]
async fn a_request_that_waits_to_be_accepted_is_answered_by_a_stopping_server() {
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
    assert_eq!(drained, Drained(true));
    for client in clients {
        let response = read_all(client).await;
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
        assert!(response.ends_with("body"), "{response}");
        assert!(TcpStream::connect(address).await.is_err());
    }
}

#[tokio::test]
async fn a_client_that_has_just_connected_may_still_send_its_request() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut client = TcpStream::connect(address).await.unwrap();
    let silent = TcpStream::connect(address).await.unwrap();
    let stopping = CancellationToken::new();
    stopping.cancel();
    let endpoint = Route::new().at("/", post(echo)).map_to_response().boxed();
    let story = async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        client.write_all(REQUEST).await.unwrap();
        let response = read_all(client).await;
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
        assert_eq!(read_all(silent).await, "");
    };
    let both = async { tokio::join!(serve(listener, endpoint, stopping), story) };
    let (drained, ()) = tokio::time::timeout(Duration::from_mins(2), both)
        .await
        .unwrap();
    assert_eq!(drained, Drained(true));
}
