//! Tests of lots in burn order: they are sorted once, kept sorted, and visited only as far as an operation needs.

use crate::credits::ledger::lots::RequiredCredits;
use std::cell::Cell;

use foundation::Timestamp;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use super::histories::some_lots;
use crate::credits::ledger::lot::{Lot, burn_order};
use crate::credits::ledger::lots::{Lots, shares};

const NOW: Timestamp = Timestamp::from_micros(2);

/// Returns the lots that an operation takes if all lots are sorted first, as a reference.
fn take_sorted(lots: &[Lot], (required, feature): (i64, Option<i64>)) -> (Vec<(usize, i64)>, i64) {
    let mut usable: Vec<(usize, &Lot)> = lots.iter().enumerate().collect();
    usable.retain(|(_, lot)| lot.usable(NOW, feature) > 0);
    usable.sort_by(|(_, left), (_, right)| burn_order(left, right));
    let (mut taken, mut chosen) = (0, Vec::new());
    for (index, lot) in usable {
        let take = lot.usable(NOW, feature).min(required - taken);
        if take > 0 {
            chosen.push((index, take));
        }
        taken += take;
    }
    (chosen, taken)
}

proptest! {
    #[test]
    fn lots_are_found_and_used_however_they_came(
        all in prop::collection::vec(some_lots(), 0..12),
        read in 0_usize..12,
        required in 0_i64..150,
        feature in prop::option::of(0_i64..2),
    ) {
        let ids = all.iter().zip(100_i64..);
        let all: Vec<Lot> = ids.map(|(lot, id)| Lot { id, ..lot.clone() }).collect();
        let mut lots = Lots::new(all.iter().take(read).cloned().collect());
        for lot in all.iter().skip(read) {
            lots.push(lot.clone());
        }
        prop_assert_eq!(&lots[..], &all[..]);
        prop_assert!(lots.in_order().is_sorted_by(|(_, left), (_, right)| burn_order(left, right).is_lt()));
        prop_assert_eq!(lots.in_order().count(), all.len());
        for (index, lot) in all.iter().enumerate() {
            prop_assert_eq!(lots.index_of(lot.id), Some(index));
        }
        let found = shares(lots.in_order(), RequiredCredits { amount: required, feature }, NOW);
        prop_assert_eq!(found, take_sorted(&all, (required, feature)));
    }
}

/// A thousand spends on ten thousand lots visit one lot each, not ten thousand.
#[test]
fn spend_looks_at_no_more_lots_than_it_needs() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let lot = some_lots().new_tree(&mut runner).unwrap().current();
    let lot = Lot {
        scope: None,
        expires_at: None,
        effective_at: NOW,
        ..lot
    };
    let lots = (1..=10_000).map(|id| Lot { id, ..lot.clone() });
    let lots = Lots::new(lots.collect());
    for (required, needed) in [(0, 0), (1, 1), (10, 1), (11, 2), (1000, 100)] {
        let looked_at = Cell::new(0);
        let counted = lots
            .in_order()
            .inspect(|_| looked_at.set(looked_at.get() + 1));
        let (chosen, taken) = shares(
            counted,
            RequiredCredits {
                amount: required,
                feature: None,
            },
            NOW,
        );
        assert_eq!((taken, chosen.len()), (required, needed));
        assert_eq!(looked_at.get(), needed, "for {required}");
    }
}
