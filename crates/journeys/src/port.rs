//! A port that is reserved for a journey from its beginning to its end, also while no process listens on it.

use std::net::SocketAddr;

use tokio::net::TcpSocket;

/// A port of this machine.
#[derive(Debug)]
pub struct Port {
    address: SocketAddr,
    _kept: Option<TcpSocket>,
}

impl Port {
    /// Reserves a free port. On Linux a bound socket that never listens keeps it: the system gives it to no process
    /// that wants any free port, also while ours starts or restarts, and a process that names the port may listen on
    /// it. Elsewhere the port is only likely to stay free.
    ///
    /// # Panics
    /// If there is none.
    pub fn free() -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_reuseaddr(true).expect("a shared port");
        socket
            .bind(SocketAddr::from(([127, 0, 0, 1], 0)))
            .expect("a free port");
        Self {
            address: socket.local_addr().expect("its address"),
            _kept: cfg!(target_os = "linux").then_some(socket),
        }
    }

    /// Returns its address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn reserved_port_is_reusable_and_silent_in_between() {
        let port = Port::free();
        for _ in 0..2 {
            assert!(TcpStream::connect(port.address()).is_err());
            let listener = TcpListener::bind(port.address()).unwrap();
            assert!(TcpStream::connect(port.address()).is_ok());
            drop(listener);
        }
    }
}
