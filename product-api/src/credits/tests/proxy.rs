//! A proxy to PostgreSQL that breaks the connection at a commit, before the server receives it or after it is executed.

use std::sync::{Arc, Mutex};

use foundation::testing::TestServer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use url::Url;

/// Point at which the connection breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The server does not receive the commit.
    BeforeTheCommit,
    /// The server executes the commit, and the client receives no response.
    AfterTheCommit,
}

/// The proxy; it stops when this value is dropped.
pub(super) struct Proxy {
    /// URL of the database through the proxy.
    pub(super) url: String,
    cut: Arc<Mutex<Option<Cut>>>,
    _wires: JoinSet<()>,
}

impl Proxy {
    /// Starts a proxy to a database.
    pub(super) async fn to(url: &str) -> Self {
        let mut url = Url::parse(url).unwrap();
        let server = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432));
        let (listener, near) = TestServer::bind().await;
        let near = Url::parse(&near).unwrap();
        url.set_host(near.host_str()).unwrap();
        url.set_port(near.port()).unwrap();
        url.query_pairs_mut().append_pair("sslmode", "disable");
        let cut = Arc::new(Mutex::new(None));
        let mut wires = JoinSet::new();
        wires.spawn(accept(listener, server, Arc::clone(&cut)));
        Self {
            url: url.into(),
            cut,
            _wires: wires,
        }
    }

    /// Breaks the connection at the next commit, once.
    pub(super) fn break_at(&self, cut: Cut) {
        *self.cut.lock().unwrap() = Some(cut);
    }

    /// Returns true if the connection broke as requested.
    pub(super) fn has_broken(&self) -> bool {
        self.cut.lock().unwrap().is_none()
    }
}

async fn accept(listener: TcpListener, server: String, cut: Arc<Mutex<Option<Cut>>>) {
    let mut wires = JoinSet::new();
    while let Ok((near, _)) = listener.accept().await {
        let far = TcpStream::connect(&server).await.unwrap();
        wires.spawn(forward(near, far, Arc::clone(&cut)));
    }
}

/// Copies bytes in both directions until one side ends or the connection breaks.
async fn forward(mut near: TcpStream, mut far: TcpStream, cut: Arc<Mutex<Option<Cut>>>) {
    let (mut query, mut shown) = (vec![0; 65_536], vec![0; 65_536]);
    loop {
        tokio::select! {
            Ok(length) = near.read(&mut query) => {
                let is_commit = query[..length].windows(7).any(|window| window == b"COMMIT\0");
                let cut = if is_commit { cut.lock().unwrap().take() } else { None };
                if length == 0 || cut == Some(Cut::BeforeTheCommit) {
                    return;
                }
                far.write_all(&query[..length]).await.unwrap();
                if cut == Some(Cut::AfterTheCommit) {
                    assert!(far.read(&mut shown).await.unwrap() > 0);
                    return;
                }
            }
            Ok(length) = far.read(&mut shown) => {
                if length == 0 || near.write_all(&shown[..length]).await.is_err() {
                    return;
                }
            }
            else => return,
        }
    }
}
