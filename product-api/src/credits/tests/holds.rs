//! Tests of holds, as tables: each row is a time, a request, the response, and the account and hold afterwards.

use std::time::Duration;

use foundation::Timestamp;

use super::rules::{details, empty, grant, spend};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::capture::{Capture, IfExpired, Overage};
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::hold::OpenHold;
use crate::credits::ledger::lot::LotKind;
use crate::credits::ledger::operation::{LedgerOperation, LedgerRefusal};
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::state::AccountState;

const SECOND: i64 = 1_000_000;

pub(super) fn at(second: i64) -> Timestamp {
    Timestamp::from_micros(second * SECOND)
}

pub(super) fn open(
    public_id: &str,
    amount: i64,
    ttl: Duration,
    on_expiry: OnExpiry,
) -> LedgerOperation {
    LedgerOperation::OpenHold(OpenHold {
        public_id: public_id.to_owned(),
        amount: Amount::new(amount).unwrap(),
        ttl,
        on_expiry,
        feature: None,
    })
}

/// Parses `promo 100 [until 50]`, `spend 5`, `hold a 30 for 10 [capturing]`, `capture a [20] [partly] [available|debt] [late]`,
/// `void a`, `extend a 60`.
pub(super) fn operation(text: &str) -> LedgerOperation {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse::<i64>().ok());
    let has = |word| words.contains(&word);
    match words[0] {
        "spend" => spend(number(1).unwrap()),
        "hold" => {
            let on_expiry = if has("capturing") {
                OnExpiry::Capture
            } else {
                OnExpiry::Release
            };
            let ttl = Duration::from_secs(number(4).unwrap().unsigned_abs());
            open(words[1], number(2).unwrap(), ttl, on_expiry)
        }
        "capture" => LedgerOperation::Capture(Capture {
            hold: words[1].to_owned(),
            amount: number(2).map(|amount| Amount::new(amount).unwrap()),
            is_final: !has("partly"),
            overage: if has("available") {
                Overage::Available
            } else if has("debt") {
                Overage::Debt
            } else {
                Overage::Reject
            },
            if_expired: if has("late") {
                IfExpired::Spend
            } else {
                IfExpired::Reject
            },
        }),
        "void" => LedgerOperation::Void(words[1].to_owned()),
        "extend" => {
            let ttl = Duration::from_secs(number(2).unwrap().unsigned_abs());
            LedgerOperation::Extend(words[1].to_owned(), ttl)
        }
        kind => {
            let kind = LotKind::from_name(kind).unwrap();
            grant(
                kind,
                number(1).unwrap(),
                number(3).map(|second| second * SECOND),
            )
        }
    }
}

pub(super) fn format_outcome(outcome: Result<(), LedgerRefusal>) -> String {
    match outcome {
        Ok(()) => "ok".to_owned(),
        Err(LedgerRefusal::Insufficient { available, .. }) => format!("402 of {available}"),
        Err(LedgerRefusal::HoldNotOpen { state, .. }) => format!("not open: {}", state.name()),
        Err(LedgerRefusal::HoldExpired { closed_at }) => {
            format!("expired at {}", closed_at.seconds())
        }
        Err(LedgerRefusal::CaptureExceedsHold { remaining }) => format!("exceeds {remaining}"),
        Err(other) => format!("{other:?}"),
    }
}

/// Formats lots as remaining/held, in order of creation.
pub(super) fn lots(state: &AccountState) -> String {
    let lots = state.lots.iter();
    let lots: Vec<String> = lots
        .map(|lot| format!("{}/{}", lot.remaining, lot.held))
        .collect();
    lots.join(" ")
}

/// Formats holds as state captured/released, in order of creation.
pub(super) fn holds(state: &AccountState) -> String {
    let holds = state.holds.iter();
    let holds: Vec<String> = holds
        .map(|hold| format!("{} {}/{}", hold.state.name(), hold.captured, hold.released))
        .collect();
    holds.join(", ")
}

/// Runs a table. Columns: second | operation | response | posted held debt | lots | holds | booked at.
pub(super) fn check(overdraft_limit: i64, story: &str) {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(overdraft_limit);
    for row in story.trim().lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let now = at(cells[0].parse().unwrap());
        let booked_before = state.writes.txns.len();
        let outcome = state
            .apply(&operation(cells[1]), details(row), now, &keys)
            .map(|_applied| ());
        let booked: Vec<String> = state.writes.txns[booked_before..]
            .iter()
            .map(|txn| format!("{}@{}", txn.kind.name(), txn.booked_at.seconds()))
            .collect();
        let account = &state.account;
        let balances = format!(
            "{} {} {}",
            account.posted, account.held, account.debt.posted
        );
        let seen = [
            format_outcome(outcome),
            balances,
            lots(&state),
            holds(&state),
            booked.join(" "),
        ];
        assert_eq!(seen.as_slice(), &cells[2..], "after: {row}");
        super::histories::assert_sound(&state);
    }
}

