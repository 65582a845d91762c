//! Generates the requests of a history, which mostly concern earlier objects.

use foundation::testing::SeededRng;

use super::history::{SECOND, STEPS};
use super::operations::{CustomerName, Limit, ModelOverage, ModelRequest, Price};
use crate::credits::ledger::amount::LARGEST;

const WEEK: i64 = 7 * 86_400 * SECOND;

/// Earlier requests, which later ones may name.
#[derive(Default)]
pub(super) struct HistoryFacts {
    pub(super) query: Vec<ModelRequest>,
    holds: Vec<CustomerName>,
    /// Spends and captures.
    taken: Vec<CustomerName>,
    grants: Vec<CustomerName>,
}

impl HistoryFacts {
    pub(super) fn remember(&mut self, ask: &ModelRequest) {
        let number = self.query.len();
        match ask {
            ModelRequest::Grant { .. } => self.grants.push((number, 0)),
            ModelRequest::Spend { .. } | ModelRequest::Capture { .. } => {
                self.taken.push((number, 0));
            }
            ModelRequest::Batch { items, .. } => {
                self.taken
                    .extend((0..items.len()).map(|item| (number, item)));
            }
            ModelRequest::Hold { .. } => self.holds.push((number, 0)),
            ModelRequest::Void(_)
            | ModelRequest::Extend(..)
            | ModelRequest::Reverse(..)
            | ModelRequest::VoidGrant(_)
            | ModelRequest::Limit { .. } => {}
        }
        self.query.push(ask.clone());
    }
}

pub(super) struct Author<'a> {
    pub(super) rng: &'a mut SeededRng,
    pub(super) instants: &'a [i64],
    pub(super) step: usize,
    pub(super) past: &'a HistoryFacts,
}

