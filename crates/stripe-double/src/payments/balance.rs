//! Balance transactions: each movement of the account's balance.

use serde_json::{Value, json};

use super::amounts::rounded;
use crate::error::StripeError;
use crate::state::{AccountScope, ObjectKind};

/// Days until money is available.
const DAYS_PENDING: i64 = 7;
const DAY: i64 = 86_400;

/// A movement of the balance, in the currency of its source.
#[derive(Clone, Copy, Debug)]
pub(super) struct BalanceEntry<'e> {
    /// Value of `type`.
    pub(super) entry_type: &'static str,
    pub(super) category: &'static str,
    pub(super) source: &'e str,
    pub(super) currency: &'e str,
    pub(super) amount: i64,
    /// Fee in hundredths of a percent of the amount, and a fixed part in minor units of the balance's currency.
    pub(super) fee_basis_points: i64,
    pub(super) fee_fixed: i64,
}

/// Adds a balance transaction and returns it. A currency with a rate is converted to the account's currency.
pub(super) fn book(
    scope: &mut AccountScope<'_>,
    entry: BalanceEntry<'_>,
) -> Result<Value, StripeError> {
    let id = scope.new_id(ObjectKind::BalanceTransaction)?;
    let account = &scope.data.account;
    let rate = account.exchange_rates.get(entry.currency).copied();
    let (amount, currency) = match rate {
        Some(rate) => {
            let converted = rounded(entry.amount.saturating_mul(rate), 1_000_000);
            (converted, account.default_currency.as_str())
        }
        None => (entry.amount, entry.currency),
    };
    let percent = rounded(amount.abs().saturating_mul(entry.fee_basis_points), 10_000);
    let fee = percent.saturating_add(entry.fee_fixed);
    let details = json!([{
        "amount": fee,
        "application": null,
        "currency": currency,
        "description": "Stripe processing fees",
        "type": "stripe_fee",
    }]);
    let transaction = json!({
        "id": id,
        "object": "balance_transaction",
        "amount": amount,
        "available_on": scope.now.saturating_add(DAYS_PENDING * DAY),
        "balance_type": "payments",
        "created": scope.now,
        "currency": currency,
        "description": null,
        "exchange_rate": rate.map(rate_number),
        "fee": fee,
        "fee_details": if fee == 0 { json!([]) } else { details },
        "net": amount.saturating_sub(fee),
        "reporting_category": entry.category,
        "source": entry.source,
        "status": "pending",
        "type": entry.entry_type,
    });
    scope.insert(ObjectKind::BalanceTransaction, transaction.clone());
    Ok(transaction)
}

/// Writes a rate per million as a decimal number.
fn rate_number(rate: i64) -> Value {
    let whole = rate.div_euclid(1_000_000);
    let rest = rate.rem_euclid(1_000_000);
    let number: Result<f64, _> = format!("{whole}.{rest:06}").parse();
    number.map_or(Value::Null, Value::from)
}
