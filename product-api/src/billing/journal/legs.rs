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

/// Returns the entries of revenue: credits that were used are earned, credits that expired are breakage. Amounts below zero take
/// revenue back, because credits came back.
pub(crate) fn earning_legs(currency: Currency, earned: i64, breakage: i64) -> Vec<MoneyEntry> {
    entries(
        currency,
        &[
            (MoneyAccount::Deferred, earned.saturating_add(breakage)),
            (MoneyAccount::Earned, -earned),
            (MoneyAccount::Breakage, -breakage),
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

/// Returns the entries of a refund: the website owes neither the credits that were taken back nor their tax. The rest is money for
/// credits that the buyer has used.
pub(crate) fn refund_legs(
    currency: Currency,
    gross: i64,
    tax: i64,
    unused_cost: i64,
) -> Vec<MoneyEntry> {
    let used = gross.saturating_sub(tax).saturating_sub(unused_cost);
    entries(
        currency,
        &[
            (MoneyAccount::Deferred, unused_cost),
            (MoneyAccount::Refunds, used),
            (MoneyAccount::Tax, tax),
            (MoneyAccount::Stripe, -gross),
        ],
    )
}

/// Returns the entries of money that Stripe withdraws because of a dispute.
pub(crate) fn dispute_legs(currency: Currency, amount: i64) -> Vec<MoneyEntry> {
    entries(
        currency,
        &[
            (MoneyAccount::Disputed, amount),
            (MoneyAccount::Stripe, -amount),
        ],
    )
}

/// Returns the entries of a lost dispute: the website does not owe the credits that were taken back; the rest is a loss.
pub(crate) fn dispute_loss_legs(
    currency: Currency,
    amount: i64,
    unused_cost: i64,
) -> Vec<MoneyEntry> {
    entries(
        currency,
        &[
            (MoneyAccount::Deferred, unused_cost),
            (
                MoneyAccount::DisputeLosses,
                amount.saturating_sub(unused_cost),
            ),
            (MoneyAccount::Disputed, -amount),
        ],
    )
}

/// Returns the entries of credits that were taken back after their refund, or their lost dispute, was recorded.
pub(crate) fn late_return_legs(
    currency: Currency,
    account: MoneyAccount,
    unused_cost: i64,
) -> Vec<MoneyEntry> {
    entries(
        currency,
        &[
            (MoneyAccount::Deferred, unused_cost),
            (account, -unused_cost),
        ],
    )
}

/// Returns the entries that undo others.
pub(crate) fn undone(entries: Vec<MoneyEntry>) -> Vec<MoneyEntry> {
    let negated = |entry: MoneyEntry| MoneyEntry {
        amount: -entry.amount,
        ..entry
    };
    entries.into_iter().map(negated).collect()
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

    fn amounts(entries: &[MoneyEntry]) -> Vec<(&'static str, i64)> {
        let amount = |entry: &MoneyEntry| (entry.account.name(), entry.amount);
        let moved = entries.iter().filter(|entry| entry.amount != 0);
        moved.map(amount).collect()
    }

    /// A name, entries of a transaction, and the amounts that are expected of its accounts.
    type LegsRow = (&'static str, Vec<MoneyEntry>, Vec<(&'static str, i64)>);

    fn assert_legs<const N: usize>(rows: [LegsRow; N]) {
        for (name, entries, expected) in rows {
            assert_eq!(amounts(&entries), expected, "{name}");
            let sum: i64 = entries.iter().map(|entry| entry.amount).sum();
            assert_eq!(sum, 0, "{name}");
        }
    }

    #[test]
    fn refunds_end_what_is_owed_first() {
        let eur = Currency::parse("eur").unwrap();
        let rows = [
            (
                "a refund of unused credits",
                refund_legs(eur, 1_190, 190, 1_000),
                vec![("deferred", 1_000), ("tax", 190), ("stripe", -1_190)],
            ),
            (
                "a refund of used credits",
                refund_legs(eur, 1_190, 190, 0),
                vec![("refunds", 1_000), ("tax", 190), ("stripe", -1_190)],
            ),
            (
                "a refund of some of both",
                refund_legs(eur, 595, 95, 200),
                vec![
                    ("deferred", 200),
                    ("refunds", 300),
                    ("tax", 95),
                    ("stripe", -595),
                ],
            ),
            (
                "a refund whose unused credits cost more than it",
                refund_legs(eur, 100, 0, 101),
                vec![("deferred", 101), ("refunds", -1), ("stripe", -100)],
            ),
            (
                "a refund that failed",
                undone(refund_legs(eur, 595, 95, 200)),
                vec![
                    ("deferred", -200),
                    ("refunds", -300),
                    ("tax", -95),
                    ("stripe", 595),
                ],
            ),
        ];
        assert_legs(rows);
    }

    #[test]
    fn earnings_and_disputes_move_what_is_owed() {
        let eur = Currency::parse("eur").unwrap();
        let rows = [
            (
                "used and expired credits",
                earning_legs(eur, 300, 50),
                vec![("deferred", 350), ("earned", -300), ("breakage", -50)],
            ),
            (
                "a reversed spend",
                earning_legs(eur, -300, 0),
                vec![("deferred", -300), ("earned", 300)],
            ),
            (
                "credits that were taken back late",
                late_return_legs(eur, MoneyAccount::Refunds, 70),
                vec![("deferred", 70), ("refunds", -70)],
            ),
            (
                "withdrawn money",
                dispute_legs(eur, 1_190),
                vec![("disputed", 1_190), ("stripe", -1_190)],
            ),
            (
                "a lost dispute",
                dispute_loss_legs(eur, 1_190, 400),
                vec![
                    ("deferred", 400),
                    ("dispute_losses", 790),
                    ("disputed", -1_190),
                ],
            ),
        ];
        assert_legs(rows);
    }
}
