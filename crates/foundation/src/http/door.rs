//! Listener: the port on which a server accepts requests, in plain or under TLS.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use super::patience::Patience;
use super::tls::Tls;

/// A bound port, its TLS, and the limits of its connections.
#[derive(Debug)]
pub struct Door {
    pub(super) listener: TcpListener,
    pub(super) tls: Option<Tls>,
    pub(super) patience: Patience,
    pub(super) most_connections: usize,
}

impl Door {
    /// Creates a listener that accepts only TLS.
    pub fn with_tls(listener: TcpListener, tls: Tls) -> Self {
        Self {
            tls: Some(tls),
            ..listener.into()
        }
    }

    /// Returns the listener with this maximum number of connections; further ones wait.
    #[must_use]
    pub fn for_so_many(self, most_connections: usize) -> Self {
        Self {
            most_connections,
            ..self
        }
    }

    /// Returns the listener with other timeouts.
    #[must_use]
    pub fn with_patience(self, patience: Patience) -> Self {
        Self { patience, ..self }
    }

    /// Returns the address.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A port without TLS: on loopback, or behind a proxy that terminates TLS.
impl From<TcpListener> for Door {
    fn from(listener: TcpListener) -> Self {
        Self {
            listener,
            tls: None,
            patience: Patience::USUAL,
            most_connections: Patience::MAX_CONNECTIONS,
        }
    }
}
