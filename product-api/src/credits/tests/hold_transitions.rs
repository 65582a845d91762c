//! Test of the life cycle of a hold, as a table. Each arrow of its diagram and each rule is a row with its name.

use super::holds::{at, operation};
use super::rules::{details, empty};
use crate::credits::ledger::hold_rules::{MAX_LIFETIME, MAX_OPEN_HOLDS};
use crate::credits::ledger::operation::LedgerRefusal;
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::state::AccountState;

/// A request about a hold `a` of 30 out of 100 credits, opened at 2 for 60 seconds, with an overdraft limit of 20.
struct Row<'a> {
    /// Name of the arrow or the rule.
    name: &'a str,
    /// State of the hold before: `open`, `partly` (open, 10 captured), `capturing` (open, captures at its expiry), `captured`,
    /// `voided`, `expired`, `partly expired`, `spent late` (expired, then captured late).
    from: &'a str,
    second: i64,
    query: &'a str,
    /// `ok`, or the refusal.
    outcome: &'a str,
    /// State of the hold afterwards, with its captured and released credits.
    to: &'a str,
    /// Posted, held and owed credits afterwards.
    balances: &'a str,
}

impl<'a> Row<'a> {
    /// Parses a line: name, state before, time and request, response, state afterwards, balances.
    fn parse(line: &'a str) -> Self {
        let mut cells = line.split(" | ").map(str::trim);
        let mut next = || cells.next().unwrap();
        let (name, from, (second, query)) = (next(), next(), next().split_once(' ').unwrap());
        Self {
            name,
            from,
            second: second.parse().unwrap(),
            query,
            outcome: next(),
            to: next(),
            balances: next(),
        }
    }
}

/// The arrows out of `open`.
const ARROWS: &str = "\
    POST /holds: no posted entry, held is raised                    | open           |    5 spend 1                      | ok                 | open 0/0       | 99 30 0
    capture(final=false, a < remaining): open                       | open           |    5 capture a 10 partly          | ok                 | open 10/0      | 90 20 0
    capture(final=true, a < remaining): captured, the rest released | open           |    5 capture a 10                 | ok                 | captured 10/20 | 90 0 0
    capture(final=true, a = remaining): captured                    | open           |    5 capture a 30                 | ok                 | captured 30/0  | 70 0 0
    capture without an amount: all that is left                     | open           |    5 capture a                    | ok                 | captured 30/0  | 70 0 0
    capture(final=false, a = remaining): captured                   | open           |    5 capture a 30 partly          | ok                 | captured 30/0  | 70 0 0
    void: voided                                                    | open           |    5 void a                       | ok                 | voided 0/30    | 100 0 0
    extend(ttl) while now < expires_at: open                        | open           |   61 extend a 60                  | ok                 | open 0/0       | 100 30 0
    extend: total life <= max                                       | open           |    5 extend a {week}              | too long           | open 0/0       | 100 30 0
    a moment before expires_at it is open                           | open           |   61 capture a                    | ok                 | captured 30/0  | 70 0 0
    now >= expires_at, on_expiry=release: expired                   | open           |   62 spend 1                      | ok                 | expired 0/30   | 99 0 0
    now >= expires_at, on_expiry=capture: captured                  | capturing      |   62 spend 1                      | ok                 | captured 30/0  | 69 0 0
    expiry is settled first by any write, however late              | open           | 9000 spend 121                    | 402 of 120         | expired 0/30   | 100 0 0
    extend by less than there is: open                              | open           |    5 extend a 1                   | ok                 | open 0/0       | 100 30 0
    now = expires_at: capture                                       | open           |   62 capture a                    | expired at 62      | expired 0/30   | 100 0 0
    now = expires_at: void                                          | open           |   62 void a                       | expired at 62      | expired 0/30   | 100 0 0
    now = expires_at: extend                                        | open           |   62 extend a 60                  | expired at 62      | expired 0/30   | 100 0 0
    before its end a capturing hold is like any other: capture      | capturing      |   61 capture a 10                 | ok                 | captured 10/20 | 90 0 0
    before its end a capturing hold is like any other: void         | capturing      |   61 void a                       | ok                 | voided 0/30    | 100 0 0
    now = expires_at, on_expiry=capture: void                       | capturing      |   62 void a                       | not open: captured | captured 30/0  | 70 0 0";

