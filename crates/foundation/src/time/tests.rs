//! Tests of the following clock: readings, their errors, and small corrections, which never set the clock back.

use std::time::Duration;

use super::clock::Clock;
use super::database_clock::{ClockReading, CorrectionOutcome, MAX_READING_AGE, is_host_wrong};
use super::timestamp::Timestamp;

const START: Timestamp = Timestamp::from_seconds(1_800_000_000);

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// Returns a host whose clock is wrong, and the clock that follows another.
fn wrong(by: Duration) -> (Clock, Clock) {
    let host = Clock::fixed(START.plus(by));
    let clock = Clock::following(host.clone());
    (host, clock)
}

/// Corrects the clock by a reading that takes the time `trip`.
fn look(clock: &Clock, host: &Clock, theirs: Timestamp, trip: Duration) -> CorrectionOutcome {
    let before = host.monotonic();
    host.advance(trip);
    let answered = host.monotonic();
    let look = ClockReading {
        time: theirs,
        requested_at: before,
        received_at: answered,
    };
    clock.correct(look)
}

// row: B5
#[test]
fn clock_follows_the_database_from_the_first_read() {
    let (host, clock) = wrong(seconds(30));
    assert_eq!((clock.now(), clock.host_ahead()), (host.now(), None));
    assert_eq!(
        look(&clock, &host, START, Duration::ZERO),
        CorrectionOutcome::Applied
    );
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
fn half_of_a_reads_duration_is_added() {
    let (host, clock) = wrong(Duration::ZERO);
    look(&clock, &host, START, seconds(2));
    assert_eq!(clock.now(), START.plus(seconds(1)));
}

#[test]
fn slow_read_does_not_replace_a_better_one() {
    let (host, clock) = wrong(Duration::ZERO);
    look(&clock, &host, START, Duration::ZERO);
    host.advance(seconds(10));
    let slow = look(&clock, &host, START.plus(seconds(500)), seconds(1));
    assert_eq!(slow, CorrectionOutcome::TooVague);
    assert_eq!(clock.now(), START.plus(seconds(11)));
    host.advance(seconds(6 * 3600));
    let theirs = START.plus(seconds(6 * 3600 + 12));
    assert_eq!(
        look(&clock, &host, theirs, seconds(1)),
        CorrectionOutcome::Applied
    );
    assert_eq!(clock.now(), theirs.plus(Duration::from_millis(500)));
}

#[test]
fn time_stops_during_small_corrections_and_never_goes_back() {
    let (host, clock) = wrong(Duration::ZERO);
    look(&clock, &host, START, Duration::ZERO);
    host.advance(seconds(20));
    assert_eq!(clock.now(), START.plus(seconds(20)));
    let theirs = START.plus(seconds(13));
    assert_eq!(
        look(&clock, &host, theirs, Duration::ZERO),
        CorrectionOutcome::Applied
    );
    assert_eq!(clock.now(), START.plus(seconds(20)));
    host.advance(seconds(6));
    assert_eq!(clock.now(), START.plus(seconds(20)));
    host.advance(seconds(2));
    assert_eq!(clock.now(), START.plus(seconds(21)));
}

#[test]
fn database_s_clock_that_was_set_back_is_followed() {
    let (host, clock) = wrong(Duration::ZERO);
    look(&clock, &host, START, Duration::ZERO);
    host.advance(seconds(20));
    assert_eq!(clock.now(), START.plus(seconds(20)));
    assert_eq!(
        look(&clock, &host, START, Duration::ZERO),
        CorrectionOutcome::SetBack
    );
    assert_eq!(clock.now(), START);
}

#[test]
fn last_read_is_valid_for_a_day() {
    let (host, clock) = wrong(seconds(30));
    assert!(clock.check().is_ok(), "it follows no other clock");
    look(&clock, &host, START, Duration::ZERO);
    host.advance(MAX_READING_AGE);
    assert!(clock.check().is_ok());
    assert_eq!(clock.now(), START.plus(MAX_READING_AGE));
    host.advance(seconds(1));
    assert!(clock.check().is_err());
    look(&clock, &host, START.plus(MAX_READING_AGE), Duration::ZERO);
    assert!(clock.check().is_ok());
}

#[test]
fn host_may_be_five_seconds_off() {
    for (ahead, expected) in [
        (0, false),
        (5_000_000, false),
        (5_000_001, true),
        (-5_000_000, false),
        (-5_000_001, true),
        (i64::MIN, true),
    ] {
        assert_eq!(is_host_wrong(ahead), expected, "{ahead}");
    }
}

#[test]
fn unfollowed_clock_reads_no_database() {
    let host = Clock::fixed(START);
    let taken = look(&host, &host, START.plus(seconds(9)), Duration::ZERO);
    assert_eq!((taken, host.now()), (CorrectionOutcome::TooVague, START));
    assert!(host.check().is_ok() && host.host_ahead().is_none() && !host.is_following());
}
