//! The lots of a wallet: each with a fixed index, found by its key, and all in burn order.

use std::collections::HashMap;
use std::ops::Deref;

use foundation::Timestamp;

use super::lot::{Lot, burn_order};

/// The lots of a wallet. A lot keeps its index, and the fields that decide the burn order never change: the lots are sorted
/// once, and an operation reads only as many as it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lots {
    all: Vec<Lot>,
    /// Indexes, in burn order.
    order: Vec<usize>,
    /// Indexes, by key.
    indexes: HashMap<i64, usize>,
}

impl Lots {
    /// Sorts lots, which keep their indexes.
    pub(crate) fn new(all: Vec<Lot>) -> Self {
        let mut order: Vec<(usize, &Lot)> = all.iter().enumerate().collect();
        order.sort_unstable_by(|(_, left), (_, right)| burn_order(left, right));
        let order = order.into_iter().map(|(index, _)| index).collect();
        let indexes = all.iter().zip(0_usize..);
        let indexes = indexes.map(|(lot, index)| (lot.id, index)).collect();
        Self {
            all,
            order,
            indexes,
        }
    }

    /// Adds a lot with the last index.
    pub(crate) fn push(&mut self, lot: Lot) {
        let index = self.all.len();
        let is_before = |other: &usize| {
            let other = self.all.get(*other);
            other.is_some_and(|other| burn_order(other, &lot).is_lt())
        };
        let turn = self.order.partition_point(is_before);
        self.order.insert(turn, index);
        self.indexes.insert(lot.id, index);
        self.all.push(lot);
    }

    /// Returns a lot for a change of its credits, never of the fields that decide the burn order.
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Lot> {
        self.all.get_mut(index)
    }

    /// Returns the index of a lot, by its key.
    pub(crate) fn index_of(&self, id: i64) -> Option<usize> {
        self.indexes.get(&id).copied()
    }

    /// Returns all lots with their indexes, in burn order.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (usize, &Lot)> {
        let indexes = self.order.iter();
        indexes.filter_map(|index| Some((*index, self.all.get(*index)?)))
    }

    /// Returns all lots, by index.
    pub(crate) fn into_all(self) -> Vec<Lot> {
        self.all
    }
}

impl Deref for Lots {
    type Target = [Lot];

    fn deref(&self) -> &[Lot] {
        &self.all
    }
}

impl<'l> IntoIterator for &'l Lots {
    type Item = &'l Lot;
    type IntoIter = std::slice::Iter<'l, Lot>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

/// Credits that an operation needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequiredCredits {
    /// Number of credits.
    pub(crate) amount: i64,
    /// Key of the feature that they are for, if there is one.
    pub(crate) feature: Option<i64>,
}

/// Chooses the lots that an amount for a feature comes from at a time. Returns the shares by index, and their sum. The lots
/// must be in burn order; those behind the last that is needed are not read.
pub(crate) fn shares<'l>(
    in_order: impl Iterator<Item = (usize, &'l Lot)>,
    required: RequiredCredits,
    at: Timestamp,
) -> (Vec<(usize, i64)>, i64) {
    let (mut shares, mut taken) = (Vec::new(), 0);
    if required.amount == 0 {
        return (shares, taken);
    }
    for (index, lot) in in_order {
        let take = lot
            .usable(at, required.feature)
            .min(required.amount - taken);
        if take > 0 {
            shares.push((index, take));
            taken += take;
        }
        if taken == required.amount {
            break;
        }
    }
    (shares, taken)
}
