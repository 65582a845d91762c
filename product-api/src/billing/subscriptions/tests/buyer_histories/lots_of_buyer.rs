//! A model of the lots of a buyer: grants, uses, rollovers and ends, without reversals, holds and merges.

/// Order in which lots are used: the kind comes before the expiry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LotRank {
    Promo,
    Subscription,
    Purchase,
}

/// A lot of a buyer.
#[derive(Clone, Copy, Debug)]
pub(super) struct LotOfBuyer {
    pub(super) rank: LotRank,
    pub(super) credits: i64,
    pub(super) expires_at: i64,
    /// The span of an allowance or a change that was paid; none for other lots.
    pub(super) span: Option<(i64, i64)>,
    /// True for a lot that ends with the subscription.
    pub(super) is_of_subscription: bool,
}

/// The lots of a buyer in the order of their grants. The credits of each are those that are left, also after its expiry.
#[derive(Debug, Default)]
pub(super) struct LotsOfBuyer(Vec<LotOfBuyer>);

impl LotsOfBuyer {
    /// Adds a lot and returns its index.
    pub(super) fn grant(&mut self, lot: LotOfBuyer) -> usize {
        self.0.push(lot);
        self.0.len() - 1
    }

    /// Returns the credits that are left of a lot; none once it has expired.
    pub(super) fn left_of(&self, index: usize, now: i64) -> i64 {
        let lot = self.0[index];
        if lot.expires_at > now { lot.credits } else { 0 }
    }

    /// Returns the credits that are left of all lots.
    pub(super) fn left(&self, now: i64) -> i64 {
        (0..self.0.len())
            .map(|index| self.left_of(index, now))
            .sum()
    }

    /// Uses credits; false if there are too few.
    pub(super) fn spend(&mut self, amount: i64, now: i64) -> bool {
        if self.left(now) < amount {
            return false;
        }
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        order.sort_by_key(|index| (self.0[*index].rank, self.0[*index].expires_at));
        let mut rest = amount;
        for index in order {
            let part = self.left_of(index, now).min(rest);
            self.0[index].credits -= part;
            rest -= part;
        }
        true
    }

    /// Expires what is left of allowances that ended before a new one starts, oldest first, as far as it is above the cap.
    pub(super) fn roll_over(&mut self, start: i64, cap: i64, now: i64) {
        let is_older = |lot: &LotOfBuyer| {
            lot.span
                .is_some_and(|(from, to)| from < start && to <= start)
        };
        let older = (0..self.0.len()).filter(|index| is_older(&self.0[*index]));
        let mut older: Vec<usize> = older.collect();
        older.sort_by_key(|index| self.0[*index].span);
        let all: i64 = older.iter().map(|index| self.left_of(*index, now)).sum();
        let mut excess = (all - cap).max(0);
        for index in older {
            let part = self.left_of(index, now).min(excess);
            self.0[index].credits -= part;
            excess -= part;
        }
    }

    /// Expires all credits of a subscription that has ended.
    pub(super) fn end_subscription(&mut self) {
        let lots = self.0.iter_mut().filter(|lot| lot.is_of_subscription);
        lots.for_each(|lot| lot.credits = 0);
    }
}
