//! Tests of the state machine, as tables: each row is a time, a request, the response, and the account afterwards.

use std::fmt::Write;

use foundation::Timestamp;

use crate::credits::ledger::account::{
    Account, Debt, NotificationSettings, OpenCounts, Owner, WalletKey,
};
use crate::credits::ledger::amount::{Amount, LARGEST};
use crate::credits::ledger::lot::LotKind;
use crate::credits::ledger::operation::{Grant, LedgerOperation, LedgerRefusal, Spend};
use crate::credits::ledger::posting::{Attribution, TransactionDetails};
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::state::AccountState;
use crate::credits::ledger::terms::BookTerms;

/// Returns an unused wallet in book 16.
pub(super) fn empty(overdraft_limit: i64) -> AccountState {
    let account = Account {
        id: 1000,
        of: WalletKey {
            book_id: 16,
            owner: Owner::Customer("cus_1".to_owned()),
        },
        posted: 0,
        held: 0,
        overdraft_limit,
        spend_limit: None,
        debt: Debt::default(),
        seq: 0,
        txn_count: 0,
        event_count: 0,
        version: 0,
        last_booked_at: Timestamp::default(),
        next_due_at: None,
        is_closed: false,
        is_frozen: false,
        notices: NotificationSettings::default(),
        terms: BookTerms::default(),
        open: OpenCounts::default(),
    };
    AccountState::from_rows(account, Vec::new(), Vec::new()).unwrap()
}

pub(super) fn details(op_key: &str) -> TransactionDetails {
    TransactionDetails {
        op_key: op_key.to_owned(),
        actor: "test".to_owned(),
        description: None,
        metadata: "{}".to_owned(),
        attribution: Attribution::default(),
    }
}

pub(super) fn spend(amount: i64) -> LedgerOperation {
    let amount = Amount::new(amount).unwrap();
    LedgerOperation::Spend(Spend {
        amount,
        feature: None,
    })
}

pub(super) fn grant(kind: LotKind, amount: i64, expires_at: Option<i64>) -> LedgerOperation {
    LedgerOperation::Grant(Grant {
        amount: Amount::new(amount).unwrap(),
        kind,
        expires_at: expires_at.map(Timestamp::from_micros),
        priority: kind.default_priority(),
        scope: None,
        source_kind: "test",
        source_ref: String::new(),
    })
}

/// Parses `spend 5`, `promo 100`, `purchase 100 until 50`.
fn operation(text: &str) -> LedgerOperation {
    let words: Vec<&str> = text.split_whitespace().collect();
    let amount = words[1].parse().unwrap();
    let until = (words.len() == 4).then(|| words[3].parse().unwrap());
    match words[0] {
        "spend" => spend(amount),
        kind => grant(LotKind::from_name(kind).unwrap(), amount, until),
    }
}

fn format_outcome(outcome: Result<(), LedgerRefusal>) -> String {
    match outcome {
        Ok(()) => "ok".to_owned(),
        Err(LedgerRefusal::Insufficient { available, .. }) => format!("402 of {available}"),
        Err(LedgerRefusal::OutOfRange) => "422".to_owned(),
        Err(LedgerRefusal::ExpiresInThePast) => "400".to_owned(),
        Err(LedgerRefusal::TooManyLots) => "too many lots".to_owned(),
        Err(other) => format!("{other:?}"),
    }
}

/// Formats the remaining credits of lots, in order of creation.
fn lots(state: &AccountState) -> String {
    let mut text = String::new();
    for lot in &state.lots {
        write!(text, "{} ", lot.remaining).unwrap();
    }
    text.trim_end().to_owned()
}

/// Runs a table. Columns: time | operation | response | posted debt | lots | booked at, of each new transaction.
fn check(overdraft_limit: i64, story: &str) {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(overdraft_limit);
    for row in story.trim().lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let now = Timestamp::from_micros(cells[0].parse().unwrap());
        let booked_before = state.writes.txns.len();
        let outcome = state
            .apply(&operation(cells[1]), details(row), now, &keys)
            .map(|_booked| ());
        let booked: Vec<String> = state.writes.txns[booked_before..]
            .iter()
            .map(|txn| format!("{}@{}", txn.kind.name(), txn.booked_at.micros()))
            .collect();
        let balances = format!("{} {}", state.account.posted, state.account.debt.posted);
        let seen = [
            format_outcome(outcome),
            balances,
            lots(&state),
            booked.join(" "),
        ];
        assert_eq!(seen.as_slice(), &cells[2..], "after: {row}");
        super::histories::assert_sound(&state);
    }
}

#[test]
fn grants_and_spends() {
    check(
        0,
        "
        1 | spend 1        | 402 of 0  | 0 0   |         |
        2 | promo 100      | ok        | 100 0 | 100     | grant@2
        3 | spend 30       | ok        | 70 0  | 70      | spend@3
        4 | spend 71       | 402 of 70 | 70 0  | 70      |
        5 | purchase 50    | ok        | 120 0 | 70 50   | grant@5
        6 | spend 100      | ok        | 20 0  | 0 20    | spend@6
        7 | spend 20       | ok        | 0 0   | 0 0     | spend@7
        8 | spend 1        | 402 of 0  | 0 0   | 0 0     |
        ",
    );
}

