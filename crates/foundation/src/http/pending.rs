//! Pending connections of a listener that closes.

use std::io;
use std::net::SocketAddr;
use std::os::fd::AsFd;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

/// Maximum number of pending connections that a stopping server accepts; the queue of its listener is shorter.
const MAX_PENDING: usize = 4_096;
/// Maximum number of failed `accept` calls of a stopping server. A failure of one connection, or a short lack of
/// descriptors, costs no other connection.
const MAX_FAILURES: usize = 128;
/// Pause after a failed `accept`: a running request that finishes frees a descriptor. All pauses together take less time
/// than running requests get.
const FAILURE_PAUSE: Duration = Duration::from_millis(10);
/// Time for handshakes that have begun: longer than a round trip to a load balancer. A client that begins one in this
/// time repeats it after a second, so the time is short.
const HANDSHAKE_TIME: Duration = Duration::from_millis(20);

/// Closes a listener and returns its pending connections. The kernel would reset them, although their clients may have
/// sent a request already, and no proxy repeats a POST that it has sent.
///
/// On Linux no connection is lost whose handshake takes less than [`HANDSHAKE_TIME`]. Elsewhere one that arrives between
/// the last `accept` and the close can be.
pub(super) async fn close(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    if ignore_new_handshakes(&listener).is_ok() {
        tokio::time::sleep(HANDSHAKE_TIME).await;
    }
    let Ok(listener) = listener.into_std() else {
        return Vec::new();
    };
    // This asks the kernel directly, because the runtime sees new connections a moment later.
    let accepted = drain(|| listener.accept()).await;
    let pending = accepted.into_iter().filter_map(|(stream, peer)| {
        let stream = stream
            .set_nonblocking(true)
            .and_then(|()| TcpStream::from_std(stream));
        stream.ok().map(|stream| (stream, peer))
    });
    pending.collect()
}

/// Accepts until no connection is left. Only `WouldBlock` says so: any other error is of one connection
/// (`ECONNABORTED`), of a signal (`EINTR`), or passes (`EMFILE`), and is followed by another attempt.
async fn drain<T>(mut accept: impl FnMut() -> io::Result<T>) -> Vec<T> {
    let (mut accepted, mut failures) = (Vec::new(), 0);
    while accepted.len() < MAX_PENDING && failures < MAX_FAILURES {
        match accept() {
            Ok(connection) => accepted.push(connection),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(error) => {
                failures += 1;
                if !is_of_one_attempt(&error) {
                    tokio::time::sleep(FAILURE_PAUSE).await;
                }
            }
        }
    }
    accepted
}

/// Returns true if the next `accept` may succeed at once.
fn is_of_one_attempt(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::Interrupted
    )
}

/// Makes the kernel drop packets that begin a handshake, and no others. Their clients repeat them, find the port
/// closed, and can use another server.
#[cfg(target_os = "linux")]
fn ignore_new_handshakes(listener: &impl AsFd) -> io::Result<()> {
    use socket2::{SockFilter, SockRef};

    /// Instructions of the classic Berkeley Packet Filter: load a byte, compare its bits, return.
    const LOAD: u16 = 0x30;
    const JUMP_IF_SET: u16 = 0x45;
    const RETURN: u16 = 0x06;
    /// Position of the flags in a TCP header, and the flag of a packet that begins a handshake (RFC 9293).
    const FLAGS: u32 = 13;
    const SYN: u32 = 0x02;

    SockRef::from(listener).attach_filter(&[
        SockFilter::new(LOAD, 0, 0, FLAGS),
        SockFilter::new(JUMP_IF_SET, 0, 1, SYN),
        SockFilter::new(RETURN, 0, 0, 0),
        SockFilter::new(RETURN, 0, 0, u32::MAX),
    ])
}

#[cfg(not(target_os = "linux"))]
fn ignore_new_handshakes(_listener: &impl AsFd) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod drain_tests {
    use std::collections::VecDeque;

    use super::*;

    /// Number of a process that has too many open files, on Linux and BSD.
    const EMFILE: i32 = 24;

    /// Drains a queue that yields these results and is empty after that.
    async fn drained(results: impl IntoIterator<Item = io::Result<u32>>) -> Vec<u32> {
        let mut results: VecDeque<_> = results.into_iter().collect();
        let empty = || Err(io::ErrorKind::WouldBlock.into());
        drain(|| results.pop_front().unwrap_or_else(empty)).await
    }

    #[tokio::test]
    async fn connection_after_a_failed_one_is_accepted() {
        for failure in [
            io::Error::from(io::ErrorKind::ConnectionAborted),
            io::ErrorKind::Interrupted.into(),
            io::Error::from_raw_os_error(EMFILE),
        ] {
            let said = failure.to_string();
            let found = drained([Ok(1), Err(failure), Ok(2)]).await;
            assert_eq!(found, [1, 2], "{said}");
        }
    }

    #[tokio::test]
    async fn queue_ends_where_accept_would_block() {
        let found = drained([Ok(1), Err(io::ErrorKind::WouldBlock.into()), Ok(2)]).await;
        assert_eq!(found, [1]);
    }

    #[tokio::test]
    async fn accept_that_always_fails_ends() {
        let mut attempts = 0;
        let found: Vec<u32> = drain(|| {
            attempts += 1;
            Err(io::ErrorKind::ConnectionAborted.into())
        })
        .await;
        assert_eq!((found.len(), attempts), (0, MAX_FAILURES));
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn only_earlier_connections_can_be_accepted() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut pending = TcpStream::connect(address).unwrap();
        ignore_new_handshakes(&listener).unwrap();
        let late = TcpStream::connect_timeout(&address, Duration::from_millis(50)).unwrap_err();
        assert_eq!(late.kind(), io::ErrorKind::TimedOut);
        let (mut accepted, _peer) = listener.accept().unwrap();
        drop(listener);
        pending.write_all(b"request").unwrap();
        let mut request = [0; 7];
        accepted.read_exact(&mut request).unwrap();
        assert_eq!(&request, b"request");
    }
}
