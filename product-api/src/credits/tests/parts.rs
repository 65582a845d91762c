//! Tests of large wallets that are read in pages: operations have equal results on the same wallet read completely.

use foundation::Timestamp;
use proptest::prelude::*;

use super::histories::{operations, some_lots};
use super::rules::{details, empty, grant, spend};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::hold::Hold;
use crate::credits::ledger::loaded_part::{DueRows, NeededRows, PAGE};
use crate::credits::ledger::lot::{Lot, LotKind, burn_order};
use crate::credits::ledger::operation::{LedgerOperation, LedgerRefusal, OperationEffect, Spend};
use crate::credits::ledger::posting::PendingRows;
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::state::AccountState;

/// Returns lots with keys, as database rows from which pages are read.
fn rows_of(lots: Vec<Lot>) -> Vec<Lot> {
    let keys = (100..).zip(lots);
    keys.map(|(id, lot)| Lot { id, ..lot }).collect()
}

/// Returns a wallet with all its lots, and the same wallet without any.
fn both(rows: &[Lot]) -> (AccountState, AccountState) {
    let mut account = empty(25).account;
    account.posted = rows.iter().map(|lot| lot.remaining).sum();
    account.next_due_at = rows.iter().filter_map(Lot::due_at).min();
    let whole = AccountState::from_rows(account, rows.to_vec(), Vec::new()).unwrap();
    let part = AccountState::from_part(whole.account.clone(), Vec::new());
    (whole, part)
}

/// Adds the rows that an operation needs to a wallet.
fn read(state: &mut AccountState, rows: &[Lot], need: NeededRows) {
    match need {
        NeededRows::Lots(scope) => {
            let page = state.next_page(scope);
            let of_scope = rows.iter().filter(|lot| lot.scope == scope);
            let mut lots: Vec<Lot> = of_scope.cloned().collect();
            lots.sort_unstable_by(burn_order);
            let lots = lots.into_iter();
            let lots = lots.skip(usize::try_from(page.offset).unwrap());
            let lots = lots.take(usize::try_from(page.length).unwrap()).collect();
            state.add_page(scope, lots, page.length);
        }
        NeededRows::Due(at) => {
            let (mut lots, later): (Vec<Lot>, Vec<Lot>) = rows
                .iter()
                .filter(|lot| lot.expires_at.is_some())
                .cloned()
                .partition(|lot| lot.is_expired(at));
            lots.sort_unstable_by_key(|lot| (lot.expires_at, lot.id));
            let due = DueRows {
                lots,
                next: later.iter().filter_map(|lot| lot.expires_at).min(),
                ..DueRows::default()
            };
            state.add_due(due, i64::MAX);
        }
    }
}

/// Applies an operation, reads pages on demand, and returns the number of reads.
fn apply_reading(
    state: &mut AccountState,
    rows: &[Lot],
    (operation, name, now): (&LedgerOperation, &str, Timestamp),
    keys: &RowIds,
) -> (Result<OperationEffect, LedgerRefusal>, i64) {
    let mut times = 0;
    loop {
        match state.apply(operation, details(name), now, keys) {
            Err(LedgerRefusal::NotRead(unread)) => {
                assert_eq!(unread.account_id, state.account.id);
                read(state, rows, unread.need);
                times += 1;
            }
            outcome => return (outcome, times),
        }
    }
}

/// Returns the writes with sorted lot moves, because rows of one transaction have no order.
fn sorted_writes(state: &AccountState) -> PendingRows {
    let mut writes = state.writes.clone();
    writes
        .moves
        .sort_unstable_by_key(|one| (one.txn_id, one.lot_id));
    writes
}

fn first_due(whole: &AccountState) -> Option<Timestamp> {
    let lots = whole.lots.iter().filter_map(Lot::due_at);
    lots.chain(whole.holds.iter().filter_map(Hold::due_at))
        .min()
}

/// Generates more lots than a page, which expire between 1 and 400 microseconds or never.
fn many_lots() -> impl Strategy<Value = Vec<Lot>> {
    let lot = (some_lots(), prop::option::of(1_i64..400));
    let lot = lot.prop_map(|(lot, ends)| Lot {
        effective_at: Timestamp::default(),
        expires_at: ends.map(Timestamp::from_micros),
        ..lot
    });
    prop::collection::vec(lot, 0..200).prop_map(rows_of)
}

fn steps() -> impl Strategy<Value = (i64, LedgerOperation)> {
    let on_feature = (1_i64..500, prop::option::of(0_i64..3)).prop_map(|(amount, feature)| {
        let amount = Amount::new(amount).unwrap();
        LedgerOperation::Spend(Spend { amount, feature })
    });
    (0_i64..12, prop_oneof![operations(), on_feature])
}