/// Requests for a second hold.
const OPENING: &str = "\
    amount: all that is available                                   | open           |    5 hold b 70 for 60             | ok                 | open 0/0       | 100 100 0
    amount: no holds on overdraft                                   | open           |    5 hold b 71 for 60             | 402 of 70          | open 0/0       | 100 30 0
    ttl: the longest                                                | open           |    5 hold b 1 for {week}          | ok                 | open 0/0       | 100 31 0
    ttl: longer than the longest                                    | open           |    5 hold b 1 for 604801          | too long           | open 0/0       | 100 30 0
    what a hold has let go can be held again                        | voided         |    5 hold b 100 for 60            | ok                 | voided 0/30    | 100 100 0";

/// Requests after a part was captured.
const PARTLY: &str = "\
    capture without an amount: what is left                         | partly         |    5 capture a                    | ok                 | captured 30/0  | 70 0 0
    capture(final=false, a < remaining): open                       | partly         |    5 capture a 10 partly          | ok                 | open 20/0      | 80 10 0
    overage: reject, of what is left                                | partly         |    5 capture a 21                 | exceeds 20         | open 10/0      | 90 20 0
    overage: available, beyond what is left                         | partly         |    5 capture a 21 available       | ok                 | captured 30/0  | 69 0 0
    void: the rest is released                                      | partly         |    5 void a                       | ok                 | voided 10/20   | 90 0 0
    extend: open                                                    | partly         |    5 extend a 90                  | ok                 | open 10/0      | 90 20 0
    now >= expires_at: the rest is released                         | partly         |   62 spend 1                      | ok                 | expired 10/20  | 89 0 0
    if_expired: spend takes what was left                           | partly expired |   90 capture a late               | ok                 | expired 30/0  | 70 0 0
    if_expired: spend takes no more than was left                   | partly expired |   90 capture a 21 late            | exceeds 20         | expired 10/20  | 90 0 0";

/// Captures beyond the rest of the hold.
const OVERAGE: &str = "\
    overage: reject is the default                                  | open           |    5 capture a 31                 | exceeds 30         | open 0/0       | 100 30 0
    overage: available takes the rest from available                | open           |    5 capture a 80 available       | ok                 | captured 30/0  | 20 0 0
    overage: available, else 402 with nothing done                  | open           |    5 capture a 101 available      | 402 of 100         | open 0/0       | 100 30 0
    overage: debt within the limit                                  | open           |    5 capture a 120 debt           | ok                 | captured 30/0  | 0 0 20
    overage: debt only within the limit                             | open           |    5 capture a 121 debt           | 402 of 120         | open 0/0       | 100 30 0";

/// Requests in final states, which never change, with their refusals.
const TERMINAL: &str = "\
    captured: capture                                               | captured       |    9 capture a                    | not open: captured | captured 30/0  | 70 0 0
    captured: capture a part                                        | captured       |    9 capture a 1 partly           | not open: captured | captured 30/0  | 70 0 0
    captured: capture late                                          | captured       |    9 capture a late               | not open: captured | captured 30/0  | 70 0 0
    captured: void                                                  | captured       |    9 void a                       | not open: captured | captured 30/0  | 70 0 0
    captured: extend                                                | captured       |    9 extend a 60                  | not open: captured | captured 30/0  | 70 0 0
    voided: capture                                                 | voided         |    9 capture a                    | not open: voided   | voided 0/30    | 100 0 0
    voided: capture late                                            | voided         |    9 capture a late               | not open: voided   | voided 0/30    | 100 0 0
    voided: void                                                    | voided         |    9 void a                       | not open: voided   | voided 0/30    | 100 0 0
    voided: extend                                                  | voided         |    9 extend a 60                  | not open: voided   | voided 0/30    | 100 0 0
    captured by its end: capture                                    | capturing      |   90 capture a late               | not open: captured | captured 30/0  | 70 0 0
    expired: void                                                   | expired        |   90 void a                       | expired at 62      | expired 0/30   | 100 0 0
    expired: extend                                                 | expired        |   90 extend a 60                  | expired at 62      | expired 0/30   | 100 0 0
    late capture: 409 hold-expired                                  | expired        |   90 capture a                    | expired at 62      | expired 0/30   | 100 0 0
    captured by its end: void                                       | capturing      |   90 void a                       | not open: captured | captured 30/0  | 70 0 0
    captured by its end: extend                                     | capturing      |   90 extend a 60                  | not open: captured | captured 30/0  | 70 0 0
    voided: capture a part                                          | voided         |    9 capture a 1 partly           | not open: voided   | voided 0/30    | 100 0 0
    expired: capture a part                                         | expired        |   90 capture a 1 partly           | expired at 62      | expired 0/30   | 100 0 0
    spent late: void                                                | spent late     |   91 void a                       | expired at 62      | expired 30/0   | 70 0 0
    spent late: extend                                              | spent late     |   91 extend a 60                  | expired at 62      | expired 30/0   | 70 0 0";

