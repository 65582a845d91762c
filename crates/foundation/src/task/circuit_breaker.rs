//! Circuit breaker of one server: opens after consecutive failures, then permits one request per pause.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::time::{Clock, MonotonicTime};

/// Breaker that stops requests to a server that does not respond.
#[derive(Debug)]
pub struct CircuitBreaker {
    max_failures: u32,
    pause: Duration,
    clock: Clock,
    state: Mutex<BreakerState>,
}

#[derive(Debug, Default)]
struct BreakerState {
    failures: u32,
    last_attempt: Option<MonotonicTime>,
}

impl CircuitBreaker {
    /// Creates a closed breaker, which opens after `max_failures` consecutive failures and permits one request per `pause`.
    pub fn new(max_failures: u32, pause: Duration, clock: Clock) -> Self {
        Self {
            max_failures,
            pause,
            clock,
            state: Mutex::default(),
        }
    }

    /// Returns true if a request may be sent now. While the breaker is open, one request per pause may.
    pub fn allows(&self) -> bool {
        let mut state = self.state();
        if state.failures < self.max_failures {
            return true;
        }
        let now = self.clock.monotonic();
        let is_time = state
            .last_attempt
            .is_none_or(|last| now.since(last) >= self.pause);
        if is_time {
            state.last_attempt = Some(now);
        }
        is_time
    }

    /// Returns true from the last of several consecutive failures until a success.
    pub fn is_open(&self) -> bool {
        self.state().failures >= self.max_failures
    }

    /// Records the result of a request; a success closes the breaker.
    pub fn record(&self, is_success: bool) {
        let now = self.clock.monotonic();
        let mut state = self.state();
        if is_success {
            state.failures = 0;
        } else {
            state.failures = state.failures.saturating_add(1);
            state.last_attempt = Some(now);
        }
    }

    fn state(&self) -> MutexGuard<'_, BreakerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    #[test]
    fn open_breaker_permits_one_request_per_pause_until_a_success() {
        for (max_failures, seconds) in [(3, 1), (5, 30)] {
            let clock = Clock::fixed(Timestamp::from_seconds(0));
            let pause = Duration::from_secs(seconds);
            let breaker = CircuitBreaker::new(max_failures, pause, clock.clone());
            for _ in 1..max_failures {
                breaker.record(false);
                assert!(breaker.allows());
            }
            assert!(!breaker.is_open());
            breaker.record(false);
            assert!(!breaker.allows() && breaker.is_open());
            clock.advance(pause);
            assert!(breaker.allows(), "one finds out");
            assert!(!breaker.allows(), "the others do not wait for it");
            breaker.record(false);
            assert!(!breaker.allows(), "it failed again");
            clock.advance(pause);
            assert!(breaker.allows());
            breaker.record(true);
            assert!(!breaker.is_open());
            assert!(breaker.allows() && breaker.allows());
            breaker.record(false);
            assert!(breaker.allows(), "the count begins at zero");
        }
    }
}
