//! The accept loop and the middleware, seen from a socket.

use std::net::SocketAddr;
use std::time::Duration;

use foundation::http::{DrainOutcome, Middleware, RequestId, serve, with_middleware};
use foundation::testing::TestServer;
use foundation::{Clock, Random};
use poem::http::StatusCode;
use poem::{Body, IntoResponse, Request, Response, Route, get, handler, post};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

const MAX_BODY_LENGTH: usize = 1_000;

#[handler]
async fn echo(body: Body) -> poem::Result<Vec<u8>> {
    Ok(body.into_vec().await?)
}

#[handler]
#[expect(clippy::panic, reason = "the panic is what the test is about")]
fn panics() -> Response {
    panic!("on purpose");
}

#[handler]
fn names_itself(request: &Request) -> String {
    RequestId::read(request)
}

fn routes() -> Route {
    Route::new()
        .at("/echo", post(echo))
        .at("/panics", get(panics))
        .at("/id", get(names_itself))
}

async fn server() -> (TestServer, String) {
    server_with(Middleware::new(Clock::system(), Random::system())).await
}

async fn server_with(mut limits: Middleware) -> (TestServer, String) {
    let (listener, base) = TestServer::bind().await;
    limits.max_body_length = MAX_BODY_LENGTH;
    (
        TestServer::start(listener, with_middleware(limits, routes())),
        base,
    )
}

#[tokio::test]
async fn bodies_are_bounded_with_and_without_an_announced_length() {
    let (_server, base) = server().await;
    let client = foundation::testing::test_client();
    let rows = [
        (MAX_BODY_LENGTH, StatusCode::OK),
        (MAX_BODY_LENGTH + 1, StatusCode::PAYLOAD_TOO_LARGE),
    ];
    for (length, expected) in rows {
        let announced = client.post(format!("{base}/echo")).body(vec![b'x'; length]);
        assert_eq!(
            announced.send().await.unwrap().status(),
            expected,
            "announced {length}"
        );
        let chunked = chunked(length);
        // RFC 9112 section 6.3: `Content-Length` is ignored for a chunked body.
        let also_announced = chunked.replacen("Host", "Content-Length: 1\r\nHost", 1);
        for request in [chunked, also_announced] {
            let response = raw(&base, &request).await;
            assert!(
                response.starts_with(&format!("HTTP/1.1 {}", expected.as_u16())),
                "chunked: {response}"
            );
        }
    }
}

#[tokio::test]
async fn refused_body_affects_neither_its_response_nor_the_next_request() {
    let (_server, base) = server().await;
    let next = "GET /id HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let responses = raw(&base, &format!("{}{next}", announced(500_000))).await;
    assert!(responses.starts_with("HTTP/1.1 413"), "{responses}");
    assert!(responses.contains("HTTP/1.1 200"), "{responses}");
}

#[tokio::test]
async fn connection_with_an_unread_body_ends() {
    let (_server, base) = server().await;
    let endless = announced(20_000_000);
    let expecting = announced(2_000).replacen("Host", "Expect: 100-continue\r\nHost", 1);
    let waiting = expecting.trim_end_matches('x');
    for request in [endless.as_str(), waiting] {
        let response = raw(&base, request).await.to_lowercase();
        assert!(response.starts_with("http/1.1 413"), "{response}");
        assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
    }
}

// row: J5
/// J5: incomplete bodies with a length, in chunks, and refused already.
#[tokio::test]
async fn stalled_body_is_refused_in_time() {
    let (_default_server, default_base) = server().await;
    let mut limits = Middleware::new(Clock::system(), Random::system());
    limits.max_body_pause = Duration::from_millis(300);
    let (_server, base) = server_with(limits).await;
    let begun = |whole: String, end: &str| whole.strip_suffix(end).unwrap().to_owned();
    let rows = [
        (begun(announced(MAX_BODY_LENGTH), "x"), "408"),
        (begun(chunked(MAX_BODY_LENGTH), "0\r\n\r\n"), "408"),
        (begun(announced(MAX_BODY_LENGTH + 1), "x"), "413"),
    ];
    for (request, expected) in rows {
        let response = raw(&base, &request).await.to_lowercase();
        assert!(
            response.starts_with(&format!("http/1.1 {expected}")),
            "{response}"
        );
        assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
    }
    let whole = announced(MAX_BODY_LENGTH).replacen("Host", "Connection: close\r\nHost", 1);
    let response = raw(&default_base, &whole).await;
    assert!(
        response.starts_with("HTTP/1.1 200"),
        "the control: {response}"
    );
}

