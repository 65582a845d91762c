//! Recognition of a lot's cost: the parts that were earned by use, broken by expiry, or returned to the buyer.

/// The cost of a lot, in minor units. The part that is in none of the sums is deferred: the website owes the credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LotRecognition {
    /// The part of the payment that the lot cost.
    pub(crate) cost_minor: i64,
    /// Earned by use.
    pub(crate) earned: i64,
    /// Broken by expiry.
    pub(crate) broken: i64,
    /// Returned to the buyer, or lost, for unused credits.
    pub(crate) returned: i64,
    /// Credits that were taken back for it.
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
            .saturating_sub(self.broken)
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
        let gone = amount.saturating_sub(credits.left).clamp(0, amount.max(0));
        let expired = credits.expired.clamp(0, gone);
        if amount <= 0 {
            // All credits were taken back, and a part of the cost had been recognized before.
            self.earned = cost;
            self.broken = 0;
            return self;
        }
        self.earned = part_of(cost, gone.saturating_sub(expired), amount);
        self.broken = part_of(cost, gone, amount).saturating_sub(self.earned);
        self
    }
}

/// Returns the part of a cost that credits have of an amount, rounded down.
fn part_of(cost: i64, credits: i64, amount: i64) -> i64 {
    let scaled = i128::from(cost) * i128::from(credits);
    let part = scaled.checked_div(i128::from(amount)).unwrap_or_default();
    i64::try_from(part).unwrap_or(cost)
}
