//! A clock that follows another's time: by looks at it now and then, and by the monotonic clock in between.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::clock::{Clock, Reading, Timestamp};
use crate::failure::Failure;

/// How long the last look is relied on: a monotonic clock that goes wrong by 100 parts in a million is nine seconds off
/// by then, and servers forgive each other ten.
const KEPT: Duration = Duration::from_hours(24);
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
        if self.is_odd.swap(is_odd, Ordering::SeqCst) == is_odd {
            return;
        }
        let ahead_ms = ahead.div_euclid(1_000);
        if is_odd {
            tracing::warn!(
                ahead_ms,
                "this machine's clock is not the database's, whose time counts: run NTP on both"
            );
        } else {
            tracing::info!(ahead_ms, "this machine's clock is the database's again");
        }
    }
}

/// Whether a difference of clocks, in microseconds, is one that somebody should look at.
pub(crate) fn is_odd(ahead: i64) -> bool {
    u128::from(ahead.unsigned_abs()) > ODD.as_micros()
}

impl Last {
    /// How far it may be off at a later reading.
    fn error_at(self, reading: Reading) -> Duration {
        let drift = reading.since(self.at).checked_div(DRIFT);
        self.error.saturating_add(drift.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::from_seconds(1_800_000_000);

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    /// A host whose clock is wrong, and the clock that follows.
    fn wrong(by: Duration) -> (Clock, Clock) {
        let host = Clock::fixed(START.plus(by));
        let clock = Clock::following(host.clone());
        (host, clock)
    }

    /// Looks at a time that takes so long to be told.
    fn look(clock: &Clock, host: &Clock, theirs: Timestamp, trip: Duration) -> Taken {
        let asked = host.monotonic();
        host.advance(trip);
        let answered = host.monotonic();
        let look = Look {
            theirs,
            asked,
            answered,
        };
        clock.correct(look)
    }

    #[test]
    fn a_clock_follows_from_the_first_look_on_whatever_its_host_says() {
        let (host, clock) = wrong(seconds(30));
        assert_eq!((clock.now(), clock.host_ahead()), (host.now(), None));
        assert_eq!(look(&clock, &host, START, Duration::ZERO), Taken::Yes);
        assert_eq!(clock.now(), START);
        assert_eq!(clock.host_ahead(), Some(30_000_000));
        host.advance(seconds(45));
        assert_eq!(clock.now(), START.plus(seconds(45)));
        host.set(START.minus(seconds(3600)));
        assert_eq!(
            clock.clone().now(),
            START.plus(seconds(45)),
            "a corrected host moves nothing"
        );
    }

    #[test]
    fn half_of_a_look_s_time_is_added() {
        let (host, clock) = wrong(Duration::ZERO);
        look(&clock, &host, START, seconds(2));
        assert_eq!(clock.now(), START.plus(seconds(1)));
    }

    #[test]
    fn a_slow_look_does_not_replace_a_better_one() {
        let (host, clock) = wrong(Duration::ZERO);
        look(&clock, &host, START, Duration::ZERO);
        host.advance(seconds(10));
        let slow = look(&clock, &host, START.plus(seconds(500)), seconds(1));
        assert_eq!(slow, Taken::TooVague);
        assert_eq!(clock.now(), START.plus(seconds(11)));
        host.advance(seconds(6 * 3600));
        let theirs = START.plus(seconds(6 * 3600 + 12));
        assert_eq!(look(&clock, &host, theirs, seconds(1)), Taken::Yes);
        assert_eq!(clock.now(), theirs.plus(Duration::from_millis(500)));
    }

    #[test]
    fn time_stands_still_for_small_corrections_and_never_goes_back_by_them() {
        let (host, clock) = wrong(Duration::ZERO);
        look(&clock, &host, START, Duration::ZERO);
        host.advance(seconds(20));
        assert_eq!(clock.now(), START.plus(seconds(20)));
        let theirs = START.plus(seconds(13));
        assert_eq!(look(&clock, &host, theirs, Duration::ZERO), Taken::Yes);
        assert_eq!(clock.now(), START.plus(seconds(20)));
        host.advance(seconds(6));
        assert_eq!(clock.now(), START.plus(seconds(20)));
        host.advance(seconds(2));
        assert_eq!(clock.now(), START.plus(seconds(21)));
    }

    #[test]
    fn a_database_s_clock_that_was_set_back_is_followed() {
        let (host, clock) = wrong(Duration::ZERO);
        look(&clock, &host, START, Duration::ZERO);
        host.advance(seconds(20));
        assert_eq!(clock.now(), START.plus(seconds(20)));
        assert_eq!(look(&clock, &host, START, Duration::ZERO), Taken::SetBack);
        assert_eq!(clock.now(), START);
    }

    #[test]
    fn the_last_look_is_relied_on_for_a_day() {
        let (host, clock) = wrong(seconds(30));
        assert!(clock.check().is_ok(), "it follows nobody");
        look(&clock, &host, START, Duration::ZERO);
        host.advance(KEPT);
        assert!(clock.check().is_ok());
        assert_eq!(clock.now(), START.plus(KEPT));
        host.advance(seconds(1));
        assert!(clock.check().is_err());
        look(&clock, &host, START.plus(KEPT), Duration::ZERO);
        assert!(clock.check().is_ok());
    }

    #[test]
    fn a_host_may_be_five_seconds_off() {
        for (ahead, expected) in [
            (0, false),
            (5_000_000, false),
            (5_000_001, true),
            (-5_000_000, false),
            (-5_000_001, true),
            (i64::MIN, true),
        ] {
            assert_eq!(is_odd(ahead), expected, "{ahead}");
        }
    }

    #[test]
    fn clocks_that_follow_nobody_take_no_look() {
        let host = Clock::fixed(START);
        let taken = look(&host, &host, START.plus(seconds(9)), Duration::ZERO);
        assert_eq!((taken, host.now()), (Taken::TooVague, START));
        assert!(host.check().is_ok() && host.host_ahead().is_none() && !host.is_following());
    }
}
