//! Clock that follows another: it uses a reading that is more exact than its estimate, and the monotonic clock in between.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::clock::{Clock, MonotonicTime};
use super::timestamp::Timestamp;
use crate::failure::Failure;

/// Time for which the last reading is valid: a monotonic clock that is wrong by 100 parts in a million is nine seconds
/// off by then, and servers accept ten seconds from each other.
pub(super) const KEPT: Duration = Duration::from_hours(24);
/// Assumed error of a monotonic clock, as a part of the time that passed: 200 in a million.
const DRIFT: u32 = 5_000;
/// Maximum lag of the followed clock for which this clock waits. A larger lag means that the followed clock was set
/// back; to wait for it would let nothing expire.
const WAITED_FOR: Duration = Duration::from_secs(10);
/// Difference from which on an operator should check the host's own clock.
const ODD: Duration = Duration::from_secs(5);

/// Reading of the followed clock, between two readings of the host's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct ClockReading {
    /// Time of the followed clock.
    pub theirs: Timestamp,
    /// Time before the request.
    pub asked: MonotonicTime,
    /// Time after the response.
    pub answered: MonotonicTime,
}

/// Result of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectionOutcome {
    /// The clock uses the reading.
    Yes,
    /// The reading took so long that the estimate is more exact.
    TooVague,
    /// The clock uses the reading and was set back, because the followed clock had been.
    SetBack,
}

/// A host's clock, and the followed time that replaces it after the first reading.
#[derive(Debug)]
pub(crate) struct DatabaseClock {
    pub(crate) host: Clock,
    lead: OnceLock<Lead>,
    is_odd: AtomicBool,
}

#[derive(Debug)]
struct Lead {
    /// Followed time at the origin of the monotonic clock, in microseconds.
    zero: AtomicI64,
    /// Latest time that was returned, in microseconds.
    told: AtomicI64,
    last: Mutex<Last>,
}

/// The last reading that was used.
#[derive(Clone, Copy, Debug)]
struct Last {
    at: MonotonicTime,
    /// Maximum error of the reading.
    error: Duration,
}

impl DatabaseClock {
    pub(crate) const fn of(host: Clock) -> Self {
        Self {
            host,
            lead: OnceLock::new(),
            is_odd: AtomicBool::new(false),
        }
    }

    /// Returns the current time: the host's until the first reading, then never less than a time that was returned before.
    pub(crate) fn now(&self) -> Timestamp {
        let Some(lead) = self.lead.get() else {
            return self.host.now();
        };
        let passed = self.host.monotonic().micros();
        let now = lead.zero.load(Ordering::SeqCst).saturating_add(passed);
        Timestamp::from_micros(lead.told.fetch_max(now, Ordering::SeqCst).max(now))
    }

    /// Uses a reading, corrected by half of its duration.
    pub(crate) fn correct(&self, look: ClockReading) -> CorrectionOutcome {
        let trip = look.answered.since(look.asked);
        let error = trip.checked_div(2).unwrap_or_default();
        let now = look.theirs.plus(error);
        let zero = now.micros().saturating_sub(look.answered.micros());
        let last = Last {
            at: look.answered,
            error,
        };
        let Some(lead) = self.lead.get() else {
            let first = Lead {
                zero: AtomicI64::new(zero),
                told: AtomicI64::new(now.micros()),
                last: Mutex::new(last),
            };
            // Another thread may have set the first reading.
            let _first = self.lead.set(first);
            return CorrectionOutcome::Yes;
        };
        let mut known = lead.last.lock().unwrap_or_else(PoisonError::into_inner);
        if error > known.error_at(look.answered) {
            return CorrectionOutcome::TooVague;
        }
        *known = last;
        lead.zero.store(zero, Ordering::SeqCst);
        if now.plus(WAITED_FOR).micros() < lead.told.load(Ordering::SeqCst) {
            lead.told.store(now.micros(), Ordering::SeqCst);
            return CorrectionOutcome::SetBack;
        }
        CorrectionOutcome::Yes
    }

    /// Returns how far the host's clock is ahead of the followed one, in microseconds; `None` before the first reading.
    pub(crate) fn host_ahead(&self) -> Option<i64> {
        self.lead.get()?;
        let theirs = self.now().micros();
        Some(self.host.now().micros().saturating_sub(theirs))
    }

    /// Fails if the last reading is too old.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let Some(lead) = self.lead.get() else {
            return Ok(());
        };
        let last = *lead.last.lock().unwrap_or_else(PoisonError::into_inner);
        if self.host.monotonic().since(last.at) > KEPT {
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
        let is_odd = is_odd(ahead);
        if self.is_odd.swap(is_odd, Ordering::SeqCst) != is_odd {
            say(is_odd, ahead.div_euclid(1_000));
        }
    }
}

fn say(is_odd: bool, ahead_ms: i64) {
    if is_odd {
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
pub(super) fn is_odd(ahead: i64) -> bool {
    u128::from(ahead.unsigned_abs()) > ODD.as_micros()
}

impl Last {
    /// Returns the maximum error of the estimate at a later reading.
    fn error_at(self, reading: MonotonicTime) -> Duration {
        let drift = reading.since(self.at).checked_div(DRIFT);
        self.error.saturating_add(drift.unwrap_or_default())
    }
}
