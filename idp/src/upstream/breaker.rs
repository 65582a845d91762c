//! A breaker: a provider that does not answer is left alone for a while, and then tried by one.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use foundation::Reading;

/// How many failures in a row open it.
const PATIENCE: u32 = 5;
/// How long it stays open.
const PAUSE: Duration = Duration::from_secs(30);

/// The breaker of one provider.
#[derive(Debug, Default)]
pub(super) struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    failures: u32,
    since: Option<Reading>,
}

impl Breaker {
    /// Whether to ask the provider now. Of those who come after the pause one is let through.
    pub(super) fn lets_through(&self, now: Reading) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.since {
            Some(since) if state.failures >= PATIENCE => {
                let is_over = now.since(since) >= PAUSE;
                if is_over {
                    state.since = Some(now);
                }
                is_over
            }
            Some(_) | None => true,
        }
    }

    /// Returns true from the last of several failures in a row until the provider answers.
    pub(super) fn is_open(&self) -> bool {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.failures >= PATIENCE
    }

    /// Notes how it went: an answer of any sense is a success.
    pub(super) fn note(&self, answered: bool, now: Reading) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if answered {
            *state = State::default();
        } else {
            state.failures = state.failures.saturating_add(1);
            state.since = Some(now);
        }
    }
}
