//! Property tests of the state machine with random histories.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use foundation::Timestamp;
use proptest::prelude::*;

use super::reversals::attach;
use super::rules::{details, empty, grant, spend};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::book::SystemAccount;
use crate::credits::ledger::capture::{Capture, IfExpired, Overage};
use crate::credits::ledger::hold::{Hold, OnExpiry};
use crate::credits::ledger::lot::{Lot, LotKind, RowChange, burn_order};
use crate::credits::ledger::operation::ReversalRequest;
use crate::credits::ledger::operation::{LedgerOperation, LedgerRefusal};
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::state::AccountState;
use crate::credits::ledger::transfer::ReceivedLot;

/// Checks invariants 1 to 5 of an account, all of whose rows are in `writes`.
pub(super) fn assert_sound(state: &AccountState) {
    let sums = assert_entries(state);
    let (account, sum_of) = (&state.account, |id: i64| {
        sums.get(&id).copied().unwrap_or_default()
    });
    assert_eq!(account.posted, sum_of(account.id));
    assert_eq!(
        account.debt.posted,
        -account.debt.account_id.map_or(0, sum_of)
    );
    assert!(0 <= account.held && account.held <= account.posted);
    assert!(0 <= account.debt.posted && account.debt.posted <= account.overdraft_limit);
    assert_lots(state);
}

/// Checks that each transaction adds up to zero, and that each balance follows from the previous one. Returns sums by account.
fn assert_entries(state: &AccountState) -> BTreeMap<i64, i64> {
    let mut amounts_by_txn: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    let (mut sums, mut seqs) = (BTreeMap::<i64, i64>::new(), BTreeMap::<i64, i64>::new());
    for entry in &state.writes.entries {
        amounts_by_txn
            .entry(entry.txn_id)
            .or_default()
            .push(entry.amount);
        let sum = sums.entry(entry.account_id).or_default();
        *sum += entry.amount;
        if let Some((seq, balance)) = entry.after {
            let sign = if entry.account_id == state.account.id {
                1
            } else {
                -1
            };
            assert_eq!(balance, sign * *sum);
            let before = seqs.insert(entry.account_id, seq).unwrap_or_default();
            assert_eq!(seq, before + 1);
        }
    }
    assert_eq!(amounts_by_txn.len(), state.writes.txns.len());
    for amounts in amounts_by_txn.values() {
        assert!(amounts.len() >= 2 && amounts.iter().sum::<i64>() == 0);
    }
    sums
}

/// Checks that the wallet is the sum of its lots, and that lot moves explain each lot.
fn assert_lots(state: &AccountState) {
    let remaining: i64 = state.lots.iter().map(|lot| lot.remaining).sum();
    assert_eq!(state.account.posted, remaining);
    for lot in &state.lots {
        let of_lot = state
            .writes
            .moves
            .iter()
            .filter(|step| step.lot_id == lot.id);
        let moved: i64 = of_lot.map(|step| step.amount).sum();
        assert_eq!(lot.amount - lot.remaining, moved);
        assert!(0 <= lot.held && lot.held <= lot.remaining);
    }
    assert_holds(state);
}

/// Checks that held credits are the rest of the open holds, and equal to their pins.
fn assert_holds(state: &AccountState) {
    let held: i64 = state.lots.iter().map(|lot| lot.held).sum();
    assert_eq!(state.account.held, held);
    let open = state.holds.iter().filter(|hold| hold.is_open());
    assert_eq!(held, open.map(Hold::remaining).sum::<i64>());
    for hold in &state.holds {
        let pinned: i64 = hold.pins.iter().map(|pin| pin.amount).sum();
        let left = if hold.is_open() { hold.remaining() } else { 0 };
        assert_eq!(pinned, left);
        assert_eq!(hold.is_open(), hold.closed_at.is_none());
        assert!(hold.is_open() || hold.remaining() == 0);
        assert!(0 <= hold.captured && 0 <= hold.released && hold.remaining() >= 0);
    }
    let mut reckoned = state.clone();
    reckoned.recompute_due();
    let lots = state.lots.iter().filter_map(Lot::due_at);
    let holds = state.holds.iter().filter_map(Hold::due_at);
    let due_at = lots.chain(holds).min();
    assert_eq!(reckoned.account.next_due_at, due_at);
    let noted = state.account.next_due_at;
    assert!(
        due_at.is_none_or(|due_at| noted.is_some_and(|noted| noted <= due_at)),
        "what falls due at {due_at:?} is not looked for before {noted:?}"
    );
}

