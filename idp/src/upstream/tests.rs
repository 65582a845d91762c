//! Tests of the rules that need no provider: strict JSON, and the breaker.

use std::time::Duration;

use foundation::{Clock, Timestamp};

use super::breaker::Breaker;
use super::json;

#[test]
fn only_plain_json_is_read() {
    assert!(json::object(br#"{"a":[1,2.5,-3,"x",null,true,{"b":{}}]}"#).is_some());
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(64), "]".repeat(64));
    for bad in [
        r#"{"a":1,"a":2}"#,
        r#"{"a":{"b":1,"b":1}}"#,
        r#"{"a":1e999}"#,
        r#"{"a":1}x"#,
        "[]",
        "<html>",
        "",
        "\u{1f}\u{8b}",
        deep.as_str(),
    ] {
        assert!(json::object(bad.as_bytes()).is_none(), "{bad}");
    }
}

#[test]
fn a_breaker_opens_after_failures_and_lets_one_try_after_the_pause() {
    let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
    let breaker = Breaker::default();
    for _ in 0..5 {
        assert!(breaker.lets_through(clock.monotonic()));
        breaker.note(false, clock.monotonic());
    }
    assert!(!breaker.lets_through(clock.monotonic()));
    clock.advance(Duration::from_secs(31));
    assert!(breaker.lets_through(clock.monotonic()));
    assert!(!breaker.lets_through(clock.monotonic()), "one at a time");
    breaker.note(true, clock.monotonic());
    assert!(breaker.lets_through(clock.monotonic()));
}
