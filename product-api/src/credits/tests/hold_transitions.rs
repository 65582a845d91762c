//! The life of a hold as a table (c.4): each arrow of its diagram and each of its sentences is a row, named as there.

use super::holds::{at, operation};
use super::rules::{empty, slip};
use crate::credits::holding::LONGEST_LIFE;
use crate::credits::keys::Keys;
use crate::credits::ledger::AccountState;
use crate::credits::operation::Refusal;

/// What is asked of a hold of 30 out of 100, with credit of 20 beside them.
struct Row {
    /// The arrow, or the sentence.
    name: &'static str,
    /// Where the hold stands before: `open`, `capturing` (open, and captured by its end), `captured`, `voided`,
    /// `expired`, `spent late` (expired, and captured all the same).
    from: &'static str,
    /// When it is asked; the hold was opened at 2 for 60 seconds.
    second: i64,
    asked: &'static str,
    /// `ok`, or the refusal.
    answer: &'static str,
    /// Where it stands afterwards, with what was captured and released.
    to: &'static str,
    /// Posted, held and owed afterwards.
    balances: &'static str,
}

const fn row(
    (name, from): (&'static str, &'static str),
    (second, asked): (i64, &'static str),
    (answer, to, balances): (&'static str, &'static str, &'static str),
) -> Row {
    Row {
        name,
        from,
        second,
        asked,
        answer,
        to,
        balances,
    }
}

/// The arrows out of `open`.
const ARROWS: &[Row] = &[
    row(
        ("POST /holds: no posted entry, held is raised", "open"),
        (5, "spend 1"),
        ("ok", "open 0/0", "99 30 0"),
    ),
    row(
        ("capture(final=false, a < remaining): open", "open"),
        (5, "capture a 10 partly"),
        ("ok", "open 10/0", "90 20 0"),
    ),
    row(
        (
            "capture(final=true, a < remaining): captured, the rest released",
            "open",
        ),
        (5, "capture a 10"),
        ("ok", "captured 10/20", "90 0 0"),
    ),
    row(
        ("capture(final=true, a = remaining): captured", "open"),
        (5, "capture a 30"),
        ("ok", "captured 30/0", "70 0 0"),
    ),
    row(
        ("capture without an amount: all that is left", "open"),
        (5, "capture a"),
        ("ok", "captured 30/0", "70 0 0"),
    ),
    row(
        ("capture(final=false, a = remaining): captured", "open"),
        (5, "capture a 30 partly"),
        ("ok", "captured 30/0", "70 0 0"),
    ),
    row(
        ("void: voided", "open"),
        (5, "void a"),
        ("ok", "voided 0/30", "100 0 0"),
    ),
    row(
        ("extend(ttl) while now < expires_at: open", "open"),
        (61, "extend a 60"),
        ("ok", "open 0/0", "100 30 0"),
    ),
    row(
        ("extend: total life <= max", "open"),
        (5, "extend a {week}"),
        ("too long", "open 0/0", "100 30 0"),
    ),
    row(
        ("a moment before expires_at it is open", "open"),
        (61, "capture a"),
        ("ok", "captured 30/0", "70 0 0"),
    ),
    row(
        ("now >= expires_at, on_expiry=release: expired", "open"),
        (62, "spend 1"),
        ("ok", "expired 0/30", "99 0 0"),
    ),
    row(
        (
            "now >= expires_at, on_expiry=capture: captured",
            "capturing",
        ),
        (62, "spend 1"),
        ("ok", "captured 30/0", "69 0 0"),
    ),
    row(
        ("expiry is settled first by any write, however late", "open"),
        (9000, "spend 121"),
        ("402 of 120", "expired 0/30", "100 0 0"),
    ),
];

/// What a capture may take beyond its hold.
const OVERAGE: &[Row] = &[
    row(
        ("overage: reject is the default", "open"),
        (5, "capture a 31"),
        ("exceeds 30", "open 0/0", "100 30 0"),
    ),
    row(
        ("overage: available takes the rest from available", "open"),
        (5, "capture a 80 available"),
        ("ok", "captured 30/0", "20 0 0"),
    ),
    row(
        ("overage: available, else 402 with nothing done", "open"),
        (5, "capture a 101 available"),
        ("402 of 100", "open 0/0", "100 30 0"),
    ),
    row(
        ("overage: debt within the limit", "open"),
        (5, "capture a 120 debt"),
        ("ok", "captured 30/0", "0 0 20"),
    ),
    row(
        ("overage: debt only within the limit", "open"),
        (5, "capture a 121 debt"),
        ("402 of 120", "open 0/0", "100 30 0"),
    ),
];

/// States that never change, and what each tells.
const TERMINAL: &[Row] = &[
    row(
        ("captured: capture", "captured"),
        (9, "capture a"),
        ("not open: captured", "captured 30/0", "70 0 0"),
    ),
    row(
        ("captured: capture a part", "captured"),
        (9, "capture a 1 partly"),
        ("not open: captured", "captured 30/0", "70 0 0"),
    ),
    row(
        ("captured: capture late", "captured"),
        (9, "capture a late"),
        ("not open: captured", "captured 30/0", "70 0 0"),
    ),
    row(
        ("captured: void", "captured"),
        (9, "void a"),
        ("not open: captured", "captured 30/0", "70 0 0"),
    ),
    row(
        ("captured: extend", "captured"),
        (9, "extend a 60"),
        ("not open: captured", "captured 30/0", "70 0 0"),
    ),
    row(
        ("voided: capture", "voided"),
        (9, "capture a"),
        ("not open: voided", "voided 0/30", "100 0 0"),
    ),
    row(
        ("voided: capture late", "voided"),
        (9, "capture a late"),
        ("not open: voided", "voided 0/30", "100 0 0"),
    ),
    row(
        ("voided: void", "voided"),
        (9, "void a"),
        ("not open: voided", "voided 0/30", "100 0 0"),
    ),
    row(
        ("voided: extend", "voided"),
        (9, "extend a 60"),
        ("not open: voided", "voided 0/30", "100 0 0"),
    ),
    row(
        ("captured by its end: capture", "capturing"),
        (90, "capture a late"),
        ("not open: captured", "captured 30/0", "70 0 0"),
    ),
    row(
        ("expired: void", "expired"),
        (90, "void a"),
        ("expired at 62", "expired 0/30", "100 0 0"),
    ),
    row(
        ("expired: extend", "expired"),
        (90, "extend a 60"),
        ("expired at 62", "expired 0/30", "100 0 0"),
    ),
    row(
        ("late capture: 409 hold-expired", "expired"),
        (90, "capture a"),
        ("expired at 62", "expired 0/30", "100 0 0"),
    ),
];

/// What a late capture takes from what is available, once.
const LATE: &[Row] = &[
    row(
        ("if_expired: spend takes from available", "expired"),
        (90, "capture a late"),
        ("ok", "expired 30/0", "70 0 0"),
    ),
    row(
        (
            "if_expired: spend takes no more than the hold had",
            "expired",
        ),
        (90, "capture a 31 late"),
        ("exceeds 30", "expired 0/30", "100 0 0"),
    ),
    row(
        ("if_expired: spend, overage: available", "expired"),
        (90, "capture a 80 late available"),
        ("ok", "expired 30/0", "20 0 0"),
    ),
    row(
        ("if_expired: spend, else 402 with nothing done", "expired"),
        (90, "capture a 101 late available"),
        ("402 of 100", "expired 0/30", "100 0 0"),
    ),
    row(
        (
            "if_expired: spend, overage: debt within the limit",
            "expired",
        ),
        (90, "capture a 120 late debt"),
        ("ok", "expired 30/0", "0 0 20"),
    ),
    row(
        ("if_expired: spend, a second time", "spent late"),
        (91, "capture a late"),
        ("expired at 62", "expired 30/0", "70 0 0"),
    ),
];

/// The account and its hold `a` before a row.
fn before(from: &str, keys: &Keys) -> AccountState {
    let mut state = empty(20);
    let open = if from == "capturing" {
        "hold a 30 for 60 capturing"
    } else {
        "hold a 30 for 60"
    };
    let then: &[(i64, &str)] = match from {
        "captured" => &[(3, "capture a")],
        "voided" => &[(3, "void a")],
        "expired" => &[(70, "capture a")],
        "spent late" => &[(70, "capture a late")],
        _ => &[],
    };
    for (second, text) in [(1, "promo 100"), (2, open)].iter().chain(then) {
        let _refused_when_it_expires = state.apply(&operation(text), slip(text), at(*second), keys);
    }
    state
}

fn answer(outcome: Result<(), Refusal>) -> String {
    match outcome {
        Ok(()) => "ok".to_owned(),
        Err(Refusal::Insufficient { available, .. }) => format!("402 of {available}"),
        Err(Refusal::HoldNotOpen { state, .. }) => format!("not open: {}", state.name()),
        Err(Refusal::HoldExpired { closed_at }) => format!("expired at {}", closed_at.seconds()),
        Err(Refusal::CaptureExceedsHold { remaining }) => format!("exceeds {remaining}"),
        Err(Refusal::HoldTooLong) => "too long".to_owned(),
        Err(other) => format!("{other:?}"),
    }
}

fn check(rows: &[Row]) {
    for row in rows {
        let keys = Keys::of_writer(1).unwrap();
        let mut state = before(row.from, &keys);
        let asked = row
            .asked
            .replace("{week}", &LONGEST_LIFE.as_secs().to_string());
        let outcome = state
            .apply(&operation(&asked), slip("asked"), at(row.second), &keys)
            .map(|_applied| ());
        let (hold, account) = (&state.holds[0], &state.account);
        let seen = (
            answer(outcome),
            format!("{} {}/{}", hold.state.name(), hold.captured, hold.released),
            format!(
                "{} {} {}",
                account.posted, account.held, account.debt.posted
            ),
        );
        let expected = (
            row.answer.to_owned(),
            row.to.to_owned(),
            row.balances.to_owned(),
        );
        assert_eq!(seen, expected, "{}", row.name);
        super::histories::assert_sound(&state);
    }
}

#[test]
fn c4_each_arrow_out_of_open() {
    check(ARROWS);
}

#[test]
fn c4_what_a_capture_may_take_beyond_its_hold() {
    check(OVERAGE);
}

#[test]
fn c4_terminal_states_never_change() {
    check(TERMINAL);
}

#[test]
fn c4_a_late_capture_spends_once() {
    check(LATE);
}

/// Six holds of 1,000 never pass on a balance of 5,000, and none on credit; one that was refused cannot be captured.
#[test]
fn c4_holds_count_in_the_funds_check() {
    let keys = Keys::of_writer(1).unwrap();
    let mut state = empty(5000);
    let mut ask = |second: i64, text: &str| {
        answer(
            state
                .apply(&operation(text), slip(text), at(second), &keys)
                .map(|_applied| ()),
        )
    };
    assert_eq!(ask(1, "purchase 5000"), "ok");
    for name in ["a", "b", "c", "d", "e"] {
        assert_eq!(ask(2, &format!("hold {name} 1000 for 60")), "ok");
    }
    assert_eq!(ask(2, "hold f 1000 for 60"), "402 of 0");
    assert_eq!(ask(3, "capture f"), "NoSuchHold");
    assert_eq!(ask(3, "void a"), "ok");
    assert_eq!(ask(4, "hold g 1000 for 60"), "ok", "the control");
}
