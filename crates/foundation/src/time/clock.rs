//! Clocks that callers pass as arguments: the system's clock, a clock that follows a database's, and a clock that tests set.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::database_clock::{ClockReading, CorrectionOutcome, DatabaseClock};
use super::timestamp::{Timestamp, micros_of};
use crate::failure::Failure;

/// A clock; clones are cheap and show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    Fixed(Arc<FixedTime>),
    Following(Arc<DatabaseClock>),
}

/// Time of a fixed clock, in microseconds.
#[derive(Debug)]
struct FixedTime {
    wall: AtomicI64,
    monotonic: AtomicI64,
}

impl Clock {
    /// Returns the machine's clock.
    pub const fn system() -> Self {
        Self(Source::System)
    }

    /// Returns a clock that stays at `at` until [`Clock::advance`] moves it.
    pub fn fixed(at: Timestamp) -> Self {
        Self(Source::Fixed(Arc::new(FixedTime {
            wall: AtomicI64::new(at.micros()),
            monotonic: AtomicI64::new(0),
        })))
    }

    /// Returns a clock that follows another clock from the first reading of it ([`Clock::correct`]), and uses the
    /// host's clock until then. Between readings, and while none succeeds, it advances by the host's monotonic clock.
    pub fn following(host: Self) -> Self {
        Self(Source::Following(Arc::new(DatabaseClock::new(host))))
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::System => system_now(),
            Source::Fixed(time) => Timestamp::from_micros(time.wall.load(Ordering::SeqCst)),
            Source::Following(clock) => clock.now(),
        }
    }

    /// Returns true for a clock that follows another.
    pub const fn is_following(&self) -> bool {
        matches!(self.0, Source::Following(_))
    }

    /// Corrects the clock by a reading of the clock that it follows; other clocks ignore it.
    pub fn correct(&self, reading: ClockReading) -> CorrectionOutcome {
        match &self.0 {
            Source::System | Source::Fixed(_) => CorrectionOutcome::TooVague,
            Source::Following(clock) => clock.correct(reading),
        }
    }

    /// Returns how far the host's clock is ahead of the followed one, in microseconds. `None` if the clock follows no
    /// other, or has no reading yet.
    pub fn host_ahead(&self) -> Option<i64> {
        match &self.0 {
            Source::System | Source::Fixed(_) => None,
            Source::Following(clock) => clock.host_ahead(),
        }
    }

    /// Fails if the last reading of the followed clock is a day old, because the error of the time is unknown then.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.0 {
            Source::System | Source::Fixed(_) => Ok(()),
            Source::Following(clock) => clock.check(),
        }
    }

    /// Logs that the host's clock became wrong, or right again.
    pub(crate) fn compare(&self) {
        if let Source::Following(clock) = &self.0 {
            clock.compare();
        }
    }

    /// Returns a reading that never decreases and that corrections of the machine's time do not change. Use it for
    /// pauses and ages within one process, never for dates.
    pub fn monotonic(&self) -> MonotonicTime {
        match &self.0 {
            Source::System => MonotonicTime(ORIGIN.elapsed()),
            Source::Fixed(time) => {
                let micros = time.monotonic.load(Ordering::SeqCst);
                MonotonicTime(Duration::from_micros(
                    u64::try_from(micros).unwrap_or_default(),
                ))
            }
            Source::Following(clock) => clock.host.monotonic(),
        }
    }

    /// Advances a fixed clock and all its clones; the machine's clock does not change.
    pub fn advance(&self, by: Duration) {
        match &self.0 {
            Source::System => {}
            Source::Fixed(time) => {
                time.wall.fetch_add(micros_of(by), Ordering::SeqCst);
                time.monotonic.fetch_add(micros_of(by), Ordering::SeqCst);
            }
            Source::Following(clock) => clock.host.advance(by),
        }
    }

    /// Sets a fixed clock's date, as a correction of the machine's time does; the monotonic clock does not advance.
    pub fn set(&self, to: Timestamp) {
        match &self.0 {
            Source::System => {}
            Source::Fixed(time) => time.wall.store(to.micros(), Ordering::SeqCst),
            Source::Following(clock) => clock.host.set(to),
        }
    }

    /// Starts a stopwatch on the monotonic clock, for durations and never for dates.
    #[expect(
        clippy::disallowed_methods,
        reason = "the Clock is the one place that reads time"
    )]
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch(Instant::now())
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the Clock is the one place that reads time"
)]
fn system_now() -> Timestamp {
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp::from_micros(micros_of(since_epoch))
}

/// Origin of the readings of the machine's monotonic clock; only differences have a meaning.
#[expect(
    clippy::disallowed_methods,
    reason = "the Clock is the one place that reads time"
)]
static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Reading of the monotonic clock; comparable only with readings of the same process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MonotonicTime(Duration);

impl MonotonicTime {
    /// Returns the time that has passed since an earlier reading.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the microseconds since the process's own origin.
    pub(crate) fn micros(self) -> i64 {
        micros_of(self.0)
    }
}

/// A running stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_clock_moves_for_every_clone() {
        let clock = Clock::fixed(Timestamp::from_seconds(10));
        let other = clock.clone();
        clock.advance(Duration::from_secs(5));
        assert_eq!(other.now(), Timestamp::from_seconds(15));
    }

    #[test]
    fn corrected_date_moves_no_monotonic_reading() {
        let clock = Clock::fixed(Timestamp::from_seconds(10));
        let before = clock.monotonic();
        clock.set(Timestamp::from_seconds(5));
        assert_eq!(clock.now(), Timestamp::from_seconds(5));
        assert_eq!(clock.monotonic(), before);
        clock.advance(Duration::from_secs(7));
        assert_eq!(clock.now(), Timestamp::from_seconds(12));
        assert_eq!(
            clock.clone().monotonic().since(before),
            Duration::from_secs(7)
        );
        assert_eq!(before.since(clock.monotonic()), Duration::ZERO);
    }
}
