//! Two hundred concurrent password sign-ins, repeated: their effect on session reads of other clients, on refused
//! sign-ins, and on the server's memory.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::LocalSet;
use tokio_util::sync::CancellationToken;

use crate::load::{now, read_any};
use crate::request::get;
use crate::services::processor_seconds;
use crate::sign_in::Guard;
use crate::size::memory;

/// Number of concurrent sign-ins.
const FLOOD: usize = 200;
/// Duration of each half of the measurement.
const TIME: Duration = Duration::from_secs(10);
/// Interval at which another client reads a session.
const PACE: Duration = Duration::from_millis(4);
/// Memory of a running hash, in MiB.
const HASH: f64 = 19.0;
/// Maximum memory in addition to the hashes while 64 requests wait, in MiB.
const MAX_MEMORY: f64 = 150.0;
/// Interval at which refused clients retry, as the response says in whole seconds.
const PAUSE: Duration = Duration::from_secs(2);

/// Measures, prints and compares with the goals.
pub(crate) async fn run(address: SocketAddr, process: u32, cookies: &str, guard: &Guard) {
    let session = get("/api/auth/session", cookies);
    let idle = read_sessions(address, &session).await;
    let before = (memory(process, "VmRSS"), processor_seconds(process));
    let ended = CancellationToken::new();
    let connections = LocalSet::new();
    let guard = Rc::new(guard.clone());
    let swimmers: Vec<_> = (0..FLOOD)
        .map(|number| {
            connections.spawn_local(sign_in_repeatedly(
                address,
                Rc::clone(&guard),
                number,
                ended.clone(),
            ))
        })
        .collect();
    let (busy, most) = connections
        .run_until(async {
            let sampled = sample(process, ended.clone());
            let read = async {
                let busy = read_sessions(address, &session).await;
                ended.cancel();
                busy
            };
            tokio::join!(read, sampled)
        })
        .await;
    let mut seen = SignInTimes::default();
    connections
        .run_until(async {
            for swimmer in swimmers {
                seen.add(swimmer.await.expect("it swims to the end"));
            }
        })
        .await;
    print(&idle, &busy, &mut seen);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let rest = most - HASH * cores as f64;
    let cpu = processor_seconds(process) - before.1;
    println!(
        "server: {cpu:.1} s of processor; resident {:.0} MiB before, {most:.0} MiB at most, {rest:.0} MiB beside the hashes",
        before.0
    );
    assert!(rest <= MAX_MEMORY, "{rest:.0} MiB beside the hashes");
}

fn print(idle: &[Duration], busy: &[Duration], seen: &mut SignInTimes) {
    let (idle, busy) = (quantile(idle, 99), quantile(busy, 99));
    let (refused, admitted) = (seen.refused.len(), seen.admitted.len());
    println!(
        "\nflood of {FLOOD} password sign-ins at a time: session read p99 idle {:.2} ms, under the flood {:.2} ms, ratio {:.2} (goal 2)",
        millis(idle),
        millis(busy),
        busy.as_secs_f64() / idle.as_secs_f64()
    );
    println!(
        "signed in {admitted} (p50 {:.0} ms); refused {refused} with a message, after p50 {:.2} ms, p99 {:.2} ms",
        millis(quantile(&seen.admitted, 50)),
        millis(quantile(&seen.refused, 50)),
        millis(quantile(&seen.refused, 99)),
    );
    assert!(refused > 0, "nobody was refused: this was no flood");
    assert!(admitted > 0, "nobody was signed in");
}

/// Reads a session at a steady pace: a late response does not delay the next request.
pub(crate) async fn read_sessions(address: SocketAddr, request: &str) -> Vec<Duration> {
    let mut stream = connect(address).await;
    let mut buffer = Vec::new();
    let mut times = Vec::new();
    let started = now();
    let mut due = started;
    while started.elapsed() < TIME {
        tokio::time::sleep_until(due.into()).await;
        let sent = now();
        stream.write_all(request.as_bytes()).await.expect("sending");
        let response = read_any(&mut stream, &mut buffer).await;
        assert!(response.contains("\"user\""), "{response}");
        times.push(sent.elapsed());
        due = (due + PACE).max(now());
    }
    times
}

/// Times of the accepted and of the refused sign-ins.
#[derive(Default)]
struct SignInTimes {
    admitted: Vec<Duration>,
    refused: Vec<Duration>,
}

impl SignInTimes {
    fn add(&mut self, other: Self) {
        self.admitted.extend(other.admitted);
        self.refused.extend(other.refused);
    }
}

/// Signs in repeatedly; retries a refused sign-in later.
async fn sign_in_repeatedly(
    address: SocketAddr,
    guard: Rc<Guard>,
    first: usize,
    ended: CancellationToken,
) -> SignInTimes {
    let mut stream = connect(address).await;
    let mut buffer = Vec::new();
    let mut seen = SignInTimes::default();
    while !ended.is_cancelled() {
        let sent = now();
        let request = guard.password(first);
        stream.write_all(request.as_bytes()).await.expect("sending");
        let response = read_any(&mut stream, &mut buffer).await;
        let time = sent.elapsed();
        if response.starts_with("http/1.1 503") {
            let is_told = response.contains("retry-after: 2") && response.contains("error=");
            assert!(is_told, "{response}");
            seen.refused.push(time);
            let _waited = tokio::time::timeout(PAUSE, ended.cancelled()).await;
        } else {
            // With few users many sign-ins are for the same one, and those over its limit get the usual refusal.
            let is_in = response.starts_with("http/1.1 200") && response.contains("session-token=");
            assert!(is_in || response.starts_with("http/1.1 401"), "{response}");
            if is_in {
                seen.admitted.push(time);
            }
        }
    }
    seen
}

/// Returns the maximum memory until the end, in MiB.
async fn sample(process: u32, ended: CancellationToken) -> f64 {
    let mut most = memory(process, "VmRSS");
    while !ended.is_cancelled() {
        tokio::time::sleep(Duration::from_millis(20)).await;
        most = most.max(memory(process, "VmRSS"));
    }
    most
}

pub(crate) async fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).await.expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    stream
}

pub(crate) fn quantile(times: &[Duration], hundredths: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let index = (times.len() * hundredths).div_euclid(100);
    times
        .get(index)
        .or(times.last())
        .copied()
        .unwrap_or_default()
}

pub(crate) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
