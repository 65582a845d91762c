//! Provides a client's server for logout tokens, which behaves as configured and records requests.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use foundation::Background;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::harness::TestIdp;
use crate::waiting::until;

/// Behaviour of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerBehavior {
    /// Responds with this status.
    Responds(u16),
    /// Closes the connection, as a failing server does.
    HangsUp,
    /// Accepts connections and never responds.
    SaysNothing,
}

#[derive(Debug)]
struct ServerState {
    behavior: ServerBehavior,
    received: Vec<LogoutRequest>,
    heads: Vec<String>,
    connections: usize,
}

/// A request that the server got.
#[derive(Clone, Debug)]
pub(crate) struct LogoutRequest {
    /// First line and headers of the request, in lower case.
    pub(crate) head: String,
    /// The logout token.
    pub(crate) token: String,
}

/// The server of a client.
#[derive(Debug)]
pub(crate) struct ClientServer {
    address: SocketAddr,
    state: Arc<Mutex<ServerState>>,
    background: Background,
}

impl ClientServer {
    /// Starts a server that responds with 200.
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let site = Self {
            address: listener.local_addr().unwrap(),
            state: Arc::new(Mutex::new(ServerState {
                behavior: ServerBehavior::Responds(200),
                received: Vec::new(),
                heads: Vec::new(),
                connections: 0,
            })),
            background: Background::new(),
        };
        let accepting = accept(listener, Arc::clone(&site.state), site.background.clone());
        site.background.start("site", accepting);
        site
    }

    /// Returns host and port, in the form of the settings.
    pub(crate) fn host(&self) -> String {
        self.address.to_string()
    }

    /// Returns the address for logout tokens.
    pub(crate) fn uri(&self) -> String {
        format!("http://{}/backchannel?x=1", self.address)
    }

    /// Changes the behaviour.
    pub(crate) fn does(&self, behavior: ServerBehavior) {
        lock(&self.state).behavior = behavior;
    }

    /// Returns the requests that the server accepted.
    pub(crate) fn received(&self) -> Vec<LogoutRequest> {
        lock(&self.state).received.clone()
    }

    /// Returns the number of connections.
    pub(crate) fn connections(&self) -> usize {
        lock(&self.state).connections
    }

    /// Returns the first lines and headers of all requests, including those that the server did not accept.
    pub(crate) fn heads(&self) -> Vec<String> {
        lock(&self.state).heads.clone()
    }

    /// Waits for this number of accepted requests, and returns them.
    pub(crate) async fn wait_for_requests(&self, times: usize) -> Vec<LogoutRequest> {
        until(async || self.received().len() >= times).await;
        self.received()
    }
}

impl Drop for ClientServer {
    fn drop(&mut self) {
        self.background.stopping().cancel();
    }
}

async fn accept(listener: TcpListener, state: Arc<Mutex<ServerState>>, background: Background) {
    let stopping = background.stopping();
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            accepted = listener.accept() => {
                let (stream, _) = accepted.unwrap();
                lock(&state).connections += 1;
                background.start("site's visitor", serve(stream, Arc::clone(&state)));
            }
        }
    }
}

async fn serve(mut stream: TcpStream, state: Arc<Mutex<ServerState>>) {
    let behavior = lock(&state).behavior;
    if behavior == ServerBehavior::HangsUp {
        return;
    }
    let Some((head, body)) = read(&mut stream).await else {
        return;
    };
    lock(&state).heads.push(head.clone());
    match behavior {
        ServerBehavior::Responds(status) => {
            let response = format!(
                "HTTP/1.1 {status} X\r\nlocation: /elsewhere\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            );
            if status == 200 {
                let token = url::form_urlencoded::parse(body.as_bytes())
                    .find(|(name, _)| name == "logout_token")
                    .map(|(_, value)| value.into_owned());
                let token = token.unwrap_or_default();
                lock(&state).received.push(LogoutRequest { head, token });
            }
            let _written = stream.write_all(response.as_bytes()).await;
        }
        ServerBehavior::SaysNothing => {
            // Waits until the other side closes the connection.
            let _gone = stream.read(&mut [0; 64]).await;
        }
        ServerBehavior::HangsUp => {}
    }
}

async fn read(stream: &mut TcpStream) -> Option<(String, String)> {
    let mut text = String::new();
    loop {
        let mut buffer = [0; 4096];
        let length = stream.read(&mut buffer).await.ok().filter(|one| *one > 0)?;
        text.push_str(&String::from_utf8_lossy(&buffer[..length]));
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let head = head.to_ascii_lowercase();
        let expected = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |length| length.parse().unwrap());
        if body.len() >= expected {
            return Some((head, body.to_owned()));
        }
    }
}

fn lock(state: &Mutex<ServerState>) -> MutexGuard<'_, ServerState> {
    state.lock().unwrap()
}

/// Advances the clock, and waits until the outbox has made one more attempt.
pub(crate) async fn tried_again(world: &TestIdp, seconds: u64) {
    let attempts = "SELECT CAST(COALESCE(SUM(attempts), 0) AS BIGINT) FROM backchannel_logouts";
    let before = world.count(attempts).await;
    world.wait(seconds);
    // The previous attempt may end after that, and its pause begins at its end.
    until(async || {
        world.wait(20);
        idp::testing::wake_logouts(&world.app);
        world.count(attempts).await > before
    })
    .await;
}