#[test]
fn free_and_sooner_expiring_lots_are_used_first() {
    check(
        0,
        "
        1 | purchase 10            | ok | 10 0 | 10           | grant@1
        2 | subscription 10        | ok | 20 0 | 10 10        | grant@2
        3 | promo 10 until 900     | ok | 30 0 | 10 10 10     | grant@3
        4 | promo 10 until 800     | ok | 40 0 | 10 10 10 10  | grant@4
        5 | spend 15               | ok | 25 0 | 10 10 5 0    | spend@5
        6 | spend 10               | ok | 15 0 | 10 5 0 0     | spend@6
        7 | spend 15               | ok | 0 0  | 0 0 0 0      | spend@7
        ",
    );
}

#[test]
fn lot_ends_at_its_instant_and_not_before() {
    check(
        0,
        "
        10 | promo 100 until 50 | ok        | 100 0 | 100     | grant@10
        49 | spend 10           | ok        | 90 0  | 90      | spend@49
        50 | spend 10           | 402 of 0  | 0 0   | 0       | expiry@50
        60 | promo 5 until 60   | 400       | 0 0   | 0       |
        61 | promo 5 until 61   | 400       | 0 0   | 0       |
        62 | promo 5 until 63   | ok        | 5 0   | 0 5     | grant@62
        90 | promo 7            | ok        | 7 0   | 0 0 7   | expiry@63 grant@90
        ",
    );
}

#[test]
fn due_expiries_are_booked_in_order() {
    check(
        0,
        "
        1  | promo 10 until 40    | ok       | 10 0 | 10           | grant@1
        2  | promo 20 until 30    | ok       | 30 0 | 10 20        | grant@2
        3  | purchase 5           | ok       | 35 0 | 10 20 5      | grant@3
        4  | promo 40 until 30    | ok       | 75 0 | 10 20 5 40   | grant@4
        99 | spend 6              | 402 of 5 | 5 0  | 0 0 5 0      | expiry@30 expiry@30 expiry@40
        ",
    );
}

#[test]
fn clock_that_steps_back_moves_no_booking_back() {
    check(
        0,
        "
        100 | promo 10 until 200 | ok  | 10 0 | 10  | grant@100
        50  | spend 3            | ok  | 7 0  | 7   | spend@100
        20  | promo 1 until 90   | 400 | 7 0  | 7   |
        101 | spend 3            | ok  | 4 0  | 4   | spend@101
        ",
    );
}

#[test]
fn credit_is_used_last_and_repaid_first() {
    check(
        50,
        "
        1 | spend 51     | 402 of 50 | 0 0   |           |
        2 | spend 30     | ok        | 0 30  |           | spend@2
        3 | spend 21     | 402 of 20 | 0 30  |           |
        4 | promo 10     | ok        | 0 20  | 0         | grant@4
        5 | promo 25     | ok        | 5 0   | 0 5       | grant@5
        6 | spend 55     | ok        | 0 50  | 0 0       | spend@6
        7 | spend 1      | 402 of 0  | 0 50  | 0 0       |
        8 | purchase 200 | ok        | 150 0 | 0 0 150   | grant@8
        ",
    );
}

#[test]
fn balances_stay_exact_or_are_refused() {
    check(
        0,
        &format!(
            "
            1 | purchase {LARGEST} | ok        | {LARGEST} 0 | {LARGEST}       | grant@1
            2 | purchase 1         | 422       | {LARGEST} 0 | {LARGEST}       |
            3 | spend 1            | ok        | {less} 0    | {less}          | spend@3
            4 | purchase 2         | 422       | {less} 0    | {less}          |
            5 | purchase 1         | ok        | {LARGEST} 0 | {less} 1        | grant@5
            6 | spend {LARGEST}    | ok        | 0 0         | 0 0             | spend@6
            ",
            less = LARGEST - 1
        ),
    );
}

#[test]
fn rows_that_contradict_each_other_are_no_state() {
    let state = empty(0);
    let mut account = state.account.clone();
    account.posted = 5;
    assert!(AccountState::from_rows(account, Vec::new(), Vec::new()).is_none());
}

#[test]
fn last_credit_emits_one_event() {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(0);
    let at = Timestamp::from_micros(1);
    for (index, operation) in [
        grant(LotKind::Promo, 10, None),
        spend(4),
        spend(6),
        grant(LotKind::Promo, 3, Some(5)),
    ]
    .iter()
    .enumerate()
    {
        state
            .apply(operation, details(&index.to_string()), at, &keys)
            .unwrap();
    }
    state.settle(Timestamp::from_micros(5), &keys);
    let emitted: Vec<_> = state
        .writes
        .events
        .iter()
        .map(|event| (event.n, event.kind.name(), event.available))
        .collect();
    assert_eq!(
        emitted,
        [
            (1, "credits.granted", 10),
            (2, "credits.depleted", 0),
            (3, "credits.granted", 3),
            (4, "credits.expired", 0),
            (5, "credits.depleted", 0),
        ]
    );
}
