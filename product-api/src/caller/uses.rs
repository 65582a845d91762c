//! Recent uses of API keys that this process has stored.

use std::time::Duration;

use foundation::{Clock, MonotonicTime};
use moka::ops::compute::{CompResult, Op};
use moka::sync::Cache;

/// Minimum age of a stored use before the next one is stored.
pub(super) const MIN_USE_INTERVAL: Duration = Duration::from_mins(1);
/// Maximum number of keys in memory; the use of an evicted key is stored once more.
const MAX_KEYS: u64 = 10_000;

/// Selects one request of each key and minute to store the key's use, among all concurrent ones.
pub(crate) struct Uses {
    clock: Clock,
    noted: Cache<String, MonotonicTime>,
}

impl Uses {
    /// Creates the state without any use.
    pub(crate) fn new(clock: Clock) -> Self {
        Self {
            clock,
            noted: Cache::new(MAX_KEYS),
        }
    }

    /// Returns true if the caller is to store the key's use: once a minute for each key.
    pub(super) fn is_due(&self, key_id: &str) -> bool {
        let now = self.clock.monotonic();
        let is_fresh = |noted: MonotonicTime| now.since(noted) < MIN_USE_INTERVAL;
        // Nearly all requests end here, without a lock.
        if self.noted.get(key_id).is_some_and(is_fresh) {
            return false;
        }
        let outcome = self.noted.entry_by_ref(key_id).and_compute_with(|entry| {
            if entry.is_some_and(|entry| is_fresh(entry.into_value())) {
                Op::Nop
            } else {
                Op::Put(now)
            }
        });
        matches!(
            outcome,
            CompResult::Inserted(_) | CompResult::ReplacedWith(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use foundation::Timestamp;

    use super::*;

    #[test]
    fn one_of_many_concurrent_uses_is_written_per_key() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let uses = Uses::new(clock.clone());
        let due = |key: &'static str| {
            thread::scope(|scope| {
                let asking: Vec<_> = (0..16).map(|_| scope.spawn(|| uses.is_due(key))).collect();
                asking
                    .into_iter()
                    .map(|one| usize::from(one.join().unwrap()))
                    .sum::<usize>()
            })
        };
        assert_eq!((due("key_1"), due("key_2"), due("key_1")), (1, 1, 0));
        clock.set(Timestamp::from_seconds(1_000_000));
        assert_eq!(due("key_1"), 0, "a corrected date is no passing of time");
        clock.set(Timestamp::from_seconds(0));
        clock.advance(MIN_USE_INTERVAL);
        assert_eq!((due("key_1"), due("key_2")), (1, 1));
    }
}
