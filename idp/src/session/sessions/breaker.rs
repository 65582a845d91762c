//! Circuit breaker of Redis: opens after consecutive failures, then permits one request per pause.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foundation::Clock;
use foundation::time::MonotonicTime;

/// Number of consecutive failures that open the breaker; one slow response does not.
const MAX_FAILURES: u32 = 3;
/// Pause while the breaker is open; one request per pause checks if Redis responds again.
const PAUSE: Duration = Duration::from_millis(500);

/// Breaker that stops requests to a Redis that does not respond.
#[derive(Debug)]
pub(super) struct Breaker {
    clock: Clock,
    state: Mutex<BreakerState>,
}

#[derive(Debug, Default)]
struct BreakerState {
    failures: u32,
    last_attempt: Option<MonotonicTime>,
}

impl Breaker {
    pub(super) fn new(clock: Clock) -> Self {
        Self {
            clock,
            state: Mutex::default(),
        }
    }

    /// Returns true if a request may go to Redis now. While the breaker is open, one request per pause may.
    pub(super) fn allows(&self) -> bool {
        let mut state = self.state();
        if state.failures < MAX_FAILURES {
            return true;
        }
        let now = self.clock.monotonic();
        let is_time = state
            .last_attempt
            .is_none_or(|requested| now.since(requested) >= PAUSE);
        if is_time {
            state.last_attempt = Some(now);
        }
        is_time
    }

    /// Returns true while the breaker is open.
    pub(super) fn is_open(&self) -> bool {
        self.state().failures >= MAX_FAILURES
    }

    /// Records a success, which closes the breaker.
    pub(super) fn worked(&self) {
        self.state().failures = 0;
    }

    /// Records a failure.
    pub(super) fn failed(&self) {
        let now = self.clock.monotonic();
        let mut state = self.state();
        state.failures = state.failures.saturating_add(1);
        state.last_attempt = Some(now);
    }

    fn state(&self) -> MutexGuard<'_, BreakerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    #[test]
    fn breaker_allows_one_probe_after_three_timeouts() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let breaker = Breaker::new(clock.clone());
        for _ in 1..MAX_FAILURES {
            breaker.failed();
            assert!(breaker.allows());
        }
        assert!(!breaker.is_open());
        breaker.failed();
        assert!(!breaker.allows() && breaker.is_open());
        clock.advance(PAUSE);
        assert!(breaker.allows(), "one finds out");
        assert!(!breaker.allows(), "the others do not wait for it");
        breaker.failed();
        clock.advance(PAUSE);
        assert!(breaker.allows());
        breaker.worked();
        assert!(!breaker.is_open());
        assert!(breaker.allows() && breaker.allows());
        breaker.failed();
        assert!(breaker.allows(), "the count begins anew");
    }
}
