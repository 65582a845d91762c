//! Five thousand idle connections (attack J5): their effect on session reads of other clients and on the server's memory.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::flood::{connect, millis, quantile, read_sessions};
use crate::load::read_any;
use crate::request::get;
use crate::size::memory;

/// Number of idle connections.
const IDLE: usize = 5_000;
const KIB: f64 = 1_024.0;

/// Time of the check, during the session reads: the server closes connections that are idle for ten seconds.
const SOON: Duration = Duration::from_secs(4);

/// Measures and prints. Each connection got one response, and is idle from then on.
pub(crate) async fn run(address: SocketAddr, process: u32, cookies: &str) {
    let session = get("/api/auth/session", cookies);
    let alone = read_sessions(address, &session).await;
    let before = memory(process, "VmRSS");
    let mut idle = Vec::with_capacity(IDLE);
    for _ in 0..IDLE {
        idle.push(connect_and_read(address, &session).await);
    }
    let looking = async {
        tokio::time::sleep(SOON).await;
        assert!(idle.iter().all(is_open), "some were sent away");
        memory(process, "VmRSS") - before
    };
    let (other, grown) = tokio::join!(read_sessions(address, &session), looking);
    let (alone, other) = (quantile(&alone, 99), quantile(&other, 99));
    println!(
        "\n{IDLE} idle connections: session read p99 without them {:.2} ms, beside them {:.2} ms, ratio {:.2} (goal 2); {:.1} KiB each",
        millis(alone),
        millis(other),
        other.as_secs_f64() / alone.as_secs_f64(),
        grown * KIB / idle.len() as f64
    );
}

async fn connect_and_read(address: SocketAddr, request: &str) -> TcpStream {
    let mut stream = connect(address).await;
    stream.write_all(request.as_bytes()).await.expect("sending");
    let response = read_any(&mut stream, &mut Vec::new()).await;
    assert!(response.contains("\"user\""), "{response}");
    stream
}

/// Returns true if the server has sent neither data nor an end.
fn is_open(stream: &TcpStream) -> bool {
    let looked = stream.try_read(&mut [0]);
    looked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}
