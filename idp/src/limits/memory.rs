//! Rate limit in memory, for requests that must not reach the database; its memory use is bounded.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use foundation::Timestamp;

use crate::http::network::Network;

/// Maximum number of networks with a counter.
const MAX_NETWORKS: usize = 4096;

/// Counters of networks.
#[derive(Debug)]
pub(crate) struct MemoryLimit {
    max: u32,
    window: Duration,
    overflow: OverflowPolicy,
    counts: Mutex<HashMap<Option<Network>, WindowCount>>,
}

/// Treatment of networks beyond the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OverflowPolicy {
    /// They are not limited: an attacker with thousands of networks must not block a function that other users need.
    Allow,
    /// They share one counter: their actions store data, whose amount must be bounded.
    Share,
}

#[derive(Clone, Copy, Debug)]
struct WindowCount {
    used: u32,
    ends_at: Timestamp,
}

impl MemoryLimit {
    /// Creates a limit of `max` actions per network and window.
    pub(crate) fn new(max: u32, window: Duration, overflow: OverflowPolicy) -> Self {
        Self {
            max,
            window,
            overflow,
            counts: Mutex::default(),
        }
    }

    /// Counts an action of a network; false if the limit is reached.
    pub(crate) fn take(&self, network: Network, now: Timestamp) -> bool {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = counts.contains_key(&Some(network));
        if counts.len() >= MAX_NETWORKS && !is_known {
            counts.retain(|_, count| now < count.ends_at);
        }
        let is_crowded = counts.len() >= MAX_NETWORKS && !is_known;
        if is_crowded && self.overflow == OverflowPolicy::Allow {
            return true;
        }
        let key = (!is_crowded).then_some(network);
        let count = counts
            .entry(key)
            .and_modify(|count| count.renew(now, self.window))
            .or_insert_with(|| WindowCount::new(now, self.window));
        let is_left = count.used < self.max;
        count.used = count.used.saturating_add(1).min(self.max);
        is_left
    }

    /// Returns the time until a network's window ends; `None` if the limit is not reached. Counts nothing.
    pub(crate) fn wait(&self, network: Network, now: Timestamp) -> Option<Duration> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&Some(network)).or_else(|| {
            let is_crowded = counts.len() >= MAX_NETWORKS;
            counts.get(&None).filter(|_| is_crowded)
        })?;
        let left = count.ends_at.micros().saturating_sub(now.micros());
        let left = u64::try_from(left).ok().filter(|left| *left > 0)?;
        (count.used >= self.max).then(|| Duration::from_micros(left))
    }

    /// Fills the counters with networks at their limit, as an attacker with thousands of networks could (for tests).
    pub(crate) fn fill(&self, now: Timestamp) {
        for number in 0..=u32::try_from(MAX_NETWORKS).unwrap_or(u32::MAX) {
            let network = Network::new(std::net::Ipv4Addr::from_bits(number).into());
            for _each in 0..=self.max {
                self.take(network, now);
            }
        }
    }
}

impl WindowCount {
    fn new(now: Timestamp, window: Duration) -> Self {
        Self {
            used: 0,
            ends_at: now.plus(window),
        }
    }

    fn renew(&mut self, now: Timestamp, window: Duration) {
        if self.ends_at <= now {
            *self = Self::new(now, window);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn network(number: u32) -> Network {
        Network::new(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn each_network_has_its_own_and_gets_new_ones() {
        let now = Timestamp::from_seconds(1_700_000_000);
        let minute = Duration::from_mins(1);
        let bounded = MemoryLimit::new(2, minute, OverflowPolicy::Share);
        let used = [0; 3].map(|_| bounded.take(network(1), now));
        assert_eq!(used, [true, true, false]);
        assert_eq!(bounded.wait(network(1), now), Some(minute));
        assert_eq!(bounded.wait(network(1), now.plus(minute)), None);
        assert_eq!(bounded.wait(network(2), now), None, "none was taken");
        assert!(bounded.take(network(2), now), "another's");
        assert!(bounded.take(network(1), now.plus(minute)), "a new window");
    }

    #[test]
    fn memory_is_bounded_by_shared_entries() {
        let now = Timestamp::from_seconds(1_700_000_000);
        let minute = Duration::from_mins(1);
        let bounded = MemoryLimit::new(2, minute, OverflowPolicy::Share);
        let max = u32::try_from(MAX_NETWORKS).unwrap();
        let allowed = (0..max + 100).filter(|one| bounded.take(network(*one), now));
        assert_eq!(allowed.count(), MAX_NETWORKS + 2);
        assert!(bounded.counts.lock().unwrap().len() <= MAX_NETWORKS + 1);
        assert!(
            bounded.take(network(1), now),
            "a known network keeps its own limit"
        );
        assert!(bounded.take(network(max + 200), now.plus(minute)));
        assert_eq!(bounded.counts.lock().unwrap().len(), 1, "what is over goes");
    }

    #[test]
    fn thousands_of_networks_block_no_other() {
        let now = Timestamp::from_seconds(1_700_000_000);
        let bounded = MemoryLimit::new(2, Duration::from_mins(1), OverflowPolicy::Allow);
        let max = u32::try_from(MAX_NETWORKS).unwrap();
        for one in 0..max + 301 {
            let _taken = [0; 3].map(|_| bounded.take(network(one), now));
        }
        assert!(bounded.wait(network(max - 1), now).is_some(), "a known one");
        assert_eq!(bounded.wait(network(max + 500), now), None);
        assert!(bounded.take(network(max + 500), now));
        assert!(bounded.counts.lock().unwrap().len() <= MAX_NETWORKS);
    }
}
