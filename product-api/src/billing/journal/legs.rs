//! Entries of each cause, as pure functions.

use super::money_account::MoneyAccount;
use super::money_transaction::MoneyEntry;
use crate::billing::currency::Currency;

/// Returns the entries of a payment: Stripe has the gross amount; the website owes credits for the net, and the tax.
pub(crate) fn payment_legs(currency: Currency, gross: i64, tax: i64) -> Vec<MoneyEntry> {
    entries(
        currency,
        &[
            (MoneyAccount::Stripe, gross),
            (MoneyAccount::Deferred, -gross.saturating_sub(tax)),
            (MoneyAccount::Tax, -tax),
        ],
    )
}

/// Returns the entries of a fee, in the currency in which Stripe keeps it.
pub(crate) fn fee_legs(currency: Currency, fee: i64) -> Vec<MoneyEntry> {
    entries(
        currency,
        &[(MoneyAccount::Fees, fee), (MoneyAccount::Stripe, -fee)],
    )
}

fn entries(currency: Currency, amounts: &[(MoneyAccount, i64)]) -> Vec<MoneyEntry> {
    let entry = |(account, amount): &(MoneyAccount, i64)| MoneyEntry {
        account: *account,
        currency,
        amount: *amount,
    };
    amounts.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payment_is_owed_as_credits_and_tax() {
        let usd = Currency::parse("usd").unwrap();
        let amounts: Vec<i64> = payment_legs(usd, 1_190, 190)
            .iter()
            .map(|entry| entry.amount)
            .collect();
        assert_eq!(amounts, [1_190, -1_000, -190]);
        let amounts: Vec<i64> = fee_legs(usd, 43).iter().map(|entry| entry.amount).collect();
        assert_eq!(amounts, [43, -43]);
    }
}
