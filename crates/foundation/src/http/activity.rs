//! What a connection does: which requests run, and since when none does; it tells when the connection is overdue.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::Instant;

use super::patience::Patience;

/// What one connection does.
#[derive(Debug)]
pub(super) struct Activity(Mutex<State>);

#[derive(Debug)]
struct State {
    /// The requests that run, by number, with their beginnings; the oldest first.
    running: Vec<(u64, Instant)>,
    /// How many there were.
    begun: u64,
    /// Since when none runs, if none does.
    idle_since: Instant,
}

/// What is left of a connection's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// It may go on as it does until this instant.
    Until(Instant),
    /// It does nothing, and has done so for long enough.
    Idle,
    /// One of its requests takes too long.
    TooLong,
}

impl Activity {
    /// That of a connection which begins now.
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new(State {
            running: Vec::new(),
            begun: 0,
            idle_since: Instant::now(),
        })))
    }

    /// Notes that a request begins; it ends with what is given.
    pub(super) fn begin(self: &Arc<Self>) -> Running {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = state.begun;
        state.begun += 1;
        state.running.push((number, Instant::now()));
        drop(state);
        Running {
            activity: Arc::clone(self),
            number,
        }
    }

    /// Counts the requests that began; none while one of them runs.
    pub(super) fn requests_begun_if_idle(&self) -> Option<u64> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.is_empty().then_some(state.begun)
    }

    /// What is left of its time; of one that was asked to end, only as long as a header may take.
    pub(super) fn left(&self, patience: &Patience, is_ending: bool) -> Left {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, over) = match state.running.first() {
            Some((_, began)) => (*began + patience.exchange, Left::TooLong),
            None if is_ending || state.begun == 0 => {
                (state.idle_since + patience.header, Left::Idle)
            }
            None => (state.idle_since + patience.idle, Left::Idle),
        };
        if until <= Instant::now() {
            over
        } else {
            Left::Until(until)
        }
    }

    /// Whether it has done nothing for so long that others may have its place.
    pub(super) fn may_give_way(&self, patience: &Patience) -> bool {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.is_empty() && state.idle_since.elapsed() >= patience.crowded
    }

    /// Lets the time without requests begin anew.
    pub(super) fn rest(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.idle_since = Instant::now();
    }
}

/// A request that runs, until this is dropped.
#[derive(Debug)]
pub(super) struct Running {
    activity: Arc<Activity>,
    number: u64,
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut state = self
            .activity
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        state.running.retain(|(number, _)| *number != self.number);
        state.idle_since = Instant::now();
    }
}

/// The body of an answer, whose request runs until all of it was handed over.
pub(super) struct Told {
    body: BoxBody<Bytes, io::Error>,
    _running: Running,
}

impl Told {
    pub(super) fn new(body: BoxBody<Bytes, io::Error>, running: Running) -> Self {
        Self {
            body,
            _running: running,
        }
    }
}

impl Body for Told {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
