//! The lots of a wallet: each in its place, found by its key, and all of them in the order of their use.

use std::collections::HashMap;
use std::ops::Deref;

use foundation::Timestamp;

use super::lot::{Lot, burn_order};

/// The lots of a wallet. A lot keeps its place, and nothing that decides the order of use ever changes: it is sorted once,
/// and each operation goes through it only as far as it has to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lots {
    all: Vec<Lot>,
    /// Places, in the order of use.
    order: Vec<usize>,
    /// Places, by keys.
    places: HashMap<i64, usize>,
}

impl Lots {
    /// Lots in the places in which they come.
    pub(crate) fn of(all: Vec<Lot>) -> Self {
        let mut order: Vec<(usize, &Lot)> = all.iter().enumerate().collect();
        order.sort_unstable_by(|(_, left), (_, right)| burn_order(left, right));
        let order = order.into_iter().map(|(place, _)| place).collect();
        let places = all.iter().zip(0_usize..);
        let places = places.map(|(lot, place)| (lot.id, place)).collect();
        Self { all, order, places }
    }

    /// Adds one, in the last place.
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

    /// One to be changed: what it has, never what decides when it is used.
    pub(super) fn get_mut(&mut self, place: usize) -> Option<&mut Lot> {
        self.all.get_mut(place)
    }

    /// The place of a lot, by its key.
    pub(super) fn place_of(&self, id: i64) -> Option<usize> {
        self.places.get(&id).copied()
    }

    /// All with their places, in the order of use.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (usize, &Lot)> {
        let places = self.order.iter();
        places.filter_map(|place| Some((*place, self.all.get(*place)?)))
    }

    /// All of them, by their places.
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

/// Which of some lots an amount for a feature comes from at an instant, by their places, and how much they give together.
/// The lots come in the order of use; those behind the last that is needed are not looked at.
pub(super) fn shares<'l>(
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
