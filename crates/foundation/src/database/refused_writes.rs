//! Last write that PostgreSQL refused because its server is read-only, such as a demoted primary.
//!
//! The pools replace connections that are older than it: the address may lead to the new primary by now.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::time::{Clock, MonotonicTime};

/// Minimum time between two replacements. While no server accepts writes, requests must not spend their time on connecting.
const PAUSE: Duration = Duration::from_secs(1);

static LAST: LastRefusal = LastRefusal(Mutex::new(None));

/// Records a refusal.
pub(super) fn note_refused_write() {
    LAST.note(Clock::system().monotonic());
}

/// Returns true for a connection of this age that is older than the last refusal.
pub(super) fn is_before_refusal(age: Duration) -> bool {
    LAST.is_before(age, Clock::system().monotonic())
}

/// Time of the last refusal, for all databases: a refusal is rare, and replacing a connection costs milliseconds.
struct LastRefusal(Mutex<Option<MonotonicTime>>);

impl LastRefusal {
    fn note(&self, now: MonotonicTime) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| now.since(last) >= PAUSE) {
            *last = Some(now);
        }
    }

    fn is_before(&self, age: Duration, now: MonotonicTime) -> bool {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|last| now.since(last) <= age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    #[test]
    fn stale_connections_are_detected_once_a_second() {
        const MILLI: Duration = Duration::from_millis(1);
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let last = LastRefusal(Mutex::new(None));
        assert!(
            !last.is_before(PAUSE, clock.monotonic()),
            "none was refused"
        );
        clock.advance(MILLI);
        last.note(clock.monotonic());
        assert!(last.is_before(MILLI, clock.monotonic()));
        clock.advance(MILLI * 2);
        // One connection from before the refusal, one from after it.
        assert!(last.is_before(MILLI * 2, clock.monotonic()));
        assert!(!last.is_before(MILLI, clock.monotonic()));
        // The server also refuses the new connection's write; the connection stays for a second.
        last.note(clock.monotonic());
        assert!(!last.is_before(MILLI, clock.monotonic()));
        clock.advance(PAUSE);
        last.note(clock.monotonic());
        assert!(last.is_before(PAUSE, clock.monotonic()));
    }
}
