//! Money of a payment whose allowances are still to be granted, such as the months of a paid year.

use super::proportion::proportion;

/// Money of a payment that is spread over several allowances, of which some are still to be granted. Amounts are without taxes, in
/// minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UndividedMoney {
    /// The part that is deferred: the website owes its credits.
    pub(crate) minor: i64,
    /// The part that went back to the buyer with refunds and lost disputes.
    pub(crate) returned: i64,
    /// The part of allowances that are never granted: breakage.
    pub(crate) breakage: i64,
    /// The number of allowances over which the money is spread; 0 once none follows.
    pub(crate) parts: i64,
}

impl UndividedMoney {
    /// Returns money that is spread over a number of allowances.
    pub(crate) fn new(minor: i64, parts: i64) -> Self {
        Self {
            minor,
            parts,
            ..Self::default()
        }
    }

    /// Takes the share of the next allowance; the last one takes the rest. The share has its part of the returned money, too:
    /// [`Self::follow_back`] divides what is left, and the settlement of the new credits returns that part again.
    pub(crate) fn take_share(&mut self) -> i64 {
        let open = self.open();
        let share = if self.parts <= 1 {
            open
        } else {
            open.div_euclid(self.parts)
        };
        self.minor -= share;
        self.parts = self.parts.saturating_sub(1).max(0);
        share
    }

    /// Returns the money that neither an allowance has taken nor breakage is.
    const fn open(&self) -> i64 {
        self.minor.saturating_add(self.returned)
    }

    /// Returns money in the proportion in which `back` of the payment's `amount` went back, as far as it is open. Returns the
    /// change of the returned part: below zero if money came again.
    pub(crate) fn follow_back(&mut self, back: i64, amount: i64) -> i64 {
        let (before, open) = (self.returned, self.open());
        let all = open.saturating_add(self.breakage);
        let wanted = if back >= amount {
            all
        } else {
            proportion(all, back.max(0), amount)
        };
        self.returned = wanted.clamp(0, open.max(0));
        self.minor = open.saturating_sub(self.returned);
        self.returned.saturating_sub(before)
    }

    /// Ends the allowances, and returns the deferred money, which is breakage from now on.
    pub(crate) fn end_parts(&mut self) -> i64 {
        let rest = self.minor.max(0);
        self.minor = self.minor.saturating_sub(rest);
        self.breakage = self.breakage.saturating_add(rest);
        self.parts = 0;
        rest
    }

    /// Gives the share of an allowance that is not granted to those after it.
    pub(crate) fn skip_part(&mut self) {
        self.parts = self.parts.saturating_sub(1).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_share_takes_the_rest() {
        let mut money = UndividedMoney::new(1_000, 3);
        let shares = [(); 4].map(|()| money.take_share());
        assert_eq!(shares, [333, 333, 334, 0]);
        let mut money = UndividedMoney::new(1_000, 3);
        money.skip_part();
        assert_eq!((money.take_share(), money.take_share()), (500, 500));
        let mut one = UndividedMoney::new(7, 1);
        one.skip_part();
        assert_eq!(one.take_share(), 7, "money is never lost");
    }

    #[test]
    fn money_of_later_allowances_goes_back_in_proportion() {
        let found = |money: UndividedMoney| (money.minor, money.returned, money.breakage);
        // back of an amount of 1,200; the change, and what is left, returned and breakage of 1,100
        let rows = [
            (0, 0, (1_100, 0, 0)),
            (600, 550, (550, 550, 0)),
            (601, 0, (550, 550, 0)),
            (1_200, 550, (0, 1_100, 0)),
            (1_500, 0, (0, 1_100, 0)),
            (300, -825, (825, 275, 0)),
        ];
        let mut money = UndividedMoney::new(1_100, 11);
        for (back, change, expected) in rows {
            assert_eq!(money.follow_back(back, 1_200), change, "{back}");
            assert_eq!(found(money), expected, "{back}");
        }
        // A month takes its whole share, and the settlement returns the quarter of it with its credits.
        assert_eq!(money.take_share(), 100);
        assert_eq!(
            (money.follow_back(300, 1_200), found(money)),
            (-25, (750, 250, 0))
        );
        // No month follows: the rest is breakage, and a further refund does not take it back.
        assert_eq!(
            (money.end_parts(), found(money), money.parts),
            (750, (0, 250, 750), 0)
        );
        assert_eq!((money.follow_back(600, 1_200), money.end_parts()), (0, 0));
        assert_eq!(
            (money.follow_back(0, 1_200), money.end_parts()),
            (-250, 250)
        );
        assert_eq!(found(money), (0, 0, 1_000));
    }

    #[test]
    fn free_payment_has_no_money_of_later_allowances() {
        let mut money = UndividedMoney::new(0, 12);
        assert_eq!(
            (
                money.follow_back(0, 0),
                money.take_share(),
                money.end_parts()
            ),
            (0, 0, 0)
        );
        assert_eq!((money.minor, money.returned, money.breakage), (0, 0, 0));
    }
}
