//! State of one connection that its calls share: the circuit, and the calls per second.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foundation::Clock;
use foundation::time::{MonotonicTime, Stopwatch};

use super::circuit::{Circuit, CircuitPermit, CircuitState};
use super::priority::Priority;
use super::rate_bucket::{RateBucket, Ticket};

/// Minimum time between two looks at the bucket.
const MIN_WAIT: Duration = Duration::from_millis(1);

/// No call was allowed in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoTurn;

/// The shared state of a connection's calls.
pub(super) struct ConnectionState {
    clock: Clock,
    started_at: MonotonicTime,
    /// The bucket follows the machine's time, because its waits do.
    stopwatch: Stopwatch,
    circuit: Mutex<Circuit>,
    bucket: Mutex<RateBucket>,
}

impl ConnectionState {
    /// Creates the state of a connection without calls.
    pub(super) fn new(clock: &Clock, per_second: u16) -> Self {
        Self {
            started_at: clock.monotonic(),
            stopwatch: clock.stopwatch(),
            clock: clock.clone(),
            circuit: Mutex::default(),
            bucket: Mutex::new(RateBucket::new(per_second)),
        }
    }

    /// Waits until the connection may send a call, at most for a time.
    pub(super) async fn wait_for_turn(
        &self,
        priority: Priority,
        within: Duration,
    ) -> Result<(), NoTurn> {
        let queued = QueuedCall {
            ticket: self.bucket().enter(priority),
            state: self,
        };
        let end = self.stopwatch.elapsed().saturating_add(within);
        loop {
            let now = self.stopwatch.elapsed();
            let taken = self.bucket().take(queued.ticket, now);
            let Err(wait) = taken else {
                return Ok(());
            };
            if now.saturating_add(wait) > end {
                return Err(NoTurn);
            }
            tokio::time::sleep(wait.max(MIN_WAIT)).await;
        }
    }

    /// Holds all calls back for a time, as Stripe asks.
    pub(super) fn hold_back(&self, pause: Duration) {
        let until = self.stopwatch.elapsed().saturating_add(pause);
        self.bucket().block_until(until);
    }

    /// Permits a call whose result is then reported; `None` if the circuit is open.
    pub(super) fn permit(&self) -> Option<OpenCall<'_>> {
        let now = self.now();
        let permit = self.circuit().permit(now)?;
        Some(OpenCall {
            state: self,
            permit: Some(permit),
        })
    }

    /// Returns true if the circuit would permit a call.
    pub(super) fn is_permitting(&self) -> bool {
        let now = self.now();
        self.circuit().is_permitting(now)
    }

    /// Returns the state of the circuit.
    pub(super) fn circuit_state(&self) -> CircuitState {
        let now = self.now();
        self.circuit().state(now)
    }

    /// Returns the time for which the circuit has not been closed.
    pub(super) fn open_time(&self) -> Option<Duration> {
        let now = self.now();
        self.circuit().open_time(now)
    }

    /// Returns true for a state that differs from a new one in nothing.
    pub(super) fn is_idle(&self) -> bool {
        let (now, elapsed) = (self.now(), self.stopwatch.elapsed());
        self.circuit().is_idle(now) && self.bucket().is_idle(elapsed)
    }

    fn now(&self) -> Duration {
        self.clock.monotonic().since(self.started_at)
    }

    fn circuit(&self) -> MutexGuard<'_, Circuit> {
        self.circuit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bucket(&self) -> MutexGuard<'_, RateBucket> {
        self.bucket.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ConnectionState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectionState")
            .field("circuit", &self.circuit_state())
            .finish_non_exhaustive()
    }
}

/// A call in the order of the bucket; it leaves the order when it is dropped.
struct QueuedCall<'s> {
    state: &'s ConnectionState,
    ticket: Ticket,
}

impl Drop for QueuedCall<'_> {
    fn drop(&mut self) {
        self.state.bucket().leave(self.ticket);
    }
}

/// A call that the circuit permitted. Dropped without a result, it counts as not sent.
#[derive(Debug)]
pub(super) struct OpenCall<'s> {
    state: &'s ConnectionState,
    permit: Option<CircuitPermit>,
}

impl OpenCall<'_> {
    /// Records that Stripe responded.
    pub(super) fn succeed(mut self) {
        if let Some(permit) = self.permit.take() {
            self.state.circuit().succeed(permit);
        }
    }

    /// Records that Stripe did not respond, or failed.
    pub(super) fn fail(mut self) {
        if let Some(permit) = self.permit.take() {
            let now = self.state.now();
            self.state.circuit().fail(permit, now);
        }
    }
}

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        if let Some(permit) = self.permit.take() {
            self.state.circuit().abandon(permit);
        }
    }
}
