//! Handles the calls that concern balance transactions.

use serde_json::Value;

use super::fields::is_equal;
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::BalanceTransaction;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get(
        "/v1/balance_transactions",
        "balance_transaction_read",
        list_all,
    )
    .with(list_parameters!["currency", "payout", "source", "type"]),
    ApiOperation::get(
        "/v1/balance_transactions/{id}",
        "balance_transaction_read",
        |call| {
            call.retrieve(KIND)
                .map(|transaction| as_of(transaction, call.scope.now))
        },
    ),
];

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let names = ["currency", "source", "type"];
    let mut page = list(call, KIND, |transaction| {
        names
            .iter()
            .all(|name| is_equal(transaction, call.parameters, name))
    })?;
    if let Some(Value::Array(items)) = page.get_mut("data") {
        for item in items {
            *item = as_of(item.take(), call.scope.now);
        }
    }
    Ok(page)
}

/// Returns a transaction with its status at a time.
fn as_of(mut transaction: Value, now: i64) -> Value {
    if transaction.number("available_on") <= now {
        transaction.put("status", "available");
    }
    transaction
}