fn captures() -> impl Strategy<Value = Capture> {
    let overages = vec![Overage::Reject, Overage::Available, Overage::Debt];
    let late = vec![IfExpired::Reject, IfExpired::Spend];
    (
        prop::option::of(1_i64..60),
        any::<bool>(),
        prop::sample::select(overages),
        prop::sample::select(late),
    )
        .prop_map(|(amount, is_final, overage, if_expired)| Capture {
            hold: String::new(),
            amount: amount.and_then(Amount::new),
            is_final,
            overage,
            if_expired,
        })
}

pub(super) fn operations() -> impl Strategy<Value = LedgerOperation> {
    let kinds = prop::sample::select(LotKind::ALL.to_vec());
    let names = || prop::sample::select(vec!["a", "b", "c"]);
    let choices = prop::sample::select(OnExpiry::ALL.to_vec());
    prop_oneof![
        (1_i64..60).prop_map(spend),
        (names(), 1_i64..60, 1_u64..200, choices).prop_map(|(name, amount, ttl, choice)| {
            super::holds::open(name, amount, Duration::from_micros(ttl), choice)
        }),
        (names(), captures()).prop_map(|(name, capture)| {
            LedgerOperation::Capture(Capture {
                hold: name.to_owned(),
                ..capture
            })
        }),
        names().prop_map(|name| LedgerOperation::Void(name.to_owned())),
        (names(), 1_u64..200).prop_map(|(name, ttl)| LedgerOperation::Extend(
            name.to_owned(),
            Duration::from_micros(ttl)
        )),
        (0_usize..40, prop::option::of(1_i64..60)).prop_map(|(index, amount)| {
            let (original, amount) = (index.to_string(), amount.and_then(Amount::new));
            LedgerOperation::Reverse(ReversalRequest { original, amount })
        }),
        (0_usize..40).prop_map(|index| LedgerOperation::VoidGrant(index.to_string())),
        (kinds, 1_i64..100, prop::option::of(1_i64..400))
            .prop_map(|(kind, amount, until)| grant(kind, amount, until)),
    ]
}

pub(super) fn some_lots() -> impl Strategy<Value = Lot> {
    let instant = || (0_i64..4).prop_map(Timestamp::from_micros);
    (
        0_i64..6,
        prop::sample::select(LotKind::ALL.to_vec()),
        28_i16..32,
        instant(),
        prop::option::of(instant()),
        prop::option::of(0_i64..2),
    )
        .prop_map(
            |(id, kind, priority, effective_at, expires_at, scope)| Lot {
                id,
                kind,
                amount: 10,
                remaining: 10,
                held: 0,
                priority,
                effective_at,
                expires_at,
                scope,
                source_kind: String::new(),
                source_ref: String::new(),
                txn_id: 0,
                mark: RowChange::Unchanged,
            },
        )
}

