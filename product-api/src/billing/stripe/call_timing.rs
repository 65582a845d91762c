//! Time limits of calls, and the pauses before a call is sent again.

use std::time::Duration;

use foundation::Random;
use foundation::task::back_off;

use super::priority::Priority;

/// Number of times that a failed call is sent again.
pub(super) const MAX_REPEATS: u32 = 2;

/// Time limits of calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallTiming {
    /// One attempt, from its first byte to the end of the response.
    pub(super) attempt: Duration,
    /// A call with its pauses and repeats while a buyer waits.
    pub(super) interactive: Duration,
    /// Such a call in the background.
    pub(super) background: Duration,
    /// Maximum pause before the first repeat; it doubles with each.
    pub(super) pause: Duration,
}

impl CallTiming {
    /// The limits of the product.
    pub(super) const PRODUCT: Self = Self {
        attempt: Duration::from_secs(10),
        interactive: Duration::from_secs(15),
        background: Duration::from_mins(1),
        pause: Duration::from_millis(500),
    };

    /// Returns the limit of a call with its repeats.
    pub(super) const fn total(&self, priority: Priority) -> Duration {
        match priority {
            Priority::Buyer => self.interactive,
            Priority::TopUp | Priority::Inbox | Priority::Reconcile => self.background,
        }
    }

    /// Returns the time below which an attempt is not worth its start.
    pub(super) fn min_attempt(&self) -> Duration {
        self.attempt.checked_div(10).unwrap_or_default()
    }

    /// Returns a pause of random length, half the maximum at least, so that calls that failed together do not come back
    /// together.
    pub(super) fn pause(&self, repeats: u32, random: &Random) -> Duration {
        let maximum = back_off(self.pause, i64::from(repeats), Duration::MAX);
        let half = maximum.checked_div(2).unwrap_or_default();
        // A server without random bytes waits for half the maximum.
        let drawn = u32::from(u16::from_be_bytes(random.bytes().unwrap_or_default()));
        let jitter = half.saturating_mul(drawn).checked_div(65_536);
        half.saturating_add(jitter.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_differ() {
        let random = Random::seeded(7);
        for (repeats, from, to) in [(0, 250, 500), (1, 500, 1_000), (2, 1_000, 2_000)] {
            let pauses = [(); 20].map(|()| CallTiming::PRODUCT.pause(repeats, &random));
            let (from, to) = (Duration::from_millis(from), Duration::from_millis(to));
            assert!(
                pauses.iter().all(|pause| (from..to).contains(pause)),
                "{pauses:?}"
            );
            let distinct: std::collections::BTreeSet<_> = pauses.into_iter().collect();
            assert!(distinct.len() > 10, "{distinct:?}");
        }
    }

    #[test]
    fn buyers_wait_for_fifteen_seconds_at_most() {
        let timing = CallTiming::PRODUCT;
        let rows = [
            (Priority::Buyer, 15),
            (Priority::TopUp, 60),
            (Priority::Inbox, 60),
            (Priority::Reconcile, 60),
        ];
        for (priority, seconds) in rows {
            assert_eq!(timing.total(priority), Duration::from_secs(seconds));
        }
        assert_eq!(timing.attempt, Duration::from_secs(10));
        assert_eq!(timing.min_attempt(), Duration::from_secs(1));
    }
}
