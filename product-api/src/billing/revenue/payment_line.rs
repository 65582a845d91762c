//! A line of exported payments: one payment with the money that the journal has booked for it.

use foundation::Timestamp;

use crate::billing::currency::{Currency, Money};

/// The position of a payment in the order of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PaymentPosition {
    /// The time at which the payment counts.
    pub(super) booked_at: Timestamp,
    /// Key of the row of its transaction.
    pub(super) transaction_id: i64,
}

/// A payment that counts, with what has become of its money since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PaymentLine {
    pub(super) position: PaymentPosition,
    /// The payment's id, `pmt_…`.
    pub(super) payment_id: String,
    /// The word of the part of the product that sold the credits.
    pub(super) source: String,
    /// The id of the checkout, of the subscription or of the attempt of an automatic top-up.
    pub(super) source_id: String,
    /// The customer who paid.
    pub(super) customer_id: Option<String>,
    /// Money that the buyer paid, with taxes.
    pub(super) gross: Money,
    /// The discount that was taken off before.
    pub(super) discount: Money,
    /// The taxes in the money that the buyer paid.
    pub(super) tax: Money,
    /// Money that went back as refunds.
    pub(super) refunded: Money,
    /// Money that disputes withdrew, less what they returned.
    pub(super) disputed: Money,
    /// Fees of Stripe, in the currency of the balance.
    pub(super) fee: Money,
    /// The change of the balance at Stripe, in its currency.
    pub(super) net: Money,
    /// The payment intent at Stripe.
    pub(super) stripe_payment_intent: Option<String>,
    /// The invoice at Stripe.
    pub(super) stripe_invoice: Option<String>,
}

/// Money that the transactions of one payment have moved in one currency, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MovedMoney {
    pub(super) currency: Currency,
    /// Money that went back as refunds.
    pub(super) refunded: i64,
    /// Money that disputes withdrew, less what they returned.
    pub(super) disputed: i64,
    /// Fees of Stripe.
    pub(super) fees: i64,
    /// The change of the balance at Stripe.
    pub(super) balance: i64,
}

impl PaymentLine {
    /// Takes over the money that was moved in one currency. If Stripe has converted the payment, its fee and its net amount are
    /// in the other currency.
    pub(super) fn take_over(&mut self, moved: MovedMoney) {
        let money = |minor| Money {
            currency: moved.currency,
            minor,
        };
        let own = self.gross.currency;
        if moved.currency == own {
            self.refunded = money(moved.refunded);
            self.disputed = money(moved.disputed);
        }
        if moved.currency != own || self.net.currency == own {
            self.fee = money(moved.fees);
            self.net = money(moved.balance);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn money(code: &str, minor: i64) -> Money {
        Money {
            currency: Currency::parse(code).unwrap(),
            minor,
        }
    }

    /// Returns a payment of 11.90 euros of which nothing was moved.
    pub(in crate::billing::revenue) fn line() -> PaymentLine {
        let none = money("eur", 0);
        PaymentLine {
            position: PaymentPosition {
                booked_at: Timestamp::from_seconds(1_767_225_600),
                transaction_id: 7,
            },
            payment_id: "pmt_1".to_owned(),
            source: "checkout".to_owned(),
            source_id: "chk_1".to_owned(),
            customer_id: Some("cus_1".to_owned()),
            gross: money("eur", 1_190),
            discount: money("eur", 310),
            tax: money("eur", 190),
            refunded: none,
            disputed: none,
            fee: none,
            net: none,
            stripe_payment_intent: Some("pi_1".to_owned()),
            stripe_invoice: None,
        }
    }

    fn moved(code: &str, amounts: [i64; 4]) -> MovedMoney {
        let [refunded, disputed, fees, balance] = amounts;
        MovedMoney {
            currency: Currency::parse(code).unwrap(),
            refunded,
            disputed,
            fees,
            balance,
        }
    }

    #[test]
    fn fee_and_net_are_in_the_currency_of_the_balance() {
        let in_euros = moved("eur", [400, 100, 43, 647]);
        let converted = moved("eur", [400, 100, 0, 0]);
        let (in_francs, in_dollars) =
            (moved("chf", [0, 0, 40, 620]), moved("usd", [0, 0, 47, 712]));
        let rows: [(&[MovedMoney], Money, Money, Money); 5] = [
            // movements; refunds, fee, net
            (&[], money("eur", 0), money("eur", 0), money("eur", 0)),
            (
                &[in_euros],
                money("eur", 400),
                money("eur", 43),
                money("eur", 647),
            ),
            (
                &[converted, in_dollars],
                money("eur", 400),
                money("usd", 47),
                money("usd", 712),
            ),
            (
                &[in_francs, converted],
                money("eur", 400),
                money("chf", 40),
                money("chf", 620),
            ),
            (
                &[in_dollars],
                money("eur", 0),
                money("usd", 47),
                money("usd", 712),
            ),
        ];
        for (movements, refunded, fee, net) in rows {
            let mut line = line();
            for moved in movements {
                line.take_over(*moved);
            }
            assert_eq!((line.refunded, line.fee, line.net), (refunded, fee, net));
            assert_eq!(line.gross, money("eur", 1_190), "it stays");
        }
    }
}