fn announced(length: usize) -> String {
    let head = format!("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
    format!("{head}{}", "x".repeat(length))
}

#[tokio::test]
async fn missing_body_is_not_reported_as_too_long() {
    let (_server, base) = server().await;
    let head =
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    let response = raw(&base, &format!("{head}nonsense\r\n")).await;
    assert!(response.starts_with("HTTP/1.1 400"), "{response}");
}

fn chunked(length: usize) -> String {
    let head =
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    format!("{head}{length:x}\r\n{}\r\n0\r\n\r\n", "x".repeat(length))
}

/// Sends bytes as they are and reads until the server closes.
async fn raw(base: &str, text: &str) -> String {
    let stream = TcpStream::connect(base.trim_start_matches("http://"))
        .await
        .unwrap();
    let (mut reader, mut writer) = stream.into_split();
    let mut response = Vec::new();
    // The server may respond and close while we write. A reset after the response is as good as an end.
    let (_written, _ended) = tokio::join!(
        writer.write_all(text.as_bytes()),
        reader.read_to_end(&mut response)
    );
    String::from_utf8_lossy(&response).into_owned()
}

#[tokio::test]
async fn compressed_bodies_are_refused() {
    let (_server, base) = server().await;
    let request = foundation::testing::test_client().post(format!("{base}/echo"));
    let response = request
        .header("content-encoding", "gzip")
        .body("x")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn panic_is_a_500_and_the_next_request_is_served() {
    let (_server, base) = server().await;
    let client = foundation::testing::test_client();
    let response = client.get(format!("{base}/panics")).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(!response.text().await.unwrap().contains("on purpose"));
    assert_eq!(
        client
            .get(format!("{base}/id"))
            .send()
            .await
            .unwrap()
            .status(),
        StatusCode::OK
    );
}

#[tokio::test]
async fn every_response_has_its_request_id_and_the_security_headers() {
    let (_server, base) = server().await;
    for path in ["/id", "/nothing-here", "/panics"] {
        let response = foundation::testing::test_client()
            .get(format!("{base}{path}"))
            .send()
            .await
            .unwrap();
        let headers = response.headers().clone();
        for (name, value) in foundation::http::middleware::headers::DEFAULTS {
            assert_eq!(headers[&name], value, "{path} {name}");
        }
        assert!(
            headers["x-request-id"]
                .to_str()
                .unwrap()
                .starts_with("req_")
        );
        if path == "/id" {
            assert_eq!(
                headers["x-request-id"].to_str().unwrap(),
                response.text().await.unwrap()
            );
        }
    }
}

// row: C8, J1
#[tokio::test]
async fn headers_are_bounded() {
    let (_server, base) = server().await;
    let long = format!(
        "GET /id HTTP/1.1\r\nHost: x\r\nX-Long: {}\r\n\r\n",
        "x".repeat(17_000)
    );
    assert!(raw(&base, &long).await.starts_with("HTTP/1.1 431"));
    let many = format!(
        "GET /id HTTP/1.1\r\nHost: x\r\n{}\r\n",
        "X-Y: 1\r\n".repeat(200)
    );
    assert!(raw(&base, &many).await.starts_with("HTTP/1.1 431"));
    let honest = "GET /id HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert!(raw(&base, honest).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn running_request_finishes_during_shutdown() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (entered, has_entered) = oneshot::channel();
    let (release, released) = oneshot::channel::<()>();
    let channels = std::sync::Mutex::new(Some((entered, released)));
    let slow = poem::endpoint::make(move |_| {
        let taken = channels.lock().unwrap().take();
        async move {
            let (entered, released) = taken.unwrap();
            entered.send(()).unwrap();
            released.await.unwrap();
            "finished".into_response()
        }
    });
    let stopping = CancellationToken::new();
    let endpoint = with_middleware(
        Middleware::new(Clock::system(), Random::system()),
        Route::new().at("/", get(slow)),
    );
    let serving = serve(listener, endpoint, stopping.clone());
    let story = async {
        let client = foundation::testing::test_client();
        let request = client.get(format!("http://{address}/")).send();
        let rest = async {
            has_entered.await.unwrap();
            stopping.cancel();
            until_refused(address).await;
            release.send(()).unwrap();
        };
        let (response, ()) = tokio::join!(request, rest);
        assert_eq!(response.unwrap().text().await.unwrap(), "finished");
    };
    let (drained, ()) = tokio::time::timeout(Duration::from_mins(2), async {
        tokio::join!(serving, story)
    })
    .await
    .unwrap();
    assert_eq!(drained, DrainOutcome(true));
}

/// Waits until the server refuses new connections while the request still runs.
async fn until_refused(address: SocketAddr) {
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
}
