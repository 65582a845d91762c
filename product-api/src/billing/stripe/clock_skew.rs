//! The difference between this server's clock and Stripe's.

use std::sync::atomic::{AtomicI64, Ordering};

use foundation::Timestamp;

/// Seconds from which a difference matters: signatures of events are valid for five minutes.
const MIN_SKEW: i64 = 60;

/// The difference that the last response showed.
#[derive(Debug, Default)]
pub(super) struct ClockSkew(AtomicI64);

impl ClockSkew {
    /// Records the `Date` of a response that has just arrived.
    pub(super) fn record(&self, now: Timestamp, date: Timestamp) {
        let ahead = now.seconds().saturating_sub(date.seconds());
        self.0.store(ahead, Ordering::Relaxed);
    }

    /// Returns the seconds by which this server's clock is ahead of Stripe's, or behind it if negative; `None` below a
    /// minute.
    pub(super) fn seconds(&self) -> Option<i64> {
        let ahead = self.0.load(Ordering::Relaxed);
        (ahead.saturating_abs() >= MIN_SKEW).then_some(ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skew_matters_from_one_minute() {
        let skew = ClockSkew::default();
        assert_eq!(skew.seconds(), None);
        let rows = [
            (1_000, 1_000, None),
            (1_059, 1_000, None),
            (1_060, 1_000, Some(60)),
            (1_000, 1_060, Some(-60)),
            (1_000, 1_059, None),
        ];
        for (now, date, expected) in rows {
            skew.record(Timestamp::from_seconds(now), Timestamp::from_seconds(date));
            assert_eq!(skew.seconds(), expected, "{now} {date}");
        }
    }
}
