//! A rate limit per name: a number of requests in ten seconds. It stores the time at which the whole quota is available again
//! (the generic cell rate algorithm), and removes idle names to free memory.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Time for which unused requests are saved up.
pub(super) const WINDOW: Duration = Duration::from_secs(10);
/// Number of maps for the names, so that threads seldom wait for one lock.
const SHARDS: usize = 16;
/// Maps with fewer names are not searched for idle ones.
const SMALL: usize = 256;
/// Minimum time between two searches of a map for idle names, in nanoseconds. Without it, each new name would search a full
/// map.
const SEARCH_PAUSE: u64 = 1_000_000_000;
/// Maximum number of names in one map. Beyond it requests of new names are not counted, because removing a known name would
/// reset its limit.
const MAX_NAMES: usize = 65_536;

/// State of a name after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RateLimitState {
    /// True if the request is allowed.
    pub(super) is_allowed: bool,
    /// Number of requests that are left now.
    pub(super) left: u64,
    /// Seconds until the whole quota is available.
    pub(super) resets: u64,
    /// Seconds until a refused request would be allowed; 0 if it was allowed.
    pub(super) retry: u64,
}

/// Time at which each name has its whole quota, in nanoseconds of the process's clock.
#[derive(Debug, Default)]
struct Shard {
    full_at: HashMap<String, u64>,
    /// Time from which the map may be searched for idle names again, in nanoseconds of the process's clock.
    search_at: u64,
}

/// A rate limit.
#[derive(Debug)]
pub(super) struct Limiter {
    per_second: u32,
    /// Time that restores one request, in nanoseconds.
    cost: u64,
    shards: Vec<Mutex<Shard>>,
    hasher: RandomState,
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Rounds nanoseconds up to whole seconds.
fn seconds(nanoseconds: u64) -> u64 {
    nanoseconds.div_ceil(1_000_000_000)
}

impl Limiter {
    /// Creates a limit of requests per second; none for 0, which means no limit.
    pub(super) fn new(per_second: u32) -> Option<Self> {
        let cost = 1_000_000_000_u64.checked_div(per_second.into())?;
        Some(Self {
            per_second,
            cost,
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            hasher: RandomState::new(),
        })
    }

    /// Returns the number of requests in a window.
    pub(super) fn quota(&self) -> u64 {
        u64::from(self.per_second) * WINDOW.as_secs()
    }

    /// Takes requests of a name at a time of the process's clock, all or none. More requests than a window's quota count as
    /// that quota.
    pub(super) fn take(&self, name: &str, requests: u64, now: Duration) -> RateLimitState {
        let now = nanoseconds(now);
        let Some(shard) = self.shard(name) else {
            return self.state(now, now);
        };
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let before = shard
            .full_at
            .get(name)
            .copied()
            .unwrap_or_default()
            .max(now);
        let after = before.saturating_add(self.price(requests));
        let over = after
            .saturating_sub(now)
            .saturating_sub(nanoseconds(WINDOW));
        if over > 0 {
            return RateLimitState {
                is_allowed: false,
                retry: seconds(over),
                ..self.state(before, now)
            };
        }
        shard.put(name, after, now);
        self.state(after, now)
    }

    /// Returns requests that were taken but not executed.
    pub(super) fn give_back(&self, name: &str, requests: u64) {
        let Some(shard) = self.shard(name) else {
            return;
        };
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(full_at) = shard.full_at.get_mut(name) {
            *full_at = full_at.saturating_sub(self.price(requests));
        }
    }

    fn shard(&self, name: &str) -> Option<&Mutex<Shard>> {
        let index = usize::try_from(self.hasher.hash_one(name)).unwrap_or_default() % SHARDS;
        self.shards.get(index)
    }

    /// Returns the time that restores a number of requests, in nanoseconds.
    fn price(&self, requests: u64) -> u64 {
        requests.min(self.quota()).saturating_mul(self.cost)
    }

    fn state(&self, full_at: u64, now: u64) -> RateLimitState {
        let taken = full_at.saturating_sub(now);
        let rest = nanoseconds(WINDOW).saturating_sub(taken);
        RateLimitState {
            is_allowed: true,
            left: rest.checked_div(self.cost).unwrap_or_default(),
            resets: seconds(taken),
            retry: 0,
        }
    }