#[test]
fn hold_sets_aside_and_a_capture_spends() {
    check(
        0,
        "
        1 | promo 100            | ok        | 100 0 0   | 100/0  |                 | grant@1
        2 | hold a 30 for 60     | ok        | 100 30 0  | 100/30 | open 0/0        |
        3 | spend 71             | 402 of 70 | 100 30 0  | 100/30 | open 0/0        |
        4 | hold b 71 for 60     | 402 of 70 | 100 30 0  | 100/30 | open 0/0        |
        5 | capture a            | ok        | 70 0 0    | 70/0   | captured 30/0   | capture@5
        6 | spend 70             | ok        | 0 0 0     | 0/0    | captured 30/0   | spend@6
        ",
    );
}

#[test]
fn smaller_last_capture_releases_the_rest() {
    check(
        0,
        "
        1 | promo 100            | ok              | 100 0 0  | 100/0  |                | grant@1
        2 | hold a 30 for 60     | ok              | 100 30 0 | 100/30 | open 0/0       |
        3 | capture a 10 partly  | ok              | 90 20 0  | 90/20  | open 10/0      | capture@3
        4 | capture a 5          | ok              | 85 0 0   | 85/0   | captured 15/15 | capture@4
        5 | capture a 1          | not open: captured | 85 0 0 | 85/0 | captured 15/15 |
        6 | void a               | not open: captured | 85 0 0 | 85/0 | captured 15/15 |
        7 | extend a 60          | not open: captured | 85 0 0 | 85/0 | captured 15/15 |
        ",
    );
}

#[test]
fn capture_of_all_that_is_left_is_the_last() {
    check(
        0,
        "
        1 | promo 100            | ok | 100 0 0  | 100/0  |               | grant@1
        2 | hold a 30 for 60     | ok | 100 30 0 | 100/30 | open 0/0      |
        3 | capture a 30 partly  | ok | 70 0 0   | 70/0   | captured 30/0 | capture@3
        ",
    );
}

#[test]
fn void_releases_the_hold() {
    check(
        0,
        "
        1 | promo 100            | ok               | 100 0 0  | 100/0  |              | grant@1
        2 | hold a 30 for 60     | ok               | 100 30 0 | 100/30 | open 0/0     |
        3 | void a               | ok               | 100 0 0  | 100/0  | voided 0/30  |
        4 | void a               | not open: voided | 100 0 0  | 100/0  | voided 0/30  |
        5 | capture a late       | not open: voided | 100 0 0  | 100/0  | voided 0/30  |
        6 | void z               | NoSuchHold       | 100 0 0  | 100/0  | voided 0/30  |
        ",
    );
}

#[test]
fn capture_overage_follows_the_rule() {
    check(
        20,
        "
        1 | promo 50                 | ok         | 50 0 0  | 50/0  |                | grant@1
        2 | hold a 30 for 60         | ok         | 50 30 0 | 50/30 | open 0/0       |
        3 | capture a 31             | exceeds 30 | 50 30 0 | 50/30 | open 0/0       |
        4 | capture a 51 available   | 402 of 50  | 50 30 0 | 50/30 | open 0/0       |
        5 | capture a 71 debt        | 402 of 70  | 50 30 0 | 50/30 | open 0/0       |
        6 | capture a 40 available   | ok         | 10 0 0  | 10/0  | captured 30/0  | capture@6
        7 | hold b 11 for 60         | 402 of 10  | 10 0 0  | 10/0  | captured 30/0  |
        8 | hold b 10 for 60         | ok         | 10 10 0 | 10/10 | captured 30/0, open 0/0 |
        9 | capture b 25 debt        | ok         | 0 0 15  | 0/0   | captured 30/0, captured 10/0 | capture@9
        ",
    );
}

#[test]
fn hold_ends_at_its_instant_and_not_before() {
    check(
        0,
        "
        1  | promo 100            | ok            | 100 0 0  | 100/0  |                          | grant@1
        2  | hold a 30 for 10     | ok            | 100 30 0 | 100/30 | open 0/0                 |
        2  | hold b 30 for 10     | ok            | 100 60 0 | 100/60 | open 0/0, open 0/0       |
        11 | capture a            | ok            | 70 30 0  | 70/30  | captured 30/0, open 0/0  | capture@11
        12 | capture b            | expired at 12 | 70 0 0   | 70/0   | captured 30/0, expired 0/30 |
        13 | extend b 60          | expired at 12 | 70 0 0   | 70/0   | captured 30/0, expired 0/30 |
        14 | void b               | expired at 12 | 70 0 0   | 70/0   | captured 30/0, expired 0/30 |
        15 | capture b 80 late    | exceeds 30    | 70 0 0   | 70/0   | captured 30/0, expired 0/30 |
        16 | capture b late       | ok            | 40 0 0   | 40/0   | captured 30/0, expired 30/0 | capture@16
        17 | capture b late       | expired at 12 | 40 0 0   | 40/0   | captured 30/0, expired 30/0 |
        ",
    );
}
