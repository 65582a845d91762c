//! Tests of reversals, as tables: each row is a time, a request, the response, and the account afterwards.

use super::histories::assert_sound;
use super::holds::{at, operation};
use super::rules::{details, empty};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::lot::{Lot, LotKind, burn_order};
use crate::credits::ledger::operation::ReversalRequest;
use crate::credits::ledger::operation::{LedgerOperation, LedgerRefusal};
use crate::credits::ledger::original::{LotShare, OriginalTransaction};
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::state::AccountState;
use crate::credits::ledger::txn_kind::TxnKind;

/// Adds one of its own transactions to a state, by its operation's name, as the database would.
pub(super) fn attach(state: &mut AccountState, from: &AccountState, name: &str) {
    let txns = from.writes.txns.iter();
    let Some(txn) = txns.clone().find(|txn| txn.details.op_key == name) else {
        return;
    };
    let of_txn = |id: i64| {
        from.writes
            .moves
            .iter()
            .find(move |step| step.txn_id == txn.id && step.lot_id == id)
    };
    let share = |lot: &Lot| {
        let is_grant = txn.kind == TxnKind::Grant;
        let amount = if is_grant {
            (lot.txn_id == txn.id).then_some(0)
        } else {
            of_txn(lot.id).map(|step| step.amount)
        };
        amount.map(|amount| LotShare {
            lot: lot.clone(),
            amount,
        })
    };
    let mut shares: Vec<LotShare> = from.lots.iter().filter_map(share).collect();
    shares.sort_unstable_by(|left, right| burn_order(&left.lot, &right.lot));
    let entries = from.writes.entries.iter();
    let on_debt = entries.filter(|entry| {
        entry.txn_id == txn.id && from.account.debt.account_id == Some(entry.account_id)
    });
    let original = OriginalTransaction {
        id: txn.id,
        public_id: name.to_owned(),
        wallet: from.account.of.clone(),
        kind: txn.kind,
        amount: txn.amount.abs(),
        owed: on_debt.map(|entry| entry.amount.abs()).sum(),
        shares,
        reversals: Vec::new(),
    };
    state.originals.retain(|known| known.public_id != name);
    state.originals.push(original);
}

/// Parses all operations of the tests of holds, `reverse s [30]` and `take g`.
pub(super) fn query(text: &str) -> LedgerOperation {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[0] {
        "reverse" => LedgerOperation::Reverse(ReversalRequest {
            original: words[1].to_owned(),
            amount: words
                .get(2)
                .map(|amount| Amount::new(amount.parse().unwrap()).unwrap()),
        }),
        "take" => LedgerOperation::VoidGrant(words[1].to_owned()),
        _ => operation(text),
    }
}

fn format_outcome(outcome: Result<(), LedgerRefusal>) -> String {
    match outcome {
        Ok(()) => "ok".to_owned(),
        Err(LedgerRefusal::Insufficient { available, .. }) => format!("402 of {available}"),
        Err(LedgerRefusal::ReversalExceedsOriginal { remaining }) => format!("exceeds {remaining}"),
        Err(LedgerRefusal::AlreadyReversed { reversals }) => {
            let amounts: Vec<String> = reversals.iter().map(|one| one.amount.to_string()).collect();
            format!("reversed by {}", amounts.join(" "))
        }
        Err(LedgerRefusal::NotReversible { kind }) => format!("no reversal of {}", kind.name()),
        Err(other) => format!("{other:?}"),
    }
}

