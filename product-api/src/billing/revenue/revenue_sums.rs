//! Sums of the money journal, by period and currency.

use std::collections::BTreeMap;

use crate::billing::currency::Currency;
use crate::billing::journal::AccountingDay;
use crate::billing::journal::{MoneyAccount, MoneyTransactionKind};

/// The length of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PeriodLength {
    /// One day in UTC.
    Day,
    /// One month in UTC.
    Month,
}

impl PeriodLength {
    fn text(self, day: AccountingDay) -> String {
        match self {
            Self::Day => day.text(),
            Self::Month => day.month_text(),
        }
    }
}

/// The sum of the entries of a day that have the currency, the account and the cause in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DaySum {
    pub(super) day: AccountingDay,
    pub(super) currency: Currency,
    pub(super) account: MoneyAccount,
    /// The cause.
    pub(super) kind: MoneyTransactionKind,
    /// The amount: debits above zero, credits below zero.
    pub(super) amount: i64,
}

/// The discounts of the payments of a day in one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DayDiscount {
    pub(super) day: AccountingDay,
    pub(super) currency: Currency,
    /// The amount that was taken off prices.
    pub(super) amount: i64,
}

/// Money of one period in one currency, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RevenueAmounts {
    /// Money that buyers paid.
    pub(super) payments: i64,
    /// Discounts that were taken off before: no part of the payments.
    pub(super) discounts: i64,
    /// Money that went back to buyers as refunds.
    pub(super) refunds: i64,
    /// Money that disputes withdrew, less what they returned.
    pub(super) disputes: i64,
    /// Fees of Stripe.
    pub(super) fees: i64,
    /// Money that Stripe converted: what came in this currency, less what left it.
    pub(super) converted: i64,
    /// The change of the money at Stripe: payments and converted money, less refunds, disputes and fees.
    pub(super) balance: i64,
    /// The change of the taxes that the website owes.
    pub(super) tax: i64,
    /// The change of the money received for credits that are still owed.
    pub(super) deferred: i64,
    /// Revenue of used credits.
    pub(super) earned: i64,
    /// Revenue of expired credits.
    pub(super) breakage: i64,
    /// Refunds of credits that had been used.
    pub(super) used_refunds: i64,
    /// Losses by disputes of credits that had been used.
    pub(super) dispute_losses: i64,
}

impl RevenueAmounts {
    fn add(&mut self, sum: &DaySum) {
        let (amount, credit) = (sum.amount, sum.amount.saturating_neg());
        let (changed, change) = match sum.account {
            MoneyAccount::Stripe => {
                self.add_movement(sum.kind, amount);
                (&mut self.balance, amount)
            }
            MoneyAccount::Conversion => (&mut self.converted, credit),
            MoneyAccount::Tax => (&mut self.tax, credit),
            MoneyAccount::Deferred => (&mut self.deferred, credit),
            MoneyAccount::Earned => (&mut self.earned, credit),
            MoneyAccount::Breakage => (&mut self.breakage, credit),
            MoneyAccount::Fees => (&mut self.fees, amount),
            MoneyAccount::Refunds => (&mut self.used_refunds, amount),
            MoneyAccount::DisputeLosses => (&mut self.dispute_losses, amount),
            // The account `stripe` counts the money in dispute.
            MoneyAccount::Disputed => return,
        };
        *changed = changed.saturating_add(change);
    }

    /// Adds a movement of the money at Stripe to its cause; fees and conversions have accounts of their own.
    fn add_movement(&mut self, kind: MoneyTransactionKind, amount: i64) {
        let (changed, change) = match kind {
            MoneyTransactionKind::Payment => (&mut self.payments, amount),
            MoneyTransactionKind::Refund | MoneyTransactionKind::RefundUndo => {
                (&mut self.refunds, amount.saturating_neg())
            }
            MoneyTransactionKind::Dispute => (&mut self.disputes, amount.saturating_neg()),
            MoneyTransactionKind::Earning | MoneyTransactionKind::Fee => return,
        };
        *changed = changed.saturating_add(change);
    }
}

