//! Listener: the port on which a server accepts requests, in plain or under TLS.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use super::timeouts::Timeouts;
use super::tls::Tls;

/// A bound port, its TLS, and the limits of its connections.
#[derive(Debug)]
pub struct Listener {
    pub(super) socket: TcpListener,
    pub(super) tls: Option<Tls>,
    pub(super) timeouts: Timeouts,
    pub(super) max_connections: usize,
}

impl Listener {
    /// Creates a listener that accepts only TLS.
    pub fn with_tls(listener: TcpListener, tls: Tls) -> Self {
        Self {
            tls: Some(tls),
            ..listener.into()
        }
    }

    /// Returns the listener with this maximum number of connections; further ones wait.
    #[must_use]
    pub fn with_max_connections(self, max_connections: usize) -> Self {
        Self {
            max_connections,
            ..self
        }
    }

    /// Returns the listener with other timeouts.
    #[must_use]
    pub fn with_timeouts(self, timeouts: Timeouts) -> Self {
        Self { timeouts, ..self }
    }

    /// Returns the address.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

/// A port without TLS: on loopback, or behind a proxy that terminates TLS.
impl From<TcpListener> for Listener {
    fn from(listener: TcpListener) -> Self {
        Self {
            socket: listener,
            tls: None,
            timeouts: Timeouts::DEFAULT,
            max_connections: Timeouts::MAX_CONNECTIONS,
        }
    }
}