/// Formats lots as remaining/held, in order of creation; restored ones with an `r`.
fn lots(state: &AccountState) -> String {
    let text = |lot: &Lot| {
        let mark = if lot.kind == LotKind::Restored {
            "r"
        } else {
            ""
        };
        format!("{mark}{}/{}", lot.remaining, lot.held)
    };
    state.lots.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Executes a row, and returns the observed values.
pub(super) fn row(state: &mut AccountState, keys: &RowIds, cells: &[&str]) -> [String; 4] {
    let (name, text) = cells[1].split_once(": ").unwrap_or((cells[1], cells[1]));
    if ["reverse", "take"].contains(&text.split(' ').next().unwrap()) {
        let from = state.clone();
        attach(state, &from, text.split_whitespace().nth(1).unwrap());
    }
    let before = state.writes.txns.len();
    let now = at(cells[0].parse().unwrap());
    let outcome = state
        .apply(&query(text), details(name), now, keys)
        .map(|_applied| ());
    let booked = state.writes.txns[before..].iter();
    let booked: Vec<String> = booked
        .map(|txn| format!("{}@{}", txn.kind.name(), txn.booked_at.seconds()))
        .collect();
    let account = &state.account;
    let balances = format!(
        "{} {} {}",
        account.posted, account.held, account.debt.posted
    );
    [
        format_outcome(outcome),
        balances,
        lots(state),
        booked.join(" "),
    ]
}

/// Runs a table. Columns: second | [name:] operation | response | posted held debt | lots | booked at.
pub(super) fn check(overdraft_limit: i64, story: &str) {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(overdraft_limit);
    for line in story.trim().lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let seen = row(&mut state, &keys, &cells);
        assert_eq!(seen.as_slice(), &cells[2..], "after: {line}");
        assert_sound(&state);
    }
}

#[test]
fn reversal_gives_back_to_the_lots_the_last_first() {
    check(
        0,
        "
        1 | g: promo 100    | ok                    | 100 0 0 | 100/0       | grant@1
        2 | h: purchase 50  | ok                    | 150 0 0 | 100/0 50/0  | grant@2
        3 | s: spend 120    | ok                    | 30 0 0  | 0/0 30/0    | spend@3
        4 | reverse s 30    | ok                    | 60 0 0  | 10/0 50/0   | reversal@4
        5 | reverse s 91    | exceeds 90            | 60 0 0  | 10/0 50/0   |
        6 | t: spend 5      | ok                    | 55 0 0  | 5/0 50/0    | spend@6
        7 | reverse s       | ok                    | 145 0 0 | 95/0 50/0   | reversal@7
        8 | reverse s       | reversed by 30 90     | 145 0 0 | 95/0 50/0   |
        9 | reverse s 1     | reversed by 30 90     | 145 0 0 | 95/0 50/0   |
        9 | reverse t 5     | ok                    | 150 0 0 | 100/0 50/0  | reversal@9
        ",
    );
}

#[test]
fn unspent_transaction_is_not_reversible() {
    check(
        0,
        "
        1 | g: promo 100         | ok                     | 100 0 0 | 100/0 | grant@1
        2 | s: spend 10          | ok                     | 90 0 0  | 90/0  | spend@2
        3 | r: reverse s         | ok                     | 100 0 0 | 100/0 | reversal@3
        4 | reverse g            | no reversal of grant   | 100 0 0 | 100/0 |
        5 | reverse r            | no reversal of reversal | 100 0 0 | 100/0 |
        6 | v: take g            | ok                     | 0 0 0   | 0/0   | void@6
        7 | reverse v            | no reversal of void    | 0 0 0   | 0/0   |
        8 | reverse z            | NoSuchTransaction      | 0 0 0   | 0/0   |
        9 | take s               | NoSuchGrant            | 0 0 0   | 0/0   |
        9 | take z               | NoSuchGrant            | 0 0 0   | 0/0   |
        ",
    );
}

#[test]
fn debt_is_repaid_first_by_a_reversal() {
    check(
        50,
        "
        1 | g: promo 10    | ok | 10 0 0 | 10/0            | grant@1
        2 | s: spend 40    | ok | 0 0 30 | 0/0             | spend@2
        3 | reverse s 10   | ok | 0 0 20 | 0/0             | reversal@3
        4 | h: promo 25    | ok | 5 0 0  | 0/0 5/0         | grant@4
        5 | reverse s 25   | ok | 30 0 0 | 5/0 5/0 r20/0   | reversal@5
        6 | reverse s      | ok | 35 0 0 | 10/0 5/0 r20/0  | reversal@6
        9999999 | t: spend 35 | ok | 0 0 0 | 0/0 0/0 r0/0  | spend@9999999
        ",
    );
    // The debt of another spend counts as well: returned credits first repay debt.
    check(
        50,
        "
        1 | s: spend 30    | ok | 0 0 30 |         | spend@1
        2 | g: promo 30    | ok | 0 0 0  | 0/0     | grant@2
        3 | t: spend 12    | ok | 0 0 12 | 0/0     | spend@3
        4 | reverse s      | ok | 18 0 0 | 0/0 r18/0 | reversal@4
        9999999 | u: spend 18 | ok | 0 0 0 | 0/0 r0/0 | spend@9999999
        ",
    );
    // Purchased credits remain, because the purchase repaid the debt of the reversed spend.
    check(
        100,
        "
        1 | s: spend 100    | ok | 0 0 100 |              | spend@1
        2 | p: purchase 100 | ok | 0 0 0   | 0/0          | grant@2
        3 | reverse s       | ok | 100 0 0 | 0/0 r100/0   | reversal@3
        9999999 | t: spend 100 | ok | 0 0 0 | 0/0 r0/0    | spend@9999999
        ",
    );
}

