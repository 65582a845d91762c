//! Tests of the breaker, which needs no provider.

use std::time::Duration;

use foundation::{Clock, Timestamp};

use super::breaker::Breaker;

#[test]
fn breaker_opens_after_failures_and_allows_one_attempt_after_the_pause() {
    let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
    let breaker = Breaker::default();
    assert!(!breaker.is_open());
    for _ in 0..5 {
        assert!(breaker.allows(clock.monotonic()));
        breaker.record(false, clock.monotonic());
    }
    assert!(!breaker.allows(clock.monotonic()));
    assert!(breaker.is_open());
    clock.advance(Duration::from_secs(31));
    assert!(breaker.allows(clock.monotonic()));
    assert!(!breaker.allows(clock.monotonic()), "one at a time");
    breaker.record(true, clock.monotonic());
    assert!(!breaker.is_open());
    assert!(breaker.allows(clock.monotonic()));
}