/// Adds up sums and discounts of days by period and currency, the earliest period first.
pub(super) fn sum_up(
    days: &[DaySum],
    discounts: &[DayDiscount],
    length: PeriodLength,
) -> BTreeMap<(String, Currency), RevenueAmounts> {
    let mut periods: BTreeMap<(String, Currency), RevenueAmounts> = BTreeMap::new();
    for sum in days {
        let key = (length.text(sum.day), sum.currency);
        periods.entry(key).or_default().add(sum);
    }
    for discount in discounts {
        let key = (length.text(discount.day), discount.currency);
        let amounts = periods.entry(key).or_default();
        amounts.discounts = amounts.discounts.saturating_add(discount.amount);
    }
    periods
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(day: &str, kind: &str, account: &str, amount: i64) -> DaySum {
        DaySum {
            day: AccountingDay::parse(day).unwrap(),
            currency: Currency::parse("eur").unwrap(),
            account: MoneyAccount::from_name(account).unwrap(),
            kind: MoneyTransactionKind::from_name(kind).unwrap(),
            amount,
        }
    }

    /// Returns days with each cause once: a payment of 1,190 with its fee, uses, a refund and a lost dispute.
    fn days() -> Vec<DaySum> {
        let first = [
            ("payment", "stripe", 1_190),
            ("payment", "deferred", -1_000),
            ("payment", "tax", -190),
            ("fee", "fees", 43),
            ("fee", "stripe", -43),
        ];
        let second = [
            ("earning", "deferred", 350),
            ("earning", "earned", -300),
            ("earning", "breakage", -50),
            ("refund", "deferred", 200),
            ("refund", "refunds", 300),
            ("refund", "tax", 95),
            ("refund", "stripe", -595),
            ("refund_undo", "stripe", 95),
            ("dispute", "disputed", 0),
            ("dispute", "dispute_losses", 70),
            ("dispute", "stripe", -100),
        ];
        let one = |(kind, account, amount)| sum("2026-11-27", kind, account, amount);
        let other = |(kind, account, amount)| sum("2026-11-28", kind, account, amount);
        first
            .map(one)
            .into_iter()
            .chain(second.map(other))
            .collect()
    }

    #[test]
    fn entries_are_added_up_by_account_and_cause() {
        let eur = Currency::parse("eur").unwrap();
        let discount = |day, amount| DayDiscount {
            day: AccountingDay::parse(day).unwrap(),
            currency: eur,
            amount,
        };
        let discounts = [discount("2026-11-27", 200), discount("2026-11-28", 10)];
        let periods = sum_up(&days(), &discounts, PeriodLength::Month);
        let expected = RevenueAmounts {
            payments: 1_190,
            discounts: 210,
            refunds: 500,
            disputes: 100,
            fees: 43,
            converted: 0,
            balance: 547,
            tax: 95,
            deferred: 450,
            earned: 300,
            breakage: 50,
            used_refunds: 300,
            dispute_losses: 70,
        };
        let key = ("2026-11".to_owned(), eur);
        assert_eq!(periods, BTreeMap::from([(key, expected)]));
        let by_day = sum_up(&days(), &discounts, PeriodLength::Day);
        let found: Vec<(&str, i64)> = by_day
            .iter()
            .map(|((text, _), sums)| (text.as_str(), sums.discounts))
            .collect();
        assert_eq!(found, [("2026-11-27", 200), ("2026-11-28", 10)]);
    }

    #[test]
    fn conversion_explains_the_balance_of_both_currencies() {
        let usd = Currency::parse("usd").unwrap();
        let in_usd = |entry: DaySum| DaySum {
            currency: usd,
            ..entry
        };
        let day = "2026-11-27";
        let days = [
            sum(day, "payment", "stripe", 1_190),
            sum(day, "fee", "conversion", 1_190),
            sum(day, "fee", "stripe", -1_190),
            in_usd(sum(day, "fee", "stripe", 1_309 - 43)),
            in_usd(sum(day, "fee", "conversion", -1_309)),
            in_usd(sum(day, "fee", "fees", 43)),
        ];
        let sums = sum_up(&days, &[], PeriodLength::Day);
        for ((_, currency), sums) in &sums {
            let explained =
                sums.payments - sums.refunds - sums.disputes - sums.fees + sums.converted;
            assert_eq!(sums.balance, explained, "{currency:?}");
        }
        let both: Vec<(i64, i64)> = sums
            .values()
            .map(|sum| (sum.converted, sum.balance))
            .collect();
        assert_eq!(both, [(-1_190, 0), (1_309, 1_266)]);
    }
}
