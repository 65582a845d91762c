//! Tests of the limits of reversals: the largest balance, the most lots, the most reversals, and another wallet.

use foundation::Timestamp;

use super::histories::assert_sound;
use super::holds::at;
use super::reversals::{attach, check, query, row};
use super::rules::{details, empty};
use crate::credits::ledger::amount::LARGEST;
use crate::credits::ledger::lot::{Lot, MAX_OPEN};
use crate::credits::ledger::original::MAX_REVERSALS;
use crate::credits::ledger::posting::EventKind;
use crate::credits::ledger::row_ids::RowIds;

#[test]
fn balance_stays_in_range_l2() {
    check(
        0,
        &format!(
            "
            1 | g: purchase {LARGEST} | ok         | {LARGEST} 0 0 | {LARGEST}/0     | grant@1
            2 | s: spend 5            | ok         | {less} 0 0    | {less}/0        | spend@2
            3 | h: purchase 3         | ok         | {more} 0 0    | {less}/0 3/0    | grant@3
            4 | reverse s             | OutOfRange | {more} 0 0    | {less}/0 3/0    |
            5 | reverse s 2           | ok         | {LARGEST} 0 0 | {some}/0 3/0    | reversal@5
            ",
            less = LARGEST - 5,
            more = LARGEST - 2,
            some = LARGEST - 3,
        ),
    );
}

#[test]
fn reversals_are_limited_per_transaction() {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(0);
    row(&mut state, &keys, &["1", "g: promo 200"]);
    row(&mut state, &keys, &["2", "s: spend 200"]);
    for _time in 0..MAX_REVERSALS {
        assert_eq!(row(&mut state, &keys, &["3", "reverse s 1"])[0], "ok");
    }
    let over = row(&mut state, &keys, &["4", "reverse s 1"]);
    assert_eq!(over[0], "TooManyReversals { remaining: 100 }");
    assert_eq!(over[1], "100 0 0");
    assert_sound(&state);
}

#[test]
fn reversal_opens_no_more_lots_than_there_may_be() {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(0);
    row(&mut state, &keys, &["1", "g: promo 1 until 9"]);
    row(&mut state, &keys, &["2", "s: spend 1"]);
    row(&mut state, &keys, &["2", "h: purchase 1"]);
    let lot = state.lots[1].clone();
    for _lot in 1..MAX_OPEN {
        state.lots.push(Lot {
            id: keys.next(),
            ..lot.clone()
        });
        state.account.posted += 1;
    }
    assert_eq!(
        row(&mut state, &keys, &["3", "reverse s"])[0],
        "TooManyLots",
        "its own lot would be open again"
    );
    assert_eq!(
        row(&mut state, &keys, &["9", "reverse s"])[0],
        "TooManyLots",
        "a lot would be restored"
    );
    assert_eq!(row(&mut state, &keys, &["9", "t: spend 1"])[0], "ok");
    assert_eq!(
        row(&mut state, &keys, &["9", "reverse s"])[0],
        "ok",
        "the control"
    );
}

/// A merged wallet may have as many lots as both had.
#[test]
fn reversal_that_opens_no_lot_is_made_however_many_there_are() {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(0);
    row(&mut state, &keys, &["1", "g: purchase 3"]);
    row(&mut state, &keys, &["2", "s: spend 2"]);
    row(&mut state, &keys, &["2", "h: promo 5 until 9"]);
    row(&mut state, &keys, &["3", "t: spend 5"]);
    let lot = state.lots[0].clone();
    for _lot in 0..=MAX_OPEN {
        state.lots.push(Lot {
            id: keys.next(),
            ..lot.clone()
        });
        state.account.posted += lot.remaining;
    }
    assert_eq!(
        row(&mut state, &keys, &["4", "reverse t"])[0],
        "TooManyLots",
        "the control: its lot would be open again"
    );
    let seen = row(&mut state, &keys, &["4", "reverse s"]);
    assert_eq!(seen[..2], ["ok", "10004 0 0"]);
}

#[test]
fn reversal_across_wallets_restores_lots_with_their_expiry() {
    let keys = RowIds::for_writer(1).unwrap();
    let (mut from, mut into) = (empty(50), empty(50));
    into.account.id = 2000;
    for cells in [
        ["1", "g: promo 20 until 10"],
        ["2", "h: promo 20 until 90"],
        ["3", "i: purchase 20"],
        ["4", "s: spend 80"],
    ] {
        assert_eq!(row(&mut from, &keys, &cells)[0], "ok", "{cells:?}");
    }
    let mut parcel = from.movable();
    from.give(&parcel, details("out"), at(5), &keys);
    into.receive(&mut parcel, details("in"), at(5), &keys);
    assert_eq!(
        (from.account.debt.posted, into.account.debt.posted),
        (0, 20)
    );
    attach(&mut into, &from, "s");
    let reverse = query("reverse s");
    into.apply(&reverse, details("r"), at(20), &keys).unwrap();
    let restored = into.lots.iter().map(|lot| {
        (
            lot.kind.name(),
            lot.remaining,
            lot.expires_at.map(Timestamp::seconds),
        )
    });
    let mut restored: Vec<_> = restored.collect();
    restored.sort_unstable();
    assert_eq!(
        restored,
        [
            ("restored", 20, None),
            ("restored", 20, Some(90)),
            ("restored", 20, Some(20 + 2_592_000))
        ]
    );
    assert_eq!(
        (into.account.posted, into.account.debt.posted),
        (60, 0),
        "what came along as a debt is repaid"
    );
    assert_sound(&from);
    assert_sound(&into);
}

#[test]
fn reversal_responses_follow_the_table() {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(0);
    for text in ["g: promo 30", "s: spend 30", "reverse s", "take g"] {
        assert_eq!(row(&mut state, &keys, &["1", text])[0], "ok");
    }
    let emitted: Vec<_> = state
        .writes
        .events
        .iter()
        .map(|event| (event.kind, event.amount, event.available))
        .collect();
    assert_eq!(
        emitted,
        [
            (EventKind::Granted, 30, 30),
            (EventKind::Depleted, -30, 0),
            (EventKind::Restored, 30, 30),
            (EventKind::Depleted, -30, 0),
        ]
    );
}
