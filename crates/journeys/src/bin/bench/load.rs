//! The load: a fixed number of connections, each sending its next request when the last was answered.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::LocalSet;

use crate::{CONNECTIONS, TURN};

/// One thing that is asked again and again.
#[derive(Clone)]
pub(crate) struct Scenario {
    /// Its name in the table.
    pub(crate) name: &'static str,
    /// The `n`th request, as it goes over the wire; `None` when there are no more in this turn.
    request: Rc<dyn Fn(usize) -> Option<String>>,
    /// What every answer shows.
    shows: &'static str,
}

impl Scenario {
    /// The same request each time.
    pub(crate) fn fixed(name: &'static str, request: String) -> Self {
        Self::numbered(name, move |_| request.clone())
    }

    /// A request that holds its number.
    pub(crate) fn numbered(
        name: &'static str,
        request: impl Fn(usize) -> String + 'static,
    ) -> Self {
        Self::checked(name, "", request)
    }

    /// The same, whose answers show a text: a 200 can tell of an error too.
    pub(crate) fn checked(
        name: &'static str,
        shows: &'static str,
        request: impl Fn(usize) -> String + 'static,
    ) -> Self {
        Self::limited(name, shows, move |number| Some(request(number)))
    }

    /// The same, which can run out of requests.
    pub(crate) fn limited(
        name: &'static str,
        shows: &'static str,
        request: impl Fn(usize) -> Option<String> + 'static,
    ) -> Self {
        Self {
            name,
            request: Rc::new(request),
            shows,
        }
    }

    /// Asks so often, one after the other, without measuring.
    pub(crate) async fn ask_some(&self, base: &str, count: usize) {
        let authority = base.rsplit('/').next().expect("an address");
        let mut stream = TcpStream::connect(authority).await.expect("a connection");
        let mut buffer = Vec::new();
        for request in (0..count).map_while(|number| (self.request)(number)) {
            stream.write_all(request.as_bytes()).await.expect("sending");
            read_answer(&mut stream, &mut buffer, self.shows).await;
        }
    }
}

/// What one turn showed.
pub(crate) struct Turn {
    /// Answers a second.
    pub(crate) rate: f64,
    /// Processor seconds of the server for a thousand answers.
    pub(crate) cpu: f64,
    /// Each answer's time.
    pub(crate) times: Vec<Duration>,
}

/// One turn of a scenario against a server.
pub(crate) async fn run(address: SocketAddr, process: u32, scenario: &Scenario) -> Turn {
    let before = processor_seconds(process);
    let started = now();
    let numbers = Rc::new(std::cell::Cell::new(started_number()));
    let connections = LocalSet::new();
    let awake = connections.spawn_local(stay_awake());
    let mut running = Vec::new();
    for _connection in 0..CONNECTIONS {
        let (scenario, numbers) = (scenario.clone(), Rc::clone(&numbers));
        running.push(connections.spawn_local(converse(address, scenario, numbers, started)));
    }
    let times = connections
        .run_until(async {
            let mut times = Vec::new();
            for connection in running {
                times.extend(connection.await.expect("the connection lasts"));
            }
            awake.abort();
            times
        })
        .await;
    let answers = times.len() as f64;
    let cpu = (processor_seconds(process) - before) / answers * 1_000.0;
    Turn {
        rate: answers / started.elapsed().as_secs_f64(),
        cpu,
        times,
    }
}

/// Keeps the load from sleeping: whoever answers it would have to wake it, which costs more than many an answer, and
/// only those who are slower than the load would pay.
async fn stay_awake() {
    loop {
        tokio::task::yield_now().await;
    }
}

/// Numbers never repeat within a run, so that an idempotency key made of one is always fresh.
fn started_number() -> usize {
    static TURNS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    TURNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed) * 10_000_000
}

async fn converse(
    address: SocketAddr,
    scenario: Scenario,
    numbers: Rc<std::cell::Cell<usize>>,
    started: Instant,
) -> Vec<Duration> {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let mut times = Vec::new();
    let mut buffer = Vec::with_capacity(16 * 1024);
    while started.elapsed() < TURN {
        let number = numbers.get();
        numbers.set(number + 1);
        let Some(text) = (scenario.request)(number) else {
            break;
        };
        let sent = now();
        stream.write_all(text.as_bytes()).await.expect("sending");
        read_answer(&mut stream, &mut buffer, scenario.shows).await;
        times.push(sent.elapsed());
    }
    times
}

/// Reads one answer; anything but 200 ends the run, because it would be measured as fast.
async fn read_answer(stream: &mut TcpStream, buffer: &mut Vec<u8>, shows: &str) {
    let answer = read_any(stream, buffer).await;
    let is_good = answer.starts_with("http/1.1 200") && answer.contains(shows);
    assert!(is_good, "{answer}");
}

/// Reads one answer whose length is announced, and gives its text in small letters.
pub(crate) async fn read_any(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> String {
    buffer.clear();
    loop {
        let read = stream.read_buf(buffer).await.expect("an answer");
        assert!(read > 0, "the server closed the connection");
        let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
            continue;
        };
        let head =
            String::from_utf8_lossy(buffer.get(..end).expect("the head")).to_ascii_lowercase();
        let length = head
            .split("content-length: ")
            .nth(1)
            .and_then(|rest| rest.split("\r\n").next());
        let length: usize = length.expect("a length").trim().parse().expect("a number");
        if buffer.len() >= end + 4 + length {
            return String::from_utf8_lossy(buffer).to_ascii_lowercase();
        }
    }
}

/// What the process has used so far, by the kernel's count of hundredths of a second.
pub(crate) fn processor_seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("the process runs");
    let after_name = stat.rsplit(')').next().expect("fields");
    let ticks: f64 = after_name
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(|field| field.parse::<f64>().expect("a number"))
        .sum();
    ticks / 100.0
}

#[expect(
    clippy::disallowed_methods,
    reason = "measuring is what this program is for"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}
