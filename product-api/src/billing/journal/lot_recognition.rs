//! Recognition of a lot's cost: the parts that were earned by use, became breakage by expiry, or were returned to the buyer.

/// The cost of a lot, in minor units. The part that is in none of the sums is deferred: the website owes the credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LotRecognition {
    /// The part of the payment that the lot cost.
    pub(crate) cost_minor: i64,
    /// Revenue of credits that were used.
    pub(crate) earned: i64,
    /// Breakage: the cost of credits that expired, or that the website voided without a refund.
    pub(crate) breakage: i64,
    /// The cost of unused credits whose money went back to the buyer, by a refund or a lost dispute.
    pub(crate) returned: i64,
    /// The number of credits that were taken back for `returned`.
    pub(crate) taken: i64,
}

/// Credits of a lot, wherever merges have moved them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LotCredits {
    /// Credits that were bought.
    pub(crate) amount: i64,
    /// Credits that are left.
    pub(crate) left: i64,
    /// Credits that expired, or that the website voided without a refund.
    pub(crate) expired: i64,
}

impl LotRecognition {
    /// Returns the deferred part of the cost.
    pub(crate) const fn deferred(self) -> i64 {
        self.cost_minor
            .saturating_sub(self.earned)
            .saturating_sub(self.breakage)
            .saturating_sub(self.returned)
    }

    /// Takes credits back: their part of the cost is returned, as far as it is deferred. `amount` is the lot's first amount.
    #[must_use]
    pub(crate) fn take_back(mut self, amount: i64, credits: i64) -> Self {
        let most = self.returned.saturating_add(self.deferred());
        self.taken = self.taken.saturating_add(credits.max(0)).min(amount);
        let part = part_of(self.cost_minor, self.taken, amount);
        self.returned = part.min(most).max(self.returned);
        self
    }

    /// Gives credits back that were taken: their part of the cost is deferred again.
    #[must_use]
    pub(crate) fn give_back(mut self, amount: i64, credits: i64) -> Self {
        self.taken = self.taken.saturating_sub(credits.max(0)).max(0);
        let part = part_of(self.cost_minor, self.taken, amount);
        self.returned = part.min(self.returned);
        self
    }

    /// Recognizes the use and the expiry of the credits. A lot without credits left has no deferred cost.
    #[must_use]
    pub(crate) fn recognize(mut self, credits: LotCredits) -> Self {
        let cost = self.cost_minor.saturating_sub(self.returned);
        let amount = credits.amount.saturating_sub(self.taken);
        let consumed = amount.saturating_sub(credits.left).clamp(0, amount.max(0));
        let expired = credits.expired.clamp(0, consumed);
        if amount <= 0 {
            // All credits were taken back, and a part of the cost had been recognized before.
            self.earned = cost;
            self.breakage = 0;
            return self;
        }
        self.earned = part_of(cost, consumed.saturating_sub(expired), amount);
        self.breakage = part_of(cost, consumed, amount).saturating_sub(self.earned);
        self
    }
}