proptest! {
    /// Operations on a wallet that is read in pages write equal rows.
    #[test]
    fn wallet_read_in_parts_behaves_like_a_whole_one(
        rows in many_lots(),
        steps in prop::collection::vec(steps(), 1..40),
    ) {
        let (mut whole, mut part) = both(&rows);
        let keys = || RowIds::for_writer(1).unwrap();
        let (keys_of_whole, keys_of_part) = (keys(), keys());
        let mut now = 0;
        for (index, (pause, operation)) in steps.iter().enumerate() {
            now += pause;
            let (name, now) = (index.to_string(), Timestamp::from_micros(now));
            let expected = whole.apply(operation, details(&name), now, &keys_of_whole);
            let (found, _) = apply_reading(&mut part, &rows, (operation, name.as_str(), now), &keys_of_part);
            prop_assert_eq!(found, expected, "{:?}", operation);
            prop_assert_eq!(sorted_writes(&part), sorted_writes(&whole), "{:?}", operation);
            prop_assert_eq!(part.account.open, whole.account.open);
            // The due time in memory may be too early, but never too late.
            let due = (part.account.next_due_at, first_due(&whole));
            prop_assert!(due.1.is_none_or(|first| due.0.is_some_and(|noted| noted <= first)), "{:?}", due);
        }
        prop_assert_eq!(part.account.posted, whole.account.posted);
        prop_assert_eq!(part.account.held, whole.account.held);
    }
}

/// Creates lots of ten credits each, whose burn order is the order of their keys.
fn alike(count: i64) -> Vec<Lot> {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(0);
    let at = Timestamp::from_micros(1);
    for number in 0..count {
        let operation = grant(LotKind::Promo, 10, None);
        state
            .apply(&operation, details(&number.to_string()), at, &keys)
            .unwrap();
    }
    rows_of(state.lots.into_all())
}

/// A spend reads the pages that its amount needs, and one more if a full page did not suffice.
#[test]
fn lots_are_read_until_the_sum_is_reached() {
    // lots, amount, pages, response
    let rows = [
        (PAGE - 1, 10, 1, "ok"),
        (PAGE - 1, 10 * (PAGE - 1), 1, "ok"),
        (PAGE - 1, 10 * PAGE, 1, "402 of 630"),
        (PAGE, 10 * PAGE, 1, "ok"),
        (PAGE, 10 * PAGE + 1, 2, "402 of 640"),
        (PAGE + 1, 10 * PAGE, 1, "ok"),
        (PAGE + 1, 10 * PAGE + 1, 2, "ok"),
        (PAGE + 1, 10 * PAGE + 11, 2, "402 of 650"),
        (3 * PAGE, 10, 1, "ok"),
        (3 * PAGE, 10 * PAGE, 1, "ok"),
        (3 * PAGE, 20 * PAGE, 2, "ok"),
        (3 * PAGE, 20 * PAGE + 1, 3, "ok"),
        (3 * PAGE, 30 * PAGE, 3, "ok"),
        (3 * PAGE, 30 * PAGE + 1, 3, "402 of 1920"),
    ];
    for (count, amount, pages, expected) in rows {
        let rows = alike(count);
        let (_, mut part) = both(&rows);
        part.account.overdraft_limit = 0;
        let keys = RowIds::for_writer(2).unwrap();
        let at = Timestamp::from_micros(2);
        let (outcome, read) = apply_reading(&mut part, &rows, (&spend(amount), "s", at), &keys);
        let response = match outcome {
            Ok(_) => "ok".to_owned(),
            Err(LedgerRefusal::Insufficient { available, .. }) => format!("402 of {available}"),
            Err(other) => format!("{other:?}"),
        };
        let found = (response.as_str(), read);
        assert_eq!(found, (expected, pages), "{amount} of {count} lots");
    }
}

/// Settling stops at the last due row that was read, and the next part continues after it, in one order.
#[test]
fn due_entries_are_settled_in_portions_in_one_order() {
    let keys = RowIds::for_writer(1).unwrap();
    let now = Timestamp::from_micros(9);
    let mut rows = alike(5);
    for (lot, at) in rows.iter_mut().zip([3, 2, 2, 2, 5]) {
        lot.expires_at = Some(Timestamp::from_micros(at));
    }
    let (_, mut part) = both(&rows);
    rows.sort_unstable_by_key(|lot| (lot.expires_at, lot.id));
    let mut expired = Vec::new();
    for portion in rows.chunks(2) {
        assert!(part.unread_due(now).is_some());
        assert!(matches!(
            part.apply(&spend(1), details("s"), now, &keys),
            Err(LedgerRefusal::NotRead(_))
        ));
        let due = DueRows {
            lots: portion.to_vec(),
            ..DueRows::default()
        };
        part.add_due(due, 2);
        part.settle(now, &keys);
        let settled = part.writes.moves.iter().skip(expired.len());
        let settled: Vec<i64> = settled.map(|step| step.lot_id).collect();
        let of_portion: Vec<i64> = portion.iter().map(|lot| lot.id).collect();
        assert_eq!(settled, of_portion);
        expired.extend(settled);
    }
    assert_eq!(part.unread_due(now), None);
    assert_eq!((part.account.posted, part.account.open.lots), (0, 0));
    let times: Vec<i64> = part
        .writes
        .txns
        .iter()
        .map(|txn| txn.booked_at.micros())
        .collect();
    assert_eq!(times, [2, 2, 2, 3, 5]);
}