    /// Counts the known names.
    #[cfg(test)]
    fn names(&self) -> usize {
        let lengths = self
            .shards
            .iter()
            .map(|shard| shard.lock().unwrap().full_at.len());
        lengths.sum()
    }
}

impl Shard {
    fn put(&mut self, name: &str, full_at: u64, now: u64) {
        if let Some(known) = self.full_at.get_mut(name) {
            *known = full_at;
            return;
        }
        if self.full_at.len() >= SMALL && now >= self.search_at {
            // A name with its whole quota has the state of an unknown name.
            self.full_at.retain(|_name, full_at| *full_at > now);
            self.search_at = now.saturating_add(SEARCH_PAUSE);
        }
        if self.full_at.len() < MAX_NAMES {
            self.full_at.insert(name.to_owned(), full_at);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn limiter_returns_remaining_and_reset() {
        let limiter = Limiter::new(2).unwrap();
        assert_eq!(limiter.quota(), 20);
        // (at, requests) and (allowed, left, resets, retry)
        let rows = [
            ((0, 1), (true, 19, 1, 0)),
            ((0, 18), (true, 1, 10, 0)),
            ((0, 2), (false, 1, 10, 1)),
            ((0, 1), (true, 0, 10, 0)),
            ((0, 1), (false, 0, 10, 1)),
            ((499, 1), (false, 0, 10, 1)),
            ((500, 1), (true, 0, 10, 0)),
            ((1500, 0), (true, 2, 9, 0)),
            ((1500, 12), (false, 2, 9, 5)),
            ((60_000, 1), (true, 19, 1, 0)),
            ((60_000, 500), (false, 19, 1, 1)),
            ((120_000, 500), (true, 0, 10, 0)),
        ];
        for ((millis, requests), expected) in rows {
            let found = limiter.take("key_1", requests, at(millis));
            let found = (found.is_allowed, found.left, found.resets, found.retry);
            assert_eq!(found, expected, "{requests} at {millis}");
        }
        assert!(
            limiter.take("key_2", 20, at(0)).is_allowed,
            "each name for itself"
        );
        assert!(Limiter::new(0).is_none());
        assert_eq!(Limiter::new(1_000_000).unwrap().quota(), 10_000_000);
    }

    #[test]
    fn of_many_at_once_a_window_gets_through() {
        let limiter = Limiter::new(2).unwrap();
        let allowed: usize = thread::scope(|scope| {
            let ask = || usize::from(limiter.take("key_1", 1, at(0)).is_allowed);
            let asking: Vec<_> = (0..50).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().map(|one| one.join().unwrap()).sum()
        });
        assert_eq!(allowed, 20);
    }

    #[test]
    fn idle_names_are_forgotten_and_memory_is_bounded() {
        let limiter = Limiter::new(1).unwrap();
        for round in 0..20_u64 {
            for name in 0..10_000 {
                limiter.take(&format!("{round}-{name}"), 1, at(round * 1001));
            }
        }
        // These are the names of the last round, and at most as many idle ones that were not yet removed.
        assert!(limiter.names() <= 30_000, "{}", limiter.names());
        assert!(
            limiter.take("0-0", 10, at(20_000)).is_allowed,
            "what was forgotten had everything back"
        );
    }

    #[test]
    fn full_map_after_its_names_are_idle_counts_new_names() {
        let mut shard = Shard::default();
        for name in 0..=MAX_NAMES {
            shard.put(&name.to_string(), SEARCH_PAUSE, 0);
        }
        assert_eq!(shard.full_at.len(), MAX_NAMES, "the map is bounded");
        shard.put("soon", 2 * SEARCH_PAUSE, SEARCH_PAUSE - 1);
        assert!(!shard.full_at.contains_key("soon"), "all names are active");
        shard.put("later", 2 * SEARCH_PAUSE, SEARCH_PAUSE);
        assert!(shard.full_at.contains_key("later"));
        assert_eq!(shard.full_at.len(), 1, "idle names are removed");
    }
}
