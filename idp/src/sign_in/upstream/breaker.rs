//! Circuit breaker: blocks requests to a failing provider, then permits one request per pause.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use foundation::MonotonicTime;

/// Number of consecutive failures that open the breaker.
const MAX_FAILURES: u32 = 5;
/// Pause until the next request.
const PAUSE: Duration = Duration::from_secs(30);

/// Breaker of one provider.
#[derive(Debug, Default)]
pub(super) struct Breaker(Mutex<BreakerState>);

#[derive(Debug, Default)]
struct BreakerState {
    failures: u32,
    since: Option<MonotonicTime>,
}

impl Breaker {
    /// Returns true if a request may go to the provider now; after the pause only one may.
    pub(super) fn allows(&self, now: MonotonicTime) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.since {
            Some(since) if state.failures >= MAX_FAILURES => {
                let is_over = now.since(since) >= PAUSE;
                if is_over {
                    state.since = Some(now);
                }
                is_over
            }
            Some(_) | None => true,
        }
    }

    /// Returns true from the last of several consecutive failures until the provider responds.
    pub(super) fn is_open(&self) -> bool {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.failures >= MAX_FAILURES
    }

    /// Records a result; any response but an overload or server error is a success.
    pub(super) fn record(&self, answered: bool, now: MonotonicTime) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if answered {
            *state = BreakerState::default();
        } else {
            state.failures = state.failures.saturating_add(1);
            state.since = Some(now);
        }
    }
}
