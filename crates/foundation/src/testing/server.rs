//! Servers on free loopback ports.
#![expect(
    clippy::missing_panics_doc,
    reason = "a test that lacks its world panics and says so"
)]

use std::net::SocketAddr;
use std::time::Duration;

use poem::Response;
use poem::endpoint::BoxEndpoint;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::http;
use crate::task::Background;

/// A server on a free loopback port, stopped with this value.
#[derive(Debug)]
pub struct TestServer {
    /// Address of the listener.
    pub address: SocketAddr,
    stopping: CancellationToken,
    _background: Background,
}

impl TestServer {
    /// Binds a free port first, so that the endpoint can be created with its own address.
    #[expect(clippy::expect_used, reason = "a test without its port cannot go on")]
    pub async fn bind() -> (TcpListener, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("its address").port();
        (listener, format!("http://localhost:{port}"))
    }

    /// Serves an endpoint on a bound port.
    #[expect(clippy::expect_used, reason = "a test without its port cannot go on")]
    pub fn start(
        listener: impl Into<http::Listener>,
        endpoint: BoxEndpoint<'static, Response>,
    ) -> Self {
        let listener = listener.into();
        let address = listener.local_addr().expect("its address");
        let (stopping, background) = (CancellationToken::new(), Background::new());
        let token = stopping.clone();
        background.start("test server", async move {
            let _drained = http::serve(listener, endpoint, token).await;
        });
        Self {
            address,
            stopping,
            _background: background,
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stopping.cancel();
    }
}

/// Returns a client for servers under test, with time limits for a machine that is busy building.
#[expect(clippy::expect_used, reason = "a test without its client cannot go on")]
pub fn test_client() -> reqwest::Client {
    crate::outbound::client_with(REQUEST_TIMEOUT, REQUEST_TIMEOUT).expect("the client")
}

/// Returns such a client for servers under TLS; it trusts only one certificate, given as PEM.
#[expect(clippy::expect_used, reason = "a test without its client cannot go on")]
pub fn trusting_client(certificate: &[u8]) -> reqwest::Client {
    let certificate = reqwest::Certificate::from_pem(certificate).expect("a certificate");
    crate::outbound::client_trusting(certificate, REQUEST_TIMEOUT).expect("the client")
}

const REQUEST_TIMEOUT: Duration = Duration::from_mins(2);
