//! A limit within this process, for what must not reach the database: bounded in memory, whoever asks.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use foundation::Timestamp;

use crate::network::Network;

/// The most networks that are told apart at a time; the others share what is left over.
const MOST_NETWORKS: usize = 4096;

/// Counts what networks do.
#[derive(Debug)]
pub(crate) struct Bounded {
    most: u32,
    window: Duration,
    counts: Mutex<HashMap<Option<Network>, Count>>,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    taken: u32,
    ends_at: Timestamp,
}

impl Bounded {
    /// Lets each network do something so often in each window.
    pub(crate) fn new(most: u32, window: Duration) -> Self {
        Self {
            most,
            window,
            counts: Mutex::default(),
        }
    }

    /// Takes one for a network; false when none is left.
    pub(crate) fn take(&self, network: Network, now: Timestamp) -> bool {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut key = Some(network);
        if counts.len() >= MOST_NETWORKS && !counts.contains_key(&key) {
            counts.retain(|_, count| now < count.ends_at);
            if counts.len() >= MOST_NETWORKS {
                key = None;
            }
        }
        let count = counts
            .entry(key)
            .and_modify(|count| count.renew(now, self.window))
            .or_insert_with(|| Count::new(now, self.window));
        let is_left = count.taken < self.most;
        count.taken = count.taken.saturating_add(1).min(self.most);
        is_left
    }

    /// Whether one is left for a network; none is taken.
    pub(crate) fn is_left(&self, network: Network, now: Timestamp) -> bool {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&Some(network)).or_else(|| {
            let is_crowded = counts.len() >= MOST_NETWORKS;
            counts.get(&None).filter(|_| is_crowded)
        });
        count.is_none_or(|count| count.taken < self.most || count.ends_at <= now)
    }
}

impl Count {
    fn new(now: Timestamp, window: Duration) -> Self {
        Self {
            taken: 0,
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
        Network::of(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn each_network_has_its_own_and_gets_new_ones() {
        let now = Timestamp::from_seconds(1_700_000_000);
        let minute = Duration::from_mins(1);
        let bounded = Bounded::new(2, minute);
        let taken = [0; 3].map(|_| bounded.take(network(1), now));
        assert_eq!(taken, [true, true, false]);
        assert!(!bounded.is_left(network(1), now));
        assert!(bounded.is_left(network(1), now.plus(minute)));
        assert!(bounded.is_left(network(2), now), "none was taken");
        assert!(bounded.take(network(2), now), "another's");
        assert!(bounded.take(network(1), now.plus(minute)), "a new window");
    }

    #[test]
    fn memory_is_bounded_and_what_is_too_much_shares() {
        let now = Timestamp::from_seconds(1_700_000_000);
        let minute = Duration::from_mins(1);
        let bounded = Bounded::new(2, minute);
        let most = u32::try_from(MOST_NETWORKS).unwrap();
        let let_in = (0..most + 100).filter(|one| bounded.take(network(*one), now));
        assert_eq!(let_in.count(), MOST_NETWORKS + 2);
        assert!(bounded.counts.lock().unwrap().len() <= MOST_NETWORKS + 1);
        assert!(bounded.take(network(1), now), "who is known keeps theirs");
        assert!(bounded.take(network(most + 200), now.plus(minute)));
        assert_eq!(bounded.counts.lock().unwrap().len(), 1, "what is over goes");
    }
}