impl Author<'_> {
    /// Generates a request, and returns the key of an earlier one if it is a retry.
    pub(super) fn ask(&mut self, racing_with: usize) -> (Option<usize>, ModelRequest) {
        if self.step == 0 && !self.rng.one_in(8) {
            return (None, self.grant_to(racing_with.min(1)));
        }
        let ask = match self.rng.below(100) {
            0..=15 => self.grant(),
            16..=39 => self.spend(),
            40..=51 => self.hold(),
            52..=66 => self.capture(),
            67..=70 => self
                .pick_hold()
                .map_or_else(|| self.spend(), ModelRequest::Void),
            71..=75 => match self.pick_hold() {
                Some(hold) => ModelRequest::Extend(hold, self.ttl()),
                None => self.hold(),
            },
            76..=84 => self.reverse(),
            85..=87 => self.void_grant(),
            88..=91 => self.batch(),
            92..=95 => ModelRequest::Limit {
                who: self.who(),
                limit: self.limit(),
            },
            _ => return self.again(),
        };
        (None, ask)
    }

    fn again(&mut self) -> (Option<usize>, ModelRequest) {
        if self.past.query.is_empty() {
            return (None, self.spend());
        }
        let number = self.rng.below(self.past.query.len());
        let ask = &self.past.query[number];
        let ask = if self.rng.one_in(5) {
            ask.altered()
        } else {
            ask.clone()
        };
        (Some(number), ask)
    }

    fn who(&mut self) -> usize {
        usize::from(self.rng.below(10) >= 7)
    }

    /// Returns a time at or next to a later step.
    fn an_end(&mut self) -> i64 {
        let steps = &self.instants[..STEPS];
        let later = self.step + self.rng.below(STEPS - self.step + 2);
        let near = self.rng.pick(&[0, 0, 0, 1, -1, SECOND]);
        steps
            .get(later)
            .map_or(self.instants[self.step] + 90 * SECOND, |at| at + near)
    }

    fn ttl(&mut self) -> i64 {
        if self.rng.one_in(25) {
            return WEEK + SECOND * self.rng.pick(&[-5, 0, 1]);
        }
        (self.an_end() - self.instants[self.step]).max(1)
    }

    fn grant(&mut self) -> ModelRequest {
        let who = self.who();
        self.grant_to(who)
    }

    fn grant_to(&mut self, who: usize) -> ModelRequest {
        let amount = if self.rng.one_in(80) {
            LARGEST - self.rng.between(0, 50)
        } else {
            self.rng.between(10, 150)
        };
        ModelRequest::Grant {
            who,
            amount,
            kind: self.rng.pick(&[
                "promo",
                "promo",
                "subscription",
                "purchase",
                "purchase",
                "adjustment",
            ]),
            priority: self
                .rng
                .one_in(5)
                .then(|| self.rng.pick(&[0, 30, 40, 50, 100])),
            until: self.rng.one_in(2).then(|| self.an_end()),
            feature: self
                .rng
                .one_in(5)
                .then(|| self.rng.pick(&[0, 0, 0, 2, 2, 2, 3])),
        }
    }

    fn price(&mut self) -> Price {
        let amount = self.rng.between(1, 25);
        match self.rng.below(10) {
            0..=5 => Price::Plain(amount),
            6 => Price::For(amount, self.rng.pick(&[0, 0, 2, 2, 3])),
            7 => Price::For(amount, 0),
            8 => Price::Quantity(self.rng.between(1, 12), 0),
            _ => Price::Quantity(
                self.rng.between(1, 12),
                self.rng.pick(&[0, 0, 0, 1, 1, 2, 3]),
            ),
        }
    }

    fn spend(&mut self) -> ModelRequest {
        ModelRequest::Spend {
            who: self.who(),
            price: self.price(),
        }
    }

    fn hold(&mut self) -> ModelRequest {
        ModelRequest::Hold {
            who: self.who(),
            price: self.price(),
            ttl: self.ttl(),
            captures_at_end: self.rng.one_in(3),
        }
    }

    /// Returns one of the latest names; sometimes any operation, even one that created another kind of object.
    fn one_of(&mut self, names: &[CustomerName]) -> Option<CustomerName> {
        if self.rng.one_in(25) && !self.past.query.is_empty() {
            return Some((self.rng.below(self.past.query.len()), 0));
        }
        let back = self.rng.below(names.len().clamp(1, 4));
        names.iter().rev().nth(back).copied()
    }

    fn pick_hold(&mut self) -> Option<CustomerName> {
        self.one_of(&self.past.holds)
    }

    fn capture(&mut self) -> ModelRequest {
        let Some(hold) = self.pick_hold() else {
            return self.hold();
        };
        ModelRequest::Capture {
            hold,
            price: (!self.rng.one_in(3)).then(|| self.price_of_capture()),
            is_final: self.rng.one_in(2),
            beyond: self.rng.pick(&[
                ModelOverage::Reject,
                ModelOverage::Reject,
                ModelOverage::Available,
                ModelOverage::Debt,
            ]),
            if_expired_spend: self.rng.one_in(2),
        }
    }

    fn price_of_capture(&mut self) -> Price {
        if self.rng.one_in(2) {
            Price::Plain(self.rng.between(1, 30))
        } else {
            self.price()
        }
    }

    fn reverse(&mut self) -> ModelRequest {
        let names = if self.rng.one_in(12) {
            &self.past.grants
        } else {
            &self.past.taken
        };
        let Some(name) = self.one_of(names) else {
            return self.spend();
        };
        ModelRequest::Reverse(name, self.rng.one_in(2).then(|| self.rng.between(1, 20)))
    }

    fn void_grant(&mut self) -> ModelRequest {
        let names = if self.rng.one_in(10) {
            &self.past.taken
        } else {
            &self.past.grants
        };
        match self.one_of(names) {
            Some(name) => ModelRequest::VoidGrant(name),
            None => self.grant(),
        }
    }

    fn limit(&mut self) -> Limit {
        if self.rng.one_in(3) {
            return Limit::Owed(self.rng.pick(&[0, 10, 25, 40]));
        }
        let is_set = !self.rng.one_in(5);
        let cap = (self.rng.pick(&[5, 20, 20, 40, 80]), self.rng.one_in(2));
        Limit::Spent(is_set.then_some(cap))
    }

    fn batch(&mut self) -> ModelRequest {
        let count = self.rng.below(3) + 2;
        let items = (0..count).map(|_| (self.rng.below(2), self.rng.between(1, 20)));
        ModelRequest::Batch {
            items: items.collect(),
            all_or_none: self.rng.one_in(2),
        }
    }
}
