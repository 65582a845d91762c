//! The load: a number of connections, each of which sends its next request after the response to the last.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::LocalSet;

use crate::TURN;
use crate::idle_wait::wait_until_idle;
use crate::services::CpuTime;
use crate::target::Target;

/// Returns the text of the `n`th request; `None` if this turn has no more requests.
type RequestText = Rc<dyn Fn(usize) -> Option<String>>;
/// Returns the second request of a flow from the redirect in response to its first.
type NextRequest = Rc<dyn Fn(&str) -> String>;
/// Stores a part of a response for a later request.
type ResponseObserver = Rc<dyn Fn(&str)>;

/// Text of each successful item in the response to a batch.
const ONE_SUCCESS: &str = r#""status":200,"#;

/// One repeated request or flow.
#[derive(Clone)]
pub(crate) struct Scenario {
    /// Name in the table.
    pub(crate) name: &'static str,
    /// Number of ES256 signatures that a response needs.
    pub(crate) signatures: f64,
    /// Number of items in a response, each a success of its own.
    pub(crate) things: usize,
    request: RequestText,
    /// Text in every response, in lower case.
    shows: &'static str,
    then: Option<NextRequest>,
    learn: Option<ResponseObserver>,
}

impl Scenario {
    /// Creates a scenario whose requests contain their number.
    pub(crate) fn numbered(
        name: &'static str,
        request: impl Fn(usize) -> String + 'static,
    ) -> Self {
        Self::checked(name, "", request)
    }

    /// Creates such a scenario whose responses contain a text: a 200 can also contain an error.
    pub(crate) fn checked(
        name: &'static str,
        shows: &'static str,
        request: impl Fn(usize) -> String + 'static,
    ) -> Self {
        Self::limited(name, shows, move |number| Some(request(number)))
    }

    /// Creates such a scenario with a limited number of requests.
    pub(crate) fn limited(
        name: &'static str,
        shows: &'static str,
        request: impl Fn(usize) -> Option<String> + 'static,
    ) -> Self {
        Self {
            name,
            signatures: 0.0,
            things: 1,
            request: Rc::new(request),
            shows,
            then: None,
            learn: None,
        }
    }

    /// Adds a second request to the flow; both count as one.
    pub(crate) fn then(mut self, then: impl Fn(&str) -> String + 'static) -> Self {
        self.then = Some(Rc::new(then));
        self
    }

    /// Stores a part of each response.
    pub(crate) fn learning(mut self, learn: impl Fn(&str) + 'static) -> Self {
        self.learn = Some(Rc::new(learn));
        self
    }

    /// Sets the number of signatures that a response needs.
    pub(crate) fn signing(self, signatures: f64) -> Self {
        Self { signatures, ..self }
    }

    /// Sets the number of items in a response; each counts.
    pub(crate) fn with_items(self, things: usize) -> Self {
        Self { things, ..self }
    }

    /// Runs a flow that begins with this request. Any status but 200 at its end stops the run, because an error would
    /// be measured as a fast response.
    async fn ask(&self, stream: &mut TcpStream, buffer: &mut Vec<u8>, request: &str) {
        stream.write_all(request.as_bytes()).await.expect("sending");
        read_whole(stream, buffer).await;
        if let Some(then) = &self.then {
            let response = String::from_utf8_lossy(buffer);
            assert!(response.starts_with("HTTP/1.1 303"), "{response}");
            let second = then(&response);
            stream.write_all(second.as_bytes()).await.expect("sending");
            read_whole(stream, buffer).await;
        }
        let response = String::from_utf8_lossy(buffer);
        let is_good = response.starts_with("HTTP/1.1 200")
            && (self.shows.is_empty() || response.to_ascii_lowercase().contains(self.shows))
            && (self.things == 1 || response.matches(ONE_SUCCESS).count() == self.things);
        assert!(is_good, "{response}");
        if let Some(learn) = &self.learn {
            learn(&response);
        }
    }

    /// Sends this many requests in sequence, without measuring.
    pub(crate) async fn ask_some(&self, base: &str, count: usize) {
        let authority = base.rsplit('/').next().expect("an address");
        let mut stream = TcpStream::connect(authority).await.expect("a connection");
        let mut buffer = Vec::new();
        for request in (0..count).map_while(|number| (self.request)(number)) {
            self.ask(&mut stream, &mut buffer, &request).await;
        }
    }
}

