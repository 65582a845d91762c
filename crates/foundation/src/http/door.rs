//! Where requests come in: a port, in plain or under TLS.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use super::tls::Tls;

/// A bound port, and whether TLS is spoken there.
#[derive(Debug)]
pub struct Door {
    pub(super) listener: TcpListener,
    pub(super) tls: Option<Tls>,
}

impl Door {
    /// A port that speaks TLS and nothing else.
    pub fn with_tls(listener: TcpListener, tls: Tls) -> Self {
        Self {
            listener,
            tls: Some(tls),
        }
    }

    /// Where it is.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A port without TLS: on loopback, or behind a proxy that speaks it.
impl From<TcpListener> for Door {
    fn from(listener: TcpListener) -> Self {
        Self {
            listener,
            tls: None,
        }
    }
}
