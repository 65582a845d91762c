//! Where requests come in: a port, in plain or under TLS.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use super::patience::Patience;
use super::tls::Tls;

/// A bound port, whether TLS is spoken there, and what connections may cost.
#[derive(Debug)]
pub struct Door {
    pub(super) listener: TcpListener,
    pub(super) tls: Option<Tls>,
    pub(super) patience: Patience,
    pub(super) most_connections: usize,
}

impl Door {
    /// A port that speaks TLS and nothing else.
    pub fn with_tls(listener: TcpListener, tls: Tls) -> Self {
        Self {
            tls: Some(tls),
            ..listener.into()
        }
    }

    /// The same door for so many connections at a time; further ones wait until there is a place.
    #[must_use]
    pub fn for_so_many(self, most_connections: usize) -> Self {
        Self {
            most_connections,
            ..self
        }
    }

    /// The same door with another patience.
    #[must_use]
    pub fn with_patience(self, patience: Patience) -> Self {
        Self { patience, ..self }
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
            patience: Patience::USUAL,
            most_connections: Patience::MOST_CONNECTIONS,
        }
    }
}
