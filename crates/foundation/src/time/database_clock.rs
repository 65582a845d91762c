//! Clock that follows another: it uses a reading that is more exact than its estimate, and the monotonic clock in between.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::clock::{Clock, MonotonicTime};
use super::timestamp::Timestamp;
use crate::failure::Failure;

/// Time for which the last reading is valid: a monotonic clock that is wrong by 100 parts in a million is nine seconds
/// off by then, and servers accept ten seconds from each other.
pub(super) const MAX_READING_AGE: Duration = Duration::from_hours(24);
/// Assumed error of a monotonic clock, as a part of the time that passed: 200 in a million.
const DRIFT: u32 = 5_000;
/// Maximum lag of the followed clock for which this clock waits. A larger lag means that the followed clock was set
/// back; to wait for it would let nothing expire.
const MAX_LAG: Duration = Duration::from_secs(10);
/// Difference from which on an operator should check the host's own clock.
const MAX_HOST_DIFFERENCE: Duration = Duration::from_secs(5);

/// Reading of the followed clock, between two readings of the host's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct ClockReading {
    /// Time of the followed clock.
    pub time: Timestamp,
    /// Time before the request.
    pub requested_at: MonotonicTime,
    /// Time after the response.
    pub received_at: MonotonicTime,
}

/// Result of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectionOutcome {
    /// The clock uses the reading.
    Applied,
    /// The reading took so long that the estimate is more exact.
    TooVague,
    /// The clock uses the reading and was set back, because the followed clock had been.
    SetBack,
}

/// A host's clock, and the followed time that replaces it after the first reading.
#[derive(Debug)]
pub(crate) struct DatabaseClock {
    pub(crate) host: Clock,
    followed: OnceLock<FollowedTime>,
    is_host_wrong: AtomicBool,
}

#[derive(Debug)]
struct FollowedTime {
    /// Followed time at the origin of the monotonic clock, in microseconds.
    origin: AtomicI64,
    /// Latest time that was returned, in microseconds.
    last_returned: AtomicI64,
    last: Mutex<LastReading>,
}

/// The last reading that was used.
#[derive(Clone, Copy, Debug)]
struct LastReading {
    at: MonotonicTime,
    /// Maximum error of the reading.
    error: Duration,
}

impl DatabaseClock {
    pub(crate) const fn new(host: Clock) -> Self {
        Self {
            host,
            followed: OnceLock::new(),
            is_host_wrong: AtomicBool::new(false),
        }
    }

    /// Returns the current time: the host's until the first reading, then never less than a time that was returned before.
    pub(crate) fn now(&self) -> Timestamp {
        let Some(followed) = self.followed.get() else {
            return self.host.now();
        };
        let passed = self.host.monotonic().micros();
        let now = followed
            .origin
            .load(Ordering::SeqCst)
            .saturating_add(passed);
        Timestamp::from_micros(
            followed
                .last_returned
                .fetch_max(now, Ordering::SeqCst)
                .max(now),
        )
    }

    /// Uses a reading, corrected by half of its duration.
    pub(crate) fn correct(&self, reading: ClockReading) -> CorrectionOutcome {
        let trip = reading.received_at.since(reading.requested_at);
        let error = trip.checked_div(2).unwrap_or_default();
        let now = reading.time.plus(error);
        let origin = now.micros().saturating_sub(reading.received_at.micros());
        let last = LastReading {
            at: reading.received_at,
            error,
        };
        let Some(followed) = self.followed.get() else {
            let first = FollowedTime {
                origin: AtomicI64::new(origin),
                last_returned: AtomicI64::new(now.micros()),
                last: Mutex::new(last),
            };
            // Another thread may have set the first reading.
            let _first = self.followed.set(first);
            return CorrectionOutcome::Applied;
        };
        let mut known = followed.last.lock().unwrap_or_else(PoisonError::into_inner);
        if error > known.error_at(reading.received_at) {
            return CorrectionOutcome::TooVague;
        }
        *known = last;
        followed.origin.store(origin, Ordering::SeqCst);
        if now.plus(MAX_LAG).micros() < followed.last_returned.load(Ordering::SeqCst) {
            followed.last_returned.store(now.micros(), Ordering::SeqCst);
            return CorrectionOutcome::SetBack;
        }
        CorrectionOutcome::Applied
    }

    /// Returns how far the host's clock is ahead of the followed one, in microseconds; `None` before the first reading.
    pub(crate) fn host_ahead(&self) -> Option<i64> {
        self.followed.get()?;
        let time = self.now().micros();
        Some(self.host.now().micros().saturating_sub(time))
    }

    /// Fails if the last reading is too old.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let Some(followed) = self.followed.get() else {
            return Ok(());
        };
        let last = *followed.last.lock().unwrap_or_else(PoisonError::into_inner);
        if self.host.monotonic().since(last.at) > MAX_READING_AGE {
            let cause = "the database did not tell the time for a day";
            return Err(Failure::unavailable(
                "following the database's clock",
                cause,
            ));
        }
        Ok(())
    }

    /// Logs once that the host's clock became wrong, and once that it is right again.
    pub(crate) fn compare(&self) {
        let Some(ahead) = self.host_ahead() else {
            return;
        };
        let is_host_wrong = is_host_wrong(ahead);
        if self.is_host_wrong.swap(is_host_wrong, Ordering::SeqCst) != is_host_wrong {
            log_comparison(is_host_wrong, ahead.div_euclid(1_000));
        }
    }
}

fn log_comparison(is_host_wrong: bool, ahead_ms: i64) {
    if is_host_wrong {
        return warn(ahead_ms);
    }
    tracing::info!(ahead_ms, "this machine's clock is the database's again");
}

fn warn(ahead_ms: i64) {
    tracing::warn!(
        ahead_ms,
        "this machine's clock is not the database's, whose time counts: run NTP on both"
    );
}

/// Returns true if an operator should check a difference of clocks, in microseconds.
pub(super) fn is_host_wrong(ahead: i64) -> bool {
    u128::from(ahead.unsigned_abs()) > MAX_HOST_DIFFERENCE.as_micros()
}

impl LastReading {
    /// Returns the maximum error of the estimate at a later reading.
    fn error_at(self, reading: MonotonicTime) -> Duration {
        let drift = reading.since(self.at).checked_div(DRIFT);
        self.error.saturating_add(drift.unwrap_or_default())
    }
}