/// Results of one turn. A response with many items counts as so many.
pub(crate) struct TurnResult {
    /// Responses per second.
    pub(crate) rate: f64,
    /// CPU seconds of the server for a thousand responses, with its later work on them.
    pub(crate) cpu: f64,
    /// CPU seconds of its databases, if they are separate processes.
    pub(crate) database: Option<f64>,
    /// Time of each response.
    pub(crate) times: Vec<Duration>,
}

/// Runs one turn of a scenario against a server.
pub(crate) async fn run(target: &Target) -> TurnResult {
    run_for(target, TURN).await
}

/// Sends all requests of a scenario, however long that takes.
pub(crate) async fn run_dry(target: &Target) -> TurnResult {
    run_for(target, Duration::MAX).await
}

/// Runs one turn with a given number of requests per second. The time of a response begins when its request was due, so that
/// a slow response delays no later request unseen.
pub(crate) async fn run_paced(target: &Target, rate: f64) -> TurnResult {
    let pace = Duration::from_secs_f64(1.0 / rate);
    run_turn(target, TURN, Some(pace)).await
}

/// Runs one turn of a given duration.
pub(crate) async fn run_for(target: &Target, time: Duration) -> TurnResult {
    run_turn(target, time, None).await
}

async fn run_turn(target: &Target, time: Duration, pace: Option<Duration>) -> TurnResult {
    let before = CpuTime::read(target.process, &target.services);
    let started = now();
    let numbers = Rc::new(std::cell::Cell::new(started_number()));
    let connections = LocalSet::new();
    let awake = connections.spawn_local(stay_awake());
    let mut running = Vec::new();
    for _connection in 0..target.connections {
        let (scenario, numbers) = (target.scenario.clone(), Rc::clone(&numbers));
        let plan = TurnPlan {
            started,
            time,
            pace,
            first: numbers.get(),
        };
        running.push(connections.spawn_local(converse(target.address, scenario, numbers, plan)));
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
    let things = (times.len() * target.scenario.things) as f64;
    let rate = things / started.elapsed().as_secs_f64();
    wait_until_idle(target).await;
    let (after, thousands) = (
        CpuTime::read(target.process, &target.services),
        things / 1_000.0,
    );
    let database = before.databases.zip(after.databases);
    TurnResult {
        rate,
        cpu: (after.server - before.server) / thousands,
        database: database.map(|(before, after)| (after - before) / thousands),
        times,
    }
}

/// Keeps the load generator awake: a server that responds would have to wake it, which costs more than many responses,
/// and only servers slower than the load would pay for it.
async fn stay_awake() {
    loop {
        tokio::task::yield_now().await;
    }
}

/// Returns the first number of a turn. Numbers never repeat within a run, so that idempotency keys with one are unique.
fn started_number() -> usize {
    static TURNS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    TURNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed) * 10_000_000
}

/// The times of a turn.
#[derive(Clone, Copy)]
struct TurnPlan {
    started: Instant,
    time: Duration,
    /// Time between two requests; none if each connection sends its next request after a response.
    pace: Option<Duration>,
    /// Number of the first request.
    first: usize,
}

impl TurnPlan {
    /// Waits until a request is due, and returns the time at which it was; none without a pace.
    async fn wait_until_due(&self, number: usize) -> Option<Instant> {
        let index = u32::try_from(number - self.first).expect("a short turn");
        let due = self.started + self.pace? * index;
        // Sleeps end in whole milliseconds, which would be most of a response's time.
        while now() < due {
            tokio::task::yield_now().await;
        }
        Some(due)
    }
}

async fn converse(
    address: SocketAddr,
    scenario: Scenario,
    numbers: Rc<std::cell::Cell<usize>>,
    plan: TurnPlan,
) -> Vec<Duration> {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let mut times = Vec::new();
    let mut buffer = Vec::with_capacity(16 * 1024);
    while plan.started.elapsed() < plan.time {
        let number = numbers.get();
        numbers.set(number + 1);
        let due = plan.wait_until_due(number).await;
        let Some(text) = (scenario.request)(number) else {
            break;
        };
        let sent = due.unwrap_or_else(now);
        scenario.ask(&mut stream, &mut buffer, &text).await;
        times.push(sent.elapsed());
    }
    times
}

/// Reads one response with a `Content-Length`. Returns its text in lower case.
pub(crate) async fn read_any(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> String {
    read_whole(stream, buffer).await;
    String::from_utf8_lossy(buffer).to_ascii_lowercase()
}

/// Reads one response with a `Content-Length`.
async fn read_whole(stream: &mut TcpStream, buffer: &mut Vec<u8>) {
    buffer.clear();
    loop {
        let read = stream.read_buf(buffer).await.expect("a response");
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
            return;
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "measuring is what this program is for"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}
