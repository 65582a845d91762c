//! The money entries of a movement of the balance: its fee, and its conversion. Both currencies of a conversion meet on the
//! account `conversion`.

use super::payment::BalanceFacts;
use crate::billing::currency::{Currency, Money};
use crate::billing::journal::{MoneyAccount, MoneyEntry, fee_legs};

/// Returns the entries of a movement; `None` for a currency whose rule is unknown. `recorded` is the effect of the movement on the
/// money at Stripe, as it is recorded in the currency of the payment.
pub(super) fn fee_entries(recorded: Money, balance: &BalanceFacts) -> Option<Vec<MoneyEntry>> {
    let settled = Currency::parse(&balance.currency)?;
    let mut entries = fee_legs(settled, balance.fee);
    if settled != recorded.currency {
        let entry = |account, currency, amount| MoneyEntry {
            account,
            currency,
            amount,
        };
        let (paid, came) = (recorded.minor, balance.amount);
        entries.extend([
            entry(MoneyAccount::Conversion, recorded.currency, paid),
            entry(
                MoneyAccount::Stripe,
                recorded.currency,
                paid.saturating_neg(),
            ),
            entry(MoneyAccount::Stripe, settled, came),
            entry(MoneyAccount::Conversion, settled, came.saturating_neg()),
        ]);
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The payout's currency, and the expected entries.
    type Row<'a> = (&'a str, Option<&'a [(MoneyAccount, &'a str, i64)]>);

    #[test]
    fn fee_is_taken_from_the_money_at_stripe_in_its_currency() {
        use MoneyAccount::{Conversion, Fees, Stripe};
        let rows: [Row<'_>; 3] = [
            ("eur", Some(&[(Fees, "eur", 43), (Stripe, "eur", -43)])),
            (
                "usd",
                Some(&[
                    (Fees, "usd", 43),
                    (Stripe, "usd", -43),
                    (Conversion, "eur", 1_190),
                    (Stripe, "eur", -1_190),
                    (Stripe, "usd", 1_309),
                    (Conversion, "usd", -1_309),
                ]),
            ),
            ("xyz", None),
        ];
        for (currency, expected) in rows {
            let balance = BalanceFacts {
                id: "txn_1".to_owned(),
                currency: currency.to_owned(),
                amount: 1_309,
                fee: 43,
            };
            let paid = Money {
                currency: Currency::parse("eur").unwrap(),
                minor: 1_190,
            };
            let entries = fee_entries(paid, &balance);
            let entries = entries.map(|entries| {
                let entry =
                    |entry: &MoneyEntry| (entry.account, entry.currency.code(), entry.amount);
                entries.iter().map(entry).collect::<Vec<_>>()
            });
            assert_eq!(entries.as_deref(), expected, "{currency}");
        }
    }
}
