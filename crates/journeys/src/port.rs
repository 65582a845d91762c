//! A port that is a story's own from its beginning to its end, whoever listens on it meanwhile.

use std::net::SocketAddr;

use tokio::net::TcpSocket;

/// A port of this machine.
#[derive(Debug)]
pub struct Port {
    address: SocketAddr,
    _kept: Option<TcpSocket>,
}

impl Port {
    /// A free one. On Linux a socket that is bound and never listens keeps it: nobody who wants just any port is given
    /// this one, be it while a process of ours starts or between its end and its next start, and a process that asks
    /// for it by number may listen on it. Elsewhere the port is only likely to stay free.
    ///
    /// # Panics
    /// When there is none.
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

    /// Its address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn who_names_it_may_listen_again_and_again_and_nobody_answers_in_between() {
        let port = Port::free();
        for _ in 0..2 {
            assert!(TcpStream::connect(port.address()).is_err());
            let listener = TcpListener::bind(port.address()).unwrap();
            assert!(TcpStream::connect(port.address()).is_ok());
            drop(listener);
        }
    }
}
