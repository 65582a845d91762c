//! Time as a value that is handed in: the system's clock or one that follows a database's in production, a clock that tests
//! move.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::failure::Failure;
use crate::followed::{Followed, Look, Taken};
pub use crate::timestamp::Timestamp;
use crate::timestamp::micros_of;

/// The clock that was handed in; cheap to clone, all clones tell the same time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    Fixed(Arc<Hands>),
    Following(Arc<Followed>),
}

/// Where a fixed clock stands, in microseconds.
#[derive(Debug)]
struct Hands {
    wall: AtomicI64,
    monotonic: AtomicI64,
}

impl Clock {
    /// The machine's clock.
    pub const fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands still at `at` until [`Clock::advance`] moves it.
    pub fn fixed(at: Timestamp) -> Self {
        Self(Source::Fixed(Arc::new(Hands {
            wall: AtomicI64::new(at.micros()),
            monotonic: AtomicI64::new(0),
        })))
    }

    /// A clock that follows another's time from the first look at it on ([`Clock::correct`]), and until then goes by a
    /// host's own. In between, and while nobody can look, it goes by the host's monotonic clock.
    pub fn following(host: Self) -> Self {
        Self(Source::Following(Arc::new(Followed::of(host))))
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::System => system_now(),
            Source::Fixed(hands) => Timestamp::from_micros(hands.wall.load(Ordering::SeqCst)),
            Source::Following(followed) => followed.now(),
        }
    }

    /// Whether it is a clock that takes looks.
    pub const fn is_following(&self) -> bool {
        matches!(self.0, Source::Following(_))
    }

    /// Goes by a look at the time that it follows; other clocks take none.
    pub fn correct(&self, look: Look) -> Taken {
        match &self.0 {
            Source::System | Source::Fixed(_) => Taken::TooVague,
            Source::Following(followed) => followed.correct(look),
        }
    }

    /// How far the host's clock is ahead of the one that is followed, in microseconds; nothing for a clock that follows
    /// nobody, or has not looked yet.
    pub fn host_ahead(&self) -> Option<i64> {
        match &self.0 {
            Source::System | Source::Fixed(_) => None,
            Source::Following(followed) => followed.host_ahead(),
        }
    }

    /// Refuses once the last look at the time that is followed is a day old: nobody knows how wrong it is then.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.0 {
            Source::System | Source::Fixed(_) => Ok(()),
            Source::Following(followed) => followed.check(),
        }
    }

    /// Logs when the host's clock went wrong, and when it is right again.
    pub(crate) fn compare(&self) {
        if let Source::Following(followed) = &self.0 {
            followed.compare();
        }
    }

    /// A reading that never goes back and that no correction of the machine's time moves: for pauses and ages that are
    /// kept within one process, never for dates.
    pub fn monotonic(&self) -> Reading {
        match &self.0 {
            Source::System => Reading(ORIGIN.elapsed()),
            Source::Fixed(hands) => {
                let micros = hands.monotonic.load(Ordering::SeqCst);
                Reading(Duration::from_micros(
                    u64::try_from(micros).unwrap_or_default(),
                ))
            }
            Source::Following(followed) => followed.host.monotonic(),
        }
    }

    /// Moves a fixed clock forward, for every clone of it; the machine's clock is left alone.
    pub fn advance(&self, by: Duration) {
        match &self.0 {
            Source::System => {}
            Source::Fixed(hands) => {
                hands.wall.fetch_add(micros_of(by), Ordering::SeqCst);
                hands.monotonic.fetch_add(micros_of(by), Ordering::SeqCst);
            }
            Source::Following(followed) => followed.host.advance(by),
        }
    }

    /// Sets a fixed clock's date, as a correction of the machine's time would: no time passes.
    pub fn set(&self, to: Timestamp) {
        match &self.0 {
            Source::System => {}
            Source::Fixed(hands) => hands.wall.store(to.micros(), Ordering::SeqCst),
            Source::Following(followed) => followed.host.set(to),
        }
    }

    /// A stopwatch on the monotonic clock, for durations and never for dates.
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

/// What readings of the machine's monotonic clock are counted from; only differences mean anything.
#[expect(
    clippy::disallowed_methods,
    reason = "the Clock is the one place that reads time"
)]
static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A reading of the monotonic clock; comparable with others of the same process only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reading(Duration);

impl Reading {
    /// The time that has passed since an earlier reading.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Microseconds since the process's own zero.
    pub(crate) fn micros(self) -> i64 {
        micros_of(self.0)
    }
}

/// A running stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// The time since it was started.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_moves_for_every_clone() {
        let clock = Clock::fixed(Timestamp::from_seconds(10));
        let other = clock.clone();
        clock.advance(Duration::from_secs(5));
        assert_eq!(other.now(), Timestamp::from_seconds(15));
    }

    #[test]
    fn a_corrected_date_moves_no_monotonic_reading() {
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
