//! Tests of the ends of holds, as tables: late captures, automatic captures, expiring lots, and their order.

use super::holds::{at, check, operation};
use super::rules::{details, empty};
use crate::credits::ledger::hold_rules::MAX_LIFETIME;
use crate::credits::ledger::row_ids::RowIds;

#[test]
fn late_capture_takes_the_holds_rest_once() {
    check(
        20,
        "
        1  | promo 100                 | ok            | 100 0 0  | 100/0  |                | grant@1
        2  | hold a 30 for 10          | ok            | 100 30 0 | 100/30 | open 0/0       |
        3  | capture a 10 partly       | ok            | 90 20 0  | 90/20  | open 10/0      | capture@3
        12 | capture a 21 late         | exceeds 20    | 90 0 0   | 90/0   | expired 10/20  |
        13 | capture a 5 partly late   | ok            | 85 0 0   | 85/0   | expired 15/15  | capture@13
        14 | capture a 16 late         | exceeds 15    | 85 0 0   | 85/0   | expired 15/15  |
        14 | capture a 4 late          | ok            | 81 0 0   | 81/0   | expired 19/11  | capture@14
        15 | capture a 4 late          | expired at 12 | 81 0 0   | 81/0   | expired 19/11  |
        16 | hold b 30 for 10          | ok            | 81 30 0  | 81/30  | expired 19/11, open 0/0 |
        26 | capture b 102 debt late   | 402 of 101    | 81 0 0   | 81/0   | expired 19/11, expired 0/30 |
        26 | capture b 40 available late | ok          | 41 0 0   | 41/0   | expired 19/11, expired 30/0 | capture@26
        27 | capture b 1 available late | expired at 26 | 41 0 0  | 41/0   | expired 19/11, expired 30/0 |
        28 | hold c 10 for 1           | ok            | 41 10 0  | 41/10  | expired 19/11, expired 30/0, open 0/0 |
        29 | capture c 61 debt partly late | ok        | 0 0 20   | 0/0    | expired 19/11, expired 30/0, expired 10/0 | capture@29
        30 | capture c 1 late          | expired at 29 | 0 0 20   | 0/0    | expired 19/11, expired 30/0, expired 10/0 |
        ",
    );
}

#[test]
fn released_credits_expire_in_order() {
    check(
        0,
        "
        1  | promo 30 until 4          | ok       | 30 0 0  | 30/0        |                    | grant@1
        1  | hold a 30 for 1           | ok       | 30 30 0 | 30/30       | open 0/0           |
        1  | purchase 10               | ok       | 40 30 0 | 30/30 10/0  | open 0/0           | grant@1
        1  | hold b 10 for 5 capturing | ok       | 40 40 0 | 30/30 10/10 | open 0/0, open 0/0 |
        10 | spend 1                   | 402 of 0 | 0 0 0   | 0/0 0/0     | expired 0/30, captured 10/0 | expiry@4 capture@6
        ",
    );
}

#[test]
fn hold_may_be_captured_by_its_end() {
    check(
        0,
        "
        1  | promo 100                  | ok                 | 100 0 0  | 100/0  |               | grant@1
        2  | hold a 30 for 10 capturing | ok                 | 100 30 0 | 100/30 | open 0/0      |
        3  | capture a 10 partly        | ok                 | 90 20 0  | 90/20  | open 10/0     | capture@3
        50 | spend 1                    | ok                 | 69 0 0   | 69/0   | captured 30/0 | capture@12 spend@50
        51 | capture a                  | not open: captured | 69 0 0   | 69/0   | captured 30/0 |
        ",
    );
}

#[test]
fn pinned_credits_outlive_their_lot() {
    check(
        0,
        "
        1  | promo 100 until 20     | ok        | 100 0 0 | 100/0   |                             | grant@1
        2  | hold a 30 for 60       | ok        | 100 30 0 | 100/30 | open 0/0                    |
        3  | hold b 30 for 60       | ok        | 100 60 0 | 100/60 | open 0/0, open 0/0          |
        20 | spend 1                | 402 of 0  | 60 60 0 | 60/60   | open 0/0, open 0/0          | expiry@20
        30 | capture a              | ok        | 30 30 0 | 30/30   | captured 30/0, open 0/0     | capture@30
        40 | void b                 | ok        | 0 0 0   | 0/0     | captured 30/0, voided 0/30  | expiry@40
        ",
    );
}

#[test]
fn lot_and_its_hold_that_end_together() {
    check(
        0,
        "
        1  | promo 100 until 12     | ok        | 100 0 0  | 100/0  |              | grant@1
        2  | hold a 30 for 10       | ok        | 100 30 0 | 100/30 | open 0/0     |
        90 | spend 1                | 402 of 0  | 0 0 0    | 0/0    | expired 0/30 | expiry@12 expiry@12
        ",
    );
}

#[test]
fn extension_counts_from_now_and_takes_nothing_away() {
    let week = MAX_LIFETIME.as_secs();
    check(
        0,
        &format!(
            "
            1  | promo 100            | ok            | 100 0 0  | 100/0  |              | grant@1
            2  | hold a 30 for {long} | HoldTooLong   | 100 0 0  | 100/0  |              |
            2  | hold a 30 for 10     | ok            | 100 30 0 | 100/30 | open 0/0     |
            5  | extend a 3           | ok            | 100 30 0 | 100/30 | open 0/0     |
            11 | extend a 10          | ok            | 100 30 0 | 100/30 | open 0/0     |
            20 | extend a {week}      | HoldTooLong   | 100 30 0 | 100/30 | open 0/0     |
            21 | capture a            | expired at 21 | 100 0 0  | 100/0  | expired 0/30 |
            ",
            long = week + 1
        ),
    );
}

#[test]
fn credits_that_are_freed_first_are_those_that_would_be_used_first() {
    check(
        0,
        "
        1 | purchase 50          | ok | 50 0 0  | 50/0       |               | grant@1
        2 | promo 10             | ok | 60 0 0  | 50/0 10/0  |               | grant@2
        3 | hold a 30 for 60     | ok | 60 30 0 | 50/20 10/10 | open 0/0     |
        4 | capture a 15 partly  | ok | 45 15 0 | 45/15 0/0  | open 15/0     | capture@4
        5 | void a               | ok | 45 0 0  | 45/0 0/0   | voided 15/15  |
        ",
    );
}

#[test]
fn hold_responses_follow_the_table() {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(0);
    let story = [
        (1, "promo 30"),
        (2, "hold a 30 for 10"),
        (3, "capture a 10 partly"),
        (90, "spend 20"),
    ];
    for (second, text) in story {
        let done = state.apply(&operation(text), details(text), at(second), &keys);
        done.unwrap();
    }
    let emitted: Vec<_> = state
        .writes
        .events
        .iter()
        .map(|event| (event.kind.name(), event.hold.as_deref(), event.available))
        .collect();
    assert_eq!(
        emitted,
        [
            ("credits.granted", None, 30),
            ("credits.depleted", None, 0),
            ("hold.expired", Some("a"), 20),
            ("credits.depleted", None, 0),
        ]
    );
    let events: Vec<_> = state
        .writes
        .hold_events
        .iter()
        .map(|event| (event.n, event.kind.name(), event.amount))
        .collect();
    assert_eq!(
        events,
        [(1, "opened", 30), (2, "captured", 10), (3, "expired", 20)]
    );
}
