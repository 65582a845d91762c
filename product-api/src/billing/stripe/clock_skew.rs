//! The difference between this server's clock and Stripe's.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use foundation::Timestamp;

/// Seconds from which a difference matters: signatures of events are valid for five minutes.
const MIN_SKEW: i64 = 60;
/// Seconds below which a difference matters no longer, so that one of about a minute is logged once.
const MIN_LASTING_SKEW: i64 = 30;

/// The difference that the last response showed.
#[derive(Debug, Default)]
pub(super) struct ClockSkew {
    /// Seconds by which this server's clock is ahead.
    ahead: AtomicI64,
    /// True while the difference matters.
    is_large: AtomicBool,
}

impl ClockSkew {
    /// Records the `Date` of a response that has just arrived. Logs a difference when it begins to matter.
    pub(super) fn record(&self, now: Timestamp, date: Timestamp) {
        let ahead = now.seconds().saturating_sub(date.seconds());
        self.ahead.store(ahead, Ordering::Relaxed);
        if self.begins_to_matter(ahead) {
            tracing::warn!(
                ahead_seconds = ahead,
                "the clock of this server differs from Stripe's by a minute or more: look at its time synchronization"
            );
        }
    }

    /// Returns true if a difference matters that did not matter before.
    fn begins_to_matter(&self, ahead: i64) -> bool {
        let was_large = self.is_large.load(Ordering::Relaxed);
        let limit = if was_large {
            MIN_LASTING_SKEW
        } else {
            MIN_SKEW
        };
        let is_large = ahead.saturating_abs() >= limit;
        // Of several responses at once the first one is logged.
        let was_large = self.is_large.swap(is_large, Ordering::Relaxed);
        is_large && !was_large
    }

    /// Returns the seconds by which this server's clock is ahead of Stripe's; negative if it is behind. Before the first
    /// response they are 0.
    pub(super) fn seconds(&self) -> i64 {
        self.ahead.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_begins_to_matter_at_one_minute_and_ends_at_half_of_it() {
        let skew = ClockSkew::default();
        let rows = [
            (0, false),
            (59, false),
            (60, true),
            (61, false),
            (59, false),
            (60, false),
            (30, false),
            (60, false),
            (29, false),
            (-59, false),
            (-60, true),
            (i64::MIN, false),
            (0, false),
            (60, true),
        ];
        for (index, (ahead, expected)) in rows.into_iter().enumerate() {
            assert_eq!(skew.begins_to_matter(ahead), expected, "{index} {ahead}");
        }
    }

    #[test]
    fn last_response_shows_the_difference() {
        let skew = ClockSkew::default();
        assert_eq!(skew.seconds(), 0);
        for (now, date, expected) in [(1_000, 1_000, 0), (1_060, 1_000, 60), (1_000, 1_060, -60)] {
            skew.record(Timestamp::from_seconds(now), Timestamp::from_seconds(date));
            assert_eq!(skew.seconds(), expected, "{now} {date}");
        }
    }
}
