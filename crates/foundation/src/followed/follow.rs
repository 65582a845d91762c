//! Following: a look is taken when it is more exact than what was known, and time goes on by the monotonic clock.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::clock::{Clock, Reading, Timestamp};
use crate::failure::Failure;

/// How long the last look is relied on: a monotonic clock that goes wrong by 100 parts in a million is nine seconds off
/// by then, and servers forgive each other ten.
pub(super) const KEPT: Duration = Duration::from_hours(24);
/// What a monotonic clock may go wrong by, as a part of the time that passed: 200 in a million.
const DRIFT: u32 = 5_000;
/// How far the followed clock may lag behind what was told here already, and be waited for. If it is further behind it
/// was set back; a clock that stood still for as long would let nothing expire.
const WAITED_FOR: Duration = Duration::from_secs(10);
/// From which difference on somebody should look at the host's own clock.
const ODD: Duration = Duration::from_secs(5);

/// A look at the time that is followed, between two readings of the host's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What it said.
    pub theirs: Timestamp,
    /// Before it was asked.
    pub asked: Reading,
    /// After it had answered.
    pub answered: Reading,
}

/// What came of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The clock goes by it.
    Yes,
    /// It took so long that what was known before is more exact.
    TooVague,
    /// The clock goes by it, and was put back: the followed clock had been.
    SetBack,
}

/// A host's clock, and the time that is followed instead once it was looked at.
#[derive(Debug)]
pub(crate) struct Followed {
    pub(crate) host: Clock,
    lead: OnceLock<Lead>,
    is_odd: AtomicBool,
}

#[derive(Debug)]
struct Lead {
    /// The followed time when the monotonic clock stood at zero, in microseconds.
    zero: AtomicI64,
    /// The latest time that was told, in microseconds.
    told: AtomicI64,
    last: Mutex<Last>,
}

/// The last look that counted.
#[derive(Clone, Copy, Debug)]
struct Last {
    at: Reading,
    /// How far it may be off.
    error: Duration,
}

impl Followed {
    pub(crate) const fn of(host: Clock) -> Self {
        Self {
            host,
            lead: OnceLock::new(),
            is_odd: AtomicBool::new(false),
        }
    }

    /// Now: the host's time until the first look, and never less than was told since.
    pub(crate) fn now(&self) -> Timestamp {
        let Some(lead) = self.lead.get() else {
            return self.host.now();
        };
        let passed = self.host.monotonic().micros();
        let now = lead.zero.load(Ordering::SeqCst).saturating_add(passed);
        Timestamp::from_micros(lead.told.fetch_max(now, Ordering::SeqCst).max(now))
    }

    /// Goes by a look, corrected by half of the time that it took.
    pub(crate) fn correct(&self, look: Look) -> Taken {
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
            // Whoever was faster has looked as well.
            let _first = self.lead.set(first);
            return Taken::Yes;
        };
        let mut known = lead.last.lock().unwrap_or_else(PoisonError::into_inner);
        if error > known.error_at(look.answered) {
            return Taken::TooVague;
        }
        *known = last;
        lead.zero.store(zero, Ordering::SeqCst);
        if now.plus(WAITED_FOR).micros() < lead.told.load(Ordering::SeqCst) {
            lead.told.store(now.micros(), Ordering::SeqCst);
            return Taken::SetBack;
        }
        Taken::Yes
    }

    /// How far the host's clock is ahead of the followed one, in microseconds; nothing before the first look.
    pub(crate) fn host_ahead(&self) -> Option<i64> {
        self.lead.get()?;
        let theirs = self.now().micros();
        Some(self.host.now().micros().saturating_sub(theirs))
    }

    /// Whether the last look can still be relied on.
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

    /// Says once when the host's clock went wrong, and once when it is right again.
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

/// Whether a difference of clocks, in microseconds, is one that somebody should look at.
pub(super) fn is_odd(ahead: i64) -> bool {
    u128::from(ahead.unsigned_abs()) > ODD.as_micros()
}

impl Last {
    /// How far it may be off at a later reading.
    fn error_at(self, reading: Reading) -> Duration {
        let drift = reading.since(self.at).checked_div(DRIFT);
        self.error.saturating_add(drift.unwrap_or_default())
    }
}