/// Returns the part of a cost that credits have of an amount, rounded down.
fn part_of(cost: i64, credits: i64, amount: i64) -> i64 {
    let scaled = i128::from(cost) * i128::from(credits);
    let part = scaled.checked_div(i128::from(amount)).unwrap_or_default();
    i64::try_from(part).unwrap_or(cost)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lot(cost_minor: i64) -> LotRecognition {
        LotRecognition {
            cost_minor,
            earned: 0,
            breakage: 0,
            returned: 0,
            taken: 0,
        }
    }

    #[test]
    fn cost_follows_the_credits() {
        let rows = [
            // cost, amount, taken back, left, expired, (earned, breakage, returned, deferred)
            (1_000, 100, 0, 100, 0, (0, 0, 0, 1_000)),
            (1_000, 100, 0, 99, 0, (10, 0, 0, 990)),
            (1_000, 3, 0, 2, 0, (333, 0, 0, 667)),
            (1_000, 3, 0, 1, 0, (666, 0, 0, 334)),
            (1_000, 3, 0, 0, 0, (1_000, 0, 0, 0)),
            (1_000, 3, 0, 0, 1, (666, 334, 0, 0)),
            (1_000, 3, 0, 0, 3, (0, 1_000, 0, 0)),
            (1_000, 3, 1, 2, 0, (0, 0, 333, 667)),
            (1_000, 3, 1, 0, 0, (667, 0, 333, 0)),
            (1_000, 3, 3, 0, 0, (0, 0, 1_000, 0)),
            (0, 3, 0, 0, 1, (0, 0, 0, 0)),
            (1, i64::MAX, 0, 1, 0, (0, 0, 0, 1)),
            (i64::MAX, i64::MAX, 0, 1, 0, (i64::MAX - 1, 0, 0, 1)),
        ];
        for (cost, amount, taken, left, expired, expected) in rows {
            let credits = LotCredits {
                amount,
                left,
                expired,
            };
            let after = lot(cost).take_back(amount, taken).recognize(credits);
            let found = (
                after.earned,
                after.breakage,
                after.returned,
                after.deferred(),
            );
            assert_eq!(found, expected, "{cost} {amount} {taken} {left} {expired}");
            assert_eq!(
                after.recognize(credits),
                after,
                "a second time changes nothing"
            );
        }
    }

    #[test]
    fn credits_that_are_taken_and_given_back_cost_what_they_did() {
        let before = lot(1_000).recognize(LotCredits {
            amount: 7,
            left: 4,
            expired: 0,
        });
        assert_eq!(before.earned, 428);
        let taken = before.take_back(7, 4);
        assert_eq!((taken.returned, taken.deferred()), (571, 1));
        assert_eq!(taken.give_back(7, 4), before);
        // A spend whose use was recognized was reversed, and then all credits were taken back: the buyer gets what is deferred.
        let all = before.take_back(7, 7);
        assert_eq!((all.returned, all.earned, all.deferred()), (572, 428, 0));
        let nothing = LotCredits {
            amount: 7,
            left: 0,
            expired: 0,
        };
        assert_eq!(all.recognize(nothing), all);
    }

    /// A change of a lot's credits, by a part of what it may be.
    #[derive(Clone, Copy, Debug)]
    enum Change {
        Use(u8),
        Reverse(u8),
        Expire(u8),
        TakeBack(u8),
        GiveBack(u8),
        Recognize,
    }

    fn changes() -> impl Strategy<Value = Vec<Change>> {
        let one = prop_oneof![
            any::<u8>().prop_map(Change::Use),
            any::<u8>().prop_map(Change::Reverse),
            any::<u8>().prop_map(Change::Expire),
            any::<u8>().prop_map(Change::TakeBack),
            any::<u8>().prop_map(Change::GiveBack),
            Just(Change::Recognize),
        ];
        prop::collection::vec(one, 0..40)
    }

    /// Returns a part of an amount.
    fn some_of(amount: i64, part: u8) -> i64 {
        let scaled = (i128::from(amount) * i128::from(part)).div_euclid(255);
        i64::try_from(scaled).unwrap()
    }

    proptest! {
        /// No history earns more than the cost, and a lot without credits left owes nothing.
        #[test]
        fn cost_is_never_passed_and_ends_with_the_credits(
            cost in 0_i64..=99_999_999, amount in 1_i64..=9_007_199_254_740_991, changes in changes(),
        ) {
            let (mut left, mut used, mut expired) = (amount, 0, 0);
            let mut lot = lot(cost);
            for change in changes {
                match change {
                    Change::Use(part) => {
                        let credits = some_of(left, part);
                        left -= credits;
                        used += credits;
                    }
                    Change::Reverse(part) => {
                        let credits = some_of(used, part);
                        used -= credits;
                        left += credits;
                    }
                    Change::Expire(part) => {
                        let credits = some_of(left, part);
                        left -= credits;
                        expired += credits;
                    }
                    Change::TakeBack(part) => {
                        let credits = some_of(left, part);
                        left -= credits;
                        lot = lot.take_back(amount, credits);
                    }
                    Change::GiveBack(part) => {
                        let credits = some_of(lot.taken, part);
                        left += credits;
                        lot = lot.give_back(amount, credits);
                    }
                    Change::Recognize => lot = lot.recognize(LotCredits { amount, left, expired }),
                }
                prop_assert_eq!(left + used + expired + lot.taken, amount);
                prop_assert!(lot.earned >= 0 && lot.breakage >= 0 && lot.returned >= 0 && lot.deferred() >= 0);
            }
            let end = lot.recognize(LotCredits { amount, left, expired });
            prop_assert!(left > 0 || end.deferred() == 0);
            prop_assert!(end.deferred() >= 0 && end.earned >= 0 && end.breakage >= 0);
            prop_assert!(expired > 0 || end.breakage == 0);
        }
    }
}
