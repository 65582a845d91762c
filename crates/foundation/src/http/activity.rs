//! Activity of a connection: its running requests, its idle time, and its deadline.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::Instant;

use super::timeouts::Timeouts;

/// Activity of one connection.
#[derive(Debug)]
pub(super) struct ConnectionActivity(Mutex<ActivityState>);

#[derive(Debug)]
struct ActivityState {
    /// Running requests, by number, with their beginnings; the oldest first.
    running: Vec<(u64, Instant)>,
    /// Number of requests so far.
    begun: u64,
    /// Time since which no request runs, if none does.
    idle_since: Instant,
}

/// Remaining time of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RemainingTime {
    /// The connection may continue until this time.
    Until(Instant),
    /// The connection was idle for too long.
    Idle,
    /// One of its requests takes too long.
    TooLong,
}

impl ConnectionActivity {
    /// Creates the activity of a new connection.
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new(ActivityState {
            running: Vec::new(),
            begun: 0,
            idle_since: Instant::now(),
        })))
    }

    /// Records the beginning of a request, which ends when the result is dropped.
    pub(super) fn begin(self: &Arc<Self>) -> RunningRequest {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = state.begun;
        state.begun += 1;
        state.running.push((number, Instant::now()));
        drop(state);
        RunningRequest {
            activity: Arc::clone(self),
            number,
        }
    }

    /// Returns the number of requests so far; `None` while one of them runs.
    pub(super) fn requests_begun_if_idle(&self) -> Option<u64> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.is_empty().then_some(state.begun)
    }

    /// Returns the remaining time; a connection that was asked to end has only the time for a header.
    pub(super) fn remaining_time(&self, timeouts: &Timeouts, is_ending: bool) -> RemainingTime {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, over) = match state.running.first() {
            Some((_, began)) => (*began + timeouts.exchange, RemainingTime::TooLong),
            None if is_ending || state.begun == 0 => {
                (state.idle_since + timeouts.header, RemainingTime::Idle)
            }
            None => (state.idle_since + timeouts.idle, RemainingTime::Idle),
        };
        if until <= Instant::now() {
            over
        } else {
            RemainingTime::Until(until)
        }
    }

    /// Returns true if the connection was idle for so long that the server may close it for others.
    pub(super) fn is_idle_while_crowded(&self, timeouts: &Timeouts) -> bool {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.is_empty() && state.idle_since.elapsed() >= timeouts.run_concurrently
    }

    /// Restarts the time without requests.
    pub(super) fn restart_idle_time(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.idle_since = Instant::now();
    }
}

/// A running request; dropping this ends it.
#[derive(Debug)]
pub(super) struct RunningRequest {
    activity: Arc<ConnectionActivity>,
    number: u64,
}

impl Drop for RunningRequest {
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

/// Body of a response; its request counts as running until all of it was given to the connection.
pub(super) struct TrackedBody {
    body: BoxBody<Bytes, io::Error>,
    _running: RunningRequest,
}

impl TrackedBody {
    pub(super) fn new(body: BoxBody<Bytes, io::Error>, running: RunningRequest) -> Self {
        Self {
            body,
            _running: running,
        }
    }
}

impl Body for TrackedBody {
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
