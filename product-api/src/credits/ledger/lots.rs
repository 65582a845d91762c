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
    places: HashMap<i64, usize>,
}

impl Lots {
    /// Sorts lots, which keep their indexes.
    pub(crate) fn new(all: Vec<Lot>) -> Self {
        let mut order: Vec<(usize, &Lot)> = all.iter().enumerate().collect();
        order.sort_unstable_by(|(_, left), (_, right)| burn_order(left, right));
        let order = order.into_iter().map(|(place, _)| place).collect();
        let places = all.iter().zip(0_usize..);
        let places = places.map(|(lot, place)| (lot.id, place)).collect();
        Self { all, order, places }
    }

    /// Adds a lot with the last index.
    pub(crate) fn push(&mut self, lot: Lot) {
        let place = self.all.len();
        let is_before = |other: &usize| {
            let other = self.all.get(*other);
            other.is_some_and(|other| burn_order(other, &lot).is_lt())
        };
        let turn = self.order.partition_point(is_before);
        self.order.insert(turn, place);
        self.places.insert(lot.id, place);
        self.all.push(lot);
    }

    /// Returns a lot for a change of its credits, never of the fields that decide the burn order.
    pub(crate) fn get_mut(&mut self, place: usize) -> Option<&mut Lot> {
        self.all.get_mut(place)
    }

    /// Returns the index of a lot, by its key.
    pub(crate) fn place_of(&self, id: i64) -> Option<usize> {
        self.places.get(&id).copied()
    }

    /// Returns all lots with their indexes, in burn order.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (usize, &Lot)> {
        let places = self.order.iter();
        places.filter_map(|place| Some((*place, self.all.get(*place)?)))
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

/// Chooses the lots that an amount for a feature comes from at a time. Returns the shares by index, and their sum. The lots
/// must be in burn order; those behind the last that is needed are not read.
pub(crate) fn shares<'l>(
    in_order: impl Iterator<Item = (usize, &'l Lot)>,
    (required, feature): (i64, Option<i64>),
    at: Timestamp,
) -> (Vec<(usize, i64)>, i64) {
    let (mut shares, mut taken) = (Vec::new(), 0);
    if required == 0 {
        return (shares, taken);
    }
    for (place, lot) in in_order {
        let take = lot.usable(at, feature).min(required - taken);
        if take > 0 {
            shares.push((place, take));
            taken += take;
        }
        if taken == required {
            break;
        }
    }
    (shares, taken)
}