proptest! {
    /// Checks invariants 1 to 5, 9 and 10 after every operation, and that booking times never decrease.
    #[test]
    fn history_balances_the_books(
        overdraft in prop::sample::select(vec![0_i64, 0, 25]),
        steps in prop::collection::vec((0_i64..400, operations()), 1..60),
    ) {
        let keys = RowIds::for_writer(1).unwrap();
        let mut state = empty(overdraft);
        for (index, (now, operation)) in steps.iter().enumerate() {
            let now = Timestamp::from_micros(*now);
            let at = now.max(state.account.last_booked_at);
            let mut settled = state.clone();
            settled.settle(at, &keys);
            let available = settled.account.available();
            if let LedgerOperation::Reverse(ReversalRequest { original, .. }) | LedgerOperation::VoidGrant(original) = operation {
                let from = state.clone();
                attach(&mut state, &from, original);
            }
            let outcome = state.apply(operation, details(&index.to_string()), now, &keys);
            assert_sound(&state);
            match (operation, outcome) {
                (LedgerOperation::Spend(spend), Ok(_)) => prop_assert!(spend.amount.get() <= available),
                (LedgerOperation::Spend(spend), Err(refusal)) => {
                    let required = spend.amount.get();
                    prop_assert!(required > available);
                    prop_assert_eq!(refusal, LedgerRefusal::Insufficient { required, available });
                    prop_assert_eq!(&state.account, &settled.account);
                }
                (
                    LedgerOperation::Grant(_)
                    | LedgerOperation::OpenHold(_)
                    | LedgerOperation::Capture(_)
                    | LedgerOperation::Void(_)
                    | LedgerOperation::Reverse(_)
                    | LedgerOperation::VoidGrant(_)
                    | LedgerOperation::Extend(..)
                    | LedgerOperation::Nothing,
                    _,
                ) => {}
            }
        }
        let times: Vec<_> = state.writes.txns.iter().map(|txn| txn.booked_at).collect();
        prop_assert!(times.is_sorted());
        for txn in &state.writes.txns {
            let back = state.writes.txns.iter().filter(|one| one.reverses == Some(txn.id));
            let back: i64 = back.map(|one| one.amount.abs()).sum();
            prop_assert!(back <= txn.amount.abs(), "{back} of {}", txn.amount);
        }
        for step in &state.writes.moves {
            let lot = state.lots.iter().find(|lot| lot.id == step.lot_id).unwrap();
            let txn = state.writes.txns.iter().find(|txn| txn.id == step.txn_id).unwrap();
            let in_time = lot.expires_at.is_none_or(|end| txn.booked_at < end);
            prop_assert!(in_time || ["expiry", "capture"].contains(&txn.kind.name()));
        }
    }

    /// Histories of two wallets, which are merged in the middle and separated later, keep the books.
    #[test]
    fn transfer_balances_both_books_and_its_rest_returns(
        before in prop::collection::vec((any::<bool>(), 0_i64..200, operations()), 1..30),
        between in prop::collection::vec((200_i64..300, operations()), 0..30),
        after in prop::collection::vec((any::<bool>(), 300_i64..400, operations()), 0..20),
        overdraft in prop::sample::select(vec![0_i64, 25]),
    ) {
        let keys = RowIds::for_writer(1).unwrap();
        let (mut from, mut into) = (empty(overdraft), empty(overdraft));
        into.account.id = 2000;
        let all = |from: &AccountState, into: &AccountState| from.account.credits() + into.account.credits();
        for (is_from, now, operation) in &before {
            let state = if *is_from { &mut from } else { &mut into };
            let _outcome = state.apply(operation, details("before"), Timestamp::from_micros(*now), &keys);
        }
        let instant = Timestamp::from_micros(200);
        let (at_from, at_into) = (instant.max(from.account.last_booked_at), instant.max(into.account.last_booked_at));
        from.settle(at_from, &keys);
        into.settle(at_into, &keys);
        let (sum, available) = (all(&from, &into), from.account.available() + into.account.available());
        let mut parcel = from.movable();
        let order: Vec<i64> = parcel.lot_transfers.iter().map(|lot_transfer| lot_transfer.lot.id).collect();
        if !parcel.is_empty() {
            into.account.overdraft_limit += parcel.debt;
            from.give(&parcel, details("out"), at_from, &keys);
            into.receive(&mut parcel, details("in"), at_into, &keys);
            assert_sound(&from);
            assert_sound(&into);
        }
        prop_assert_eq!(all(&from, &into), sum);
        prop_assert_eq!((from.account.posted, from.account.held, from.account.debt.posted), (0, 0, 0));
        prop_assert!(from.holds.iter().all(|hold| !hold.is_open()));
        prop_assert!(into.account.available() + from.account.available() >= available);
        let mut arrived: Vec<&Lot> = into.lots.iter().filter(|lot| lot.source_kind == "transfer").collect();
        arrived.sort_by(|left, right| burn_order(left, right));
        let origin = |lot: &&Lot| lot.source_ref.split(':').next().unwrap().parse::<i64>().unwrap();
        prop_assert_eq!(arrived.iter().map(origin).collect::<Vec<_>>(), order);

        for (now, operation) in &between {
            let _outcome = into.apply(operation, details("between"), Timestamp::from_micros(*now), &keys);
            assert_sound(&into);
        }
        let instant = Timestamp::from_micros(300);
        let (at_from, at_into) = (instant.max(from.account.last_booked_at), instant.max(into.account.last_booked_at));
        into.settle(at_into, &keys);
        let received: Vec<_> = parcel.lot_transfers.iter().map(|lot_transfer| ReceivedLot {
            here: lot_transfer.to_lot.unwrap(),
            giver: lot_transfer.lot.id,
            amount: lot_transfer.amount,
        }).collect();
        let moved: HashSet<i64> = parcel.holds.iter().map(|hold| hold.id).collect();
        let mut back = into.returnable(&received, parcel.debt, &moved);
        prop_assert!(back.credits() <= parcel.credits() && back.debt <= parcel.debt);
        let sum = all(&from, &into);
        if !back.is_empty() {
            into.give(&back, details("out"), at_into, &keys);
            from.receive(&mut back, details("in"), at_from, &keys);
        }
        prop_assert_eq!(all(&from, &into), sum);
        let left: i64 = into.lots.iter().filter(|lot| lot.source_kind == "transfer").map(Lot::unpinned).sum();
        prop_assert_eq!(left, 0, "all that is left and that no hold has pinned has gone back");
        let stayed = into.holds.iter().filter(|hold| hold.is_open() && moved.contains(&hold.id));
        prop_assert_eq!(stayed.count(), 0, "a hold goes back with what it has pinned");
        for (is_from, now, operation) in &after {
            let state = if *is_from { &mut from } else { &mut into };
            let _outcome = state.apply(operation, details("after"), Timestamp::from_micros(*now), &keys);
        }
        assert_sound(&from);
        assert_sound(&into);
    }

    /// Frequent and rare settling lead to equal books.
    #[test]
    fn settling_late_changes_nothing(
        grants in prop::collection::vec((1_i64..100, 101_i64..400), 1..10),
        holds in prop::collection::vec((1_i64..100, 1_u64..300, prop::sample::select(OnExpiry::ALL.to_vec())), 0..10),
        glances in prop::collection::vec(100_i64..500, 0..10),
    ) {
        let keys = RowIds::for_writer(1).unwrap();
        let mut state = empty(0);
        for (amount, until) in grants {
            let operation = grant(LotKind::Promo, amount, Some(until));
            state.apply(&operation, details("grant"), Timestamp::from_micros(100), &keys).unwrap();
        }
        for (index, (amount, ttl, end)) in holds.into_iter().enumerate() {
            let operation = super::holds::open(&index.to_string(), amount, Duration::from_micros(ttl), end);
            let _short = state.apply(&operation, details("hold"), Timestamp::from_micros(100), &keys);
        }
        let (mut seldom, mut often) = (state.clone(), state);
        let mut glances = glances;
        glances.sort_unstable();
        for glance in glances {
            often.settle(Timestamp::from_micros(glance), &keys);
        }
        for state in [&mut seldom, &mut often] {
            state.settle(Timestamp::from_micros(500), &keys);
        }
        let rendered = |state: &AccountState| {
            let of = |entry: &crate::credits::ledger::posting::Entry| (entry.account_id, entry.amount, entry.after);
            let times: Vec<_> = state.writes.txns.iter().map(|txn| txn.booked_at).collect();
            let emitted: Vec<_> = state.writes.events.iter().map(|event| (event.kind, event.amount, event.available, event.at)).collect();
            let of_holds: Vec<_> = state.writes.hold_events.iter().map(|event| (event.kind, event.amount, event.at)).collect();
            (state.writes.entries.iter().map(of).collect::<Vec<_>>(), times, emitted, of_holds)
        };
        prop_assert_eq!(rendered(&seldom), rendered(&often));
        prop_assert_eq!(seldom.account.posted, 0);
    }

    /// The burn order is total: antisymmetric, transitive, and equal only for the same lot.
    #[test]
    fn burn_order_is_total(a in some_lots(), b in some_lots(), c in some_lots()) {
        prop_assert_eq!(burn_order(&a, &b), burn_order(&b, &a).reverse());
        if burn_order(&a, &b) != Ordering::Greater && burn_order(&b, &c) != Ordering::Greater {
            prop_assert_ne!(burn_order(&a, &c), Ordering::Greater);
        }
        if a.id != b.id {
            prop_assert_ne!(burn_order(&a, &b), Ordering::Equal);
        }
    }
}

#[test]
fn credits_come_from_system_accounts() {
    for (kind, account) in [
        (LotKind::Purchase, SystemAccount::IssuedPurchase),
        (LotKind::Promo, SystemAccount::IssuedPromo),
        (LotKind::Subscription, SystemAccount::IssuedSubscription),
        (LotKind::Adjustment, SystemAccount::IssuedAdjustment),
    ] {
        let keys = RowIds::for_writer(1).unwrap();
        let mut state = empty(0);
        let at = Timestamp::from_micros(1);
        state
            .apply(&grant(kind, 5, None), details("1"), at, &keys)
            .unwrap();
        let from = state
            .writes
            .entries
            .iter()
            .find(|entry| entry.amount == -5)
            .unwrap();
        assert_eq!(from.account_id, account.key_in(16));
    }
}