#[test]
fn credits_of_an_expired_lot_are_restored_for_thirty_days() {
    check(
        0,
        "
        1       | g: promo 100 until 20 | ok        | 100 0 0 | 100/0            | grant@1
        2       | h: purchase 50        | ok        | 150 0 0 | 100/0 50/0       | grant@2
        3       | s: spend 120          | ok        | 30 0 0  | 0/0 30/0         | spend@3
        19      | reverse s 30          | ok        | 60 0 0  | 10/0 50/0        | reversal@19
        20      | reverse s             | ok        | 140 0 0 | 0/0 50/0 r90/0   | expiry@20 reversal@20
        2592019 | t: spend 1            | ok        | 139 0 0 | 0/0 50/0 r89/0   | spend@2592019
        2592020 | spend 51              | 402 of 50 | 50 0 0  | 0/0 50/0 r0/0    | expiry@2592020
        2592021 | reverse t             | ok        | 51 0 0  | 0/0 50/0 r0/0 r1/0 | reversal@2592021
        ",
    );
}

#[test]
fn capture_is_reversed_like_a_spend_and_its_hold_stays_as_it_is() {
    check(
        0,
        "
        1  | g: promo 100 until 50  | ok | 100 0 0  | 100/0         | grant@1
        2  | hold a 30 for 90       | ok | 100 30 0 | 100/30        |
        3  | c: capture a 10 partly | ok | 90 20 0  | 90/20         | capture@3
        4  | reverse c              | ok | 100 20 0 | 100/20        | reversal@4
        60 | d: capture a           | ok | 0 0 0    | 0/0           | expiry@50 capture@60
        61 | reverse d              | ok | 20 0 0   | 0/0 r20/0     | reversal@61
        ",
    );
}

#[test]
fn grant_void_takes_the_unheld_rest() {
    check(
        20,
        "
        1  | g: promo 100        | ok          | 100 0 0 | 100/0         | grant@1
        2  | hold a 30 for 60    | ok          | 100 30 0 | 100/30       |
        3  | s: spend 20         | ok          | 80 30 0 | 80/30         | spend@3
        4  | h: purchase 7       | ok          | 87 30 0 | 80/30 7/0     | grant@4
        5  | take g              | ok          | 37 30 0 | 30/30 7/0     | void@5
        6  | take g              | NothingLeft | 37 30 0 | 30/30 7/0     |
        7  | void a              | ok          | 37 0 0  | 30/0 7/0      |
        8  | take g              | ok          | 7 0 0   | 0/0 7/0       | void@8
        9  | reverse s           | ok          | 27 0 0  | 20/0 7/0      | reversal@9
        10 | take g              | ok          | 7 0 0   | 0/0 7/0       | void@10
        11 | t: spend 27         | ok          | 0 0 20  | 0/0 0/0       | spend@11
        12 | i: promo 25 until 20 | ok         | 5 0 0   | 0/0 0/0 5/0   | grant@12
        13 | j: promo 3 until 20 | ok          | 8 0 0   | 0/0 0/0 5/0 3/0 | grant@13
        14 | take i              | ok          | 3 0 0   | 0/0 0/0 0/0 3/0 | void@14
        20 | take j              | NothingLeft | 0 0 0   | 0/0 0/0 0/0 0/0 | expiry@20
        ",
    );
}
