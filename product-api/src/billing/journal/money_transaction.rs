//! A transaction of the money journal, whose entries sum to zero in each currency.

use std::collections::BTreeMap;

use super::money_account::MoneyAccount;
use crate::billing::currency::Currency;

/// Cause of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MoneyTransactionKind {
    /// A buyer paid.
    Payment,
    /// Credits were used, or expired.
    Earning,
    /// A buyer got money back.
    Refund,
    /// A refund failed after it had been recorded.
    RefundUndo,
    /// A step of a dispute.
    Dispute,
    /// Stripe kept a fee.
    Fee,
}

impl MoneyTransactionKind {
    const ALL: [Self; 6] = [
        Self::Payment,
        Self::Earning,
        Self::Refund,
        Self::RefundUndo,
        Self::Dispute,
        Self::Fee,
    ];

    /// Returns the kind with a name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the kind's name in the table and in exports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Earning => "earning",
            Self::Refund => "refund",
            Self::RefundUndo => "refund_undo",
            Self::Dispute => "dispute",
            Self::Fee => "fee",
        }
    }
}

/// One entry of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoneyEntry {
    /// The account.
    pub(crate) account: MoneyAccount,
    /// The currency.
    pub(crate) currency: Currency,
    /// Amount in minor units: a debit above zero, a credit below zero.
    pub(crate) amount: i64,
}

/// A transaction that can be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoneyTransaction<'a> {
    /// The book.
    pub(crate) book_id: i64,
    /// Key of the cause, unique within the book for ever.
    pub(crate) key: String,
    /// Kind of the cause.
    pub(crate) kind: MoneyTransactionKind,
    /// The payment, if the cause belongs to one.
    pub(crate) payment_id: Option<&'a str>,
    /// The entries; none of them is zero.
    entries: Vec<MoneyEntry>,
}

impl<'a> MoneyTransaction<'a> {
    /// Builds a transaction of the entries that are not zero; `None` if they do not sum to zero in each currency, or if all
    /// are zero.
    pub(crate) fn new(
        book_id: i64,
        key: String,
        kind: MoneyTransactionKind,
        payment_id: Option<&'a str>,
        entries: &[MoneyEntry],
    ) -> Option<Self> {
        let mut sums: BTreeMap<Currency, i64> = BTreeMap::new();
        for entry in entries {
            let sum = sums.entry(entry.currency).or_default();
            *sum = sum.checked_add(entry.amount)?;
        }
        let entries: Vec<MoneyEntry> = entries
            .iter()
            .copied()
            .filter(|entry| entry.amount != 0)
            .collect();
        let is_balanced = !entries.is_empty() && sums.into_values().all(|sum| sum == 0);
        is_balanced.then_some(Self {
            book_id,
            key,
            kind,
            payment_id,
            entries,
        })
    }

    /// Returns the entries.
    pub(crate) fn entries(&self) -> &[MoneyEntry] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transaction_sums_to_zero_in_each_currency() {
        let (usd, eur) = (
            Currency::parse("usd").unwrap(),
            Currency::parse("eur").unwrap(),
        );
        let entry = |account, currency, amount| MoneyEntry {
            account,
            currency,
            amount,
        };
        let (stripe, deferred) = (MoneyAccount::Stripe, MoneyAccount::Deferred);
        let rows = [
            (
                "a payment",
                vec![entry(stripe, usd, 5), entry(deferred, usd, -5)],
                Some(2),
            ),
            (
                "a zero entry is left out",
                vec![
                    entry(stripe, usd, 5),
                    entry(deferred, usd, -5),
                    entry(MoneyAccount::Tax, usd, 0),
                ],
                Some(2),
            ),
            ("nothing", vec![], None),
            ("only zeros", vec![entry(stripe, usd, 0)], None),
            (
                "a sum above zero",
                vec![entry(stripe, usd, 5), entry(deferred, usd, -4)],
                None,
            ),
            (
                "two currencies mixed",
                vec![entry(stripe, usd, 5), entry(deferred, eur, -5)],
                None,
            ),
            (
                "two currencies",
                vec![
                    entry(stripe, usd, 5),
                    entry(MoneyAccount::Conversion, usd, -5),
                    entry(MoneyAccount::Conversion, eur, 4),
                    entry(deferred, eur, -4),
                ],
                Some(4),
            ),
            (
                "out of range",
                vec![entry(stripe, usd, i64::MAX), entry(deferred, usd, 1)],
                None,
            ),
        ];
        for (name, entries, expected) in rows {
            let kind = MoneyTransactionKind::Payment;
            let built = MoneyTransaction::new(1, "pay:pmt_1".to_owned(), kind, None, &entries);
            assert_eq!(built.map(|built| built.entries().len()), expected, "{name}");
        }
    }
}
