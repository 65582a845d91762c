//! A line of an exported journal: one entry with its transaction.

use foundation::Timestamp;

use crate::billing::currency::Money;

/// One entry with its transaction and its payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JournalLine {
    /// The position of the entry among all entries of its time.
    pub(crate) position: LinePosition,
    /// The accounting time of the transaction: the end of the day for revenue.
    pub(crate) booked_at: Timestamp,
    /// The key of the transaction.
    pub(crate) key: String,
    /// The cause of the transaction.
    pub(crate) kind: String,
    /// The account.
    pub(crate) account: String,
    /// The amount: a debit above zero, a credit below zero.
    pub(crate) money: Money,
    /// The payment, if the cause belongs to one.
    pub(crate) payment_id: Option<String>,
    /// Its payment intent at Stripe.
    pub(crate) stripe_payment_intent: Option<String>,
    /// The customer who paid.
    pub(crate) customer_id: Option<String>,
}

/// The transaction of an entry, and the entry's number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinePosition {
    /// Key of the transaction's row.
    pub(crate) transaction_id: i64,
    /// Number of the entry.
    pub(crate) leg: i16,
}

impl LinePosition {
    /// The position before all entries of a time.
    pub(crate) const FIRST: Self = Self {
        transaction_id: i64::MIN,
        leg: 0,
    };

    /// Returns the position as text, for a cursor.
    pub(crate) fn text(self) -> String {
        format!("{}:{}", self.transaction_id, self.leg)
    }

    /// Reads the position of a cursor.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (transaction_id, leg) = text.split_once(':')?;
        Some(Self {
            transaction_id: transaction_id.parse().ok()?,
            leg: leg.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_is_read_as_it_is_written() {
        for position in [
            LinePosition::FIRST,
            LinePosition {
                transaction_id: i64::MAX,
                leg: 7,
            },
        ] {
            assert_eq!(LinePosition::parse(&position.text()), Some(position));
        }
        for text in ["", "1", "1:", ":1", "1:x", "1:70000"] {
            assert_eq!(LinePosition::parse(text), None, "{text}");
        }
    }
}
