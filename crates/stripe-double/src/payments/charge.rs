//! Charges: attempts to take money.

use serde_json::{Value, json};

use super::balance::{BalanceEntry, book};
use super::saved_method::charge_details;
use crate::error::StripeError;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind};

/// Fee of a card payment: 1.5 % and 25 minor units; of a bank debit: 35 minor units.
const CARD_FEE: (i64, i64) = (150, 25);
const BANK_FEE: (i64, i64) = (0, 35);

/// A failure of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChargeFailure {
    pub(crate) code: &'static str,
    /// Empty if there is none.
    pub(crate) decline_code: &'static str,
    pub(crate) message: &'static str,
}

/// Adds a charge of a payment intent with a status of `succeeded`, `pending` or `failed`.
pub(crate) fn create_charge(
    scope: &mut AccountScope<'_>,
    intent: &Value,
    method: &Value,
    status: &str,
) -> Result<Value, StripeError> {
    let id = scope.new_id(ObjectKind::Charge)?;
    let amount = intent.number("amount");
    let is_paid = status == "succeeded";
    let captured = if status == "failed" { 0 } else { amount };
    let receipt = format!("{}/receipts/{id}", scope.base_url);
    let mut charge = filled(
        "charge",
        json!({
            "id": id,
            "amount": amount,
            "amount_captured": captured,
            "billing_details": method.member("billing_details"),
            "captured": status != "failed",
            "created": scope.now,
            "currency": intent.text("currency"),
            "customer": intent.member("customer"),
            "description": intent.member("description"),
            "livemode": scope.data.is_live,
            "metadata": intent.member("metadata"),
            "outcome": outcome(is_paid),
            "paid": is_paid,
            "payment_intent": intent.text("id"),
            "payment_method": method.text("id"),
            "payment_method_details": charge_details(method),
            "receipt_url": receipt,
            "status": status,
        }),
    );
    if is_paid {
        let transaction = book_charge(scope, &charge)?;
        charge.put("balance_transaction", transaction.text("id"));
    }
    scope.insert(ObjectKind::Charge, charge.clone());
    Ok(charge)
}

/// Adds the balance transaction of a charge that was paid.
pub(super) fn book_charge(
    scope: &mut AccountScope<'_>,
    charge: &Value,
) -> Result<Value, StripeError> {
    let is_card = charge.text("payment_method_details.type") == "card";
    let (fee_basis_points, fee_fixed) = if is_card { CARD_FEE } else { BANK_FEE };
    book(
        scope,
        BalanceEntry {
            entry_type: if is_card { "charge" } else { "payment" },
            category: "charge",
            source: charge.text("id"),
            currency: charge.text("currency"),
            amount: charge.number("amount"),
            fee_basis_points,
            fee_fixed,
        },
    )
}

/// Marks a charge as failed and returns it.
pub(crate) fn fail_charge(
    scope: &mut AccountScope<'_>,
    id: &str,
    failure: ChargeFailure,
) -> Result<Value, StripeError> {
    let reason = if failure.decline_code.is_empty() {
        failure.code
    } else {
        failure.decline_code
    };
    scope.change(ObjectKind::Charge, id, |charge| {
        charge.put("status", "failed");
        charge.put("paid", false);
        charge.put("captured", false);
        charge.put("amount_captured", 0);
        charge.put("failure_code", failure.code);
        charge.put("failure_message", failure.message);
        charge.put("outcome", outcome(false));
        charge.put("outcome.reason", reason);
    })
}

pub(super) fn outcome(is_paid: bool) -> Value {
    if is_paid {
        json!({
            "advice_code": null,
            "network_advice_code": null,
            "network_decline_code": null,
            "network_status": "approved_by_network",
            "reason": null,
            "risk_level": "normal",
            "seller_message": "Payment complete.",
            "type": "authorized",
        })
    } else {
        json!({
            "advice_code": null,
            "network_advice_code": null,
            "network_decline_code": null,
            "network_status": "declined_by_network",
            "reason": null,
            "risk_level": "normal",
            "seller_message": "The bank did not return any further details with this decline.",
            "type": "issuer_declined",
        })
    }
}

/// Returns `last_payment_error` of an intent whose charge failed.
pub(crate) fn payment_error(charge: &str, method: &Value, failure: ChargeFailure) -> Value {
    let mut error = json!({
        "type": "card_error",
        "charge": charge,
        "code": failure.code,
        "doc_url": format!("https://stripe.com/docs/error-codes/{}", failure.code.replace('_', "-")),
        "message": failure.message,
        "payment_method": method,
    });
    if !failure.decline_code.is_empty() {
        error.put("decline_code", failure.decline_code);
    }
    if method.text("type") != "card" {
        error.put("type", "invalid_request_error");
    }
    error
}
