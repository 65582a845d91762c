//! When to stop asking a Redis that is away: after a few silences in a row, for a moment, then one question at a time.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foundation::Clock;
use foundation::clock::Reading;

/// This many failures in a row mean that it is away; one slow answer does not.
const ENOUGH: u32 = 3;
/// How long nobody asks then; afterwards one request a pause finds out whether it is back.
const PAUSE: Duration = Duration::from_millis(500);

/// Whether Redis is worth asking.
#[derive(Debug)]
pub(super) struct Breaker {
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    asked: Option<Reading>,
}

impl Breaker {
    pub(super) fn new(clock: Clock) -> Self {
        Self {
            clock,
            state: Mutex::default(),
        }
    }

    /// Whether to ask now. While it is away, the one who asks after a pause asks for all.
    pub(super) fn allows(&self) -> bool {
        let mut state = self.state();
        if state.failures < ENOUGH {
            return true;
        }
        let now = self.clock.monotonic();
        let is_time = state.asked.is_none_or(|asked| now.since(asked) >= PAUSE);
        if is_time {
            state.asked = Some(now);
        }
        is_time
    }

    /// Returns true while Redis counts as away.
    pub(super) fn is_open(&self) -> bool {
        self.state().failures >= ENOUGH
    }

    /// It answered.
    pub(super) fn worked(&self) {
        self.state().failures = 0;
    }

    /// It did not answer.
    pub(super) fn failed(&self) {
        let now = self.clock.monotonic();
        let mut state = self.state();
        state.failures = state.failures.saturating_add(1);
        state.asked = Some(now);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    #[test]
    fn after_three_silences_one_asks_for_all_until_it_answers() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let breaker = Breaker::new(clock.clone());
        for _ in 1..ENOUGH {
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