/// Late captures, which take available credits once.
const LATE: &str = "\
    if_expired: spend takes from available                          | expired        |   90 capture a late               | ok                 | expired 30/0   | 70 0 0
    if_expired: spend takes no more than the hold had               | expired        |   90 capture a 31 late            | exceeds 30         | expired 0/30   | 100 0 0
    if_expired: spend, overage: available                           | expired        |   90 capture a 80 late available  | ok                 | expired 30/0   | 20 0 0
    if_expired: spend, else 402 with nothing done                   | expired        |   90 capture a 101 late available | 402 of 100         | expired 0/30   | 100 0 0
    if_expired: spend, overage: debt within the limit               | expired        |   90 capture a 120 late debt      | ok                 | expired 30/0   | 0 0 20
    if_expired: spend, a second time                                | spent late     |   91 capture a late               | expired at 62      | expired 30/0   | 70 0 0";

/// Builds the account and its hold `a` before a row.
fn before(from: &str, keys: &RowIds) -> AccountState {
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
        "partly" => &[(3, "capture a 10 partly")],
        "partly expired" => &[(3, "capture a 10 partly"), (70, "capture a")],
        _ => &[],
    };
    for (second, text) in [(1, "promo 100"), (2, open)].iter().chain(then) {
        let _refused_when_it_expires =
            state.apply(&operation(text), details(text), at(*second), keys);
    }
    state
}

fn format_outcome(outcome: Result<(), LedgerRefusal>) -> String {
    match outcome {
        Ok(()) => "ok".to_owned(),
        Err(LedgerRefusal::Insufficient { available, .. }) => format!("402 of {available}"),
        Err(LedgerRefusal::HoldNotOpen { state, .. }) => format!("not open: {}", state.name()),
        Err(LedgerRefusal::HoldExpired { closed_at }) => {
            format!("expired at {}", closed_at.seconds())
        }
        Err(LedgerRefusal::CaptureExceedsHold { remaining }) => format!("exceeds {remaining}"),
        Err(LedgerRefusal::HoldTooLong) => "too long".to_owned(),
        Err(other) => format!("{other:?}"),
    }
}

fn check(rows: &str) {
    for row in rows.lines().map(Row::parse) {
        let keys = RowIds::for_writer(1).unwrap();
        let mut state = before(row.from, &keys);
        let query = row
            .query
            .replace("{week}", &MAX_LIFETIME.as_secs().to_string());
        let outcome = state
            .apply(&operation(&query), details("asked"), at(row.second), &keys)
            .map(|_applied| ());
        let (hold, account) = (&state.holds[0], &state.account);
        let seen = (
            format_outcome(outcome),
            format!("{} {}/{}", hold.state.name(), hold.captured, hold.released),
            format!(
                "{} {} {}",
                account.posted, account.held, account.debt.posted
            ),
        );
        let expected = (
            row.outcome.to_owned(),
            row.to.to_owned(),
            row.balances.to_owned(),
        );
        assert_eq!(seen, expected, "{}", row.name);
        super::histories::assert_sound(&state);
    }
}

#[test]
fn open_hold_follows_the_table() {
    check(ARROWS);
}

#[test]
fn open_hold_limits_later_holds() {
    check(OPENING);
}

#[test]
fn partially_captured_hold_follows_the_table() {
    check(PARTLY);
}

#[test]
fn capture_overage_follows_the_table() {
    check(OVERAGE);
}

#[test]
fn terminal_states_never_change() {
    check(TERMINAL);
}

#[test]
fn late_capture_spends_once() {
    check(LATE);
}

/// Six holds of 1,000 never fit a balance of 5,000, nor an overdraft. A refused hold cannot be captured.
#[test]
fn holds_count_in_the_funds_check() {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(5000);
    let mut ask = |second: i64, text: &str| {
        format_outcome(
            state
                .apply(&operation(text), details(text), at(second), &keys)
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

#[test]
fn open_holds_are_limited_per_wallet() {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(0);
    let mut ask = |text: &str| {
        let query = state.apply(&operation(text), details(text), at(2), &keys);
        query.map(drop)
    };
    ask("promo 20000").unwrap();
    for hold in 1..=MAX_OPEN_HOLDS {
        ask(&format!("hold h{hold} 1 for 60")).unwrap();
    }
    assert_eq!(ask("hold over 1 for 60"), Err(LedgerRefusal::TooManyHolds));
    ask("void h7").unwrap();
    ask("hold room 1 for 60").unwrap();
    assert_eq!(ask("hold full 1 for 60"), Err(LedgerRefusal::TooManyHolds));
}
