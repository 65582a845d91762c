//! Refunds: money that goes back to a buyer, at once or later, and refunds that fail afterwards.

use serde_json::{Value, json};

use super::balance::{BalanceEntry, book};
use super::warnings::settle_warnings;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

/// Seconds until a pending refund ends, or a refund fails.
const DELAY: i64 = 60;

/// A request for a refund.
#[derive(Clone, Debug)]
pub(crate) struct RefundRequest {
    pub(crate) charge: String,
    /// Minor units; the whole rest if it is missing.
    pub(crate) amount: Option<i64>,
    pub(crate) reason: Value,
    pub(crate) metadata: Value,
}

/// Creates a refund.
pub(crate) fn create_refund(
    scope: &mut AccountScope<'_>,
    request: &RefundRequest,
) -> Result<Value, StripeError> {
    let charge = scope.get(ObjectKind::Charge, &request.charge)?.clone();
    let amount = refundable_amount(scope, &charge, request.amount)?;
    let outcome = charge.text("_refund_outcome").to_owned();
    let is_card = charge.text("payment_method_details.type") == "card";
    let status = if outcome == "pending" {
        "pending"
    } else {
        "succeeded"
    };
    let id = scope.new_id(ObjectKind::Refund)?;
    let transaction = book_refund(scope, &charge, &id, amount.saturating_neg())?;
    let reference = scope.random_text(8)?;
    let refund = json!({
        "id": id,
        "object": "refund",
        "amount": amount,
        "balance_transaction": transaction.text("id"),
        "charge": request.charge,
        "created": scope.now,
        "currency": charge.text("currency"),
        "destination_details": if is_card {
            json!({
                "card": {
                    "reference": reference,
                    "reference_status": "available",
                    "reference_type": "acquirer_reference_number",
                    "type": "refund",
                },
                "type": "card",
            })
        } else {
            json!({"type": "sepa_bank_transfer"})
        },
        "metadata": request.metadata,
        "payment_intent": charge.member("payment_intent"),
        "reason": request.reason,
        "receipt_number": null,
        "source_transfer_reversal": null,
        "status": status,
        "transfer_reversal": null,
    });
    scope.insert(ObjectKind::Refund, refund.clone());
    let changed = add_refunded(scope, &charge, amount)?;
    events::emit(scope, "refund.created", &refund)?;
    events::emit_change(scope, "charge.refunded", &charge, &changed)?;
    let at = scope.now.saturating_add(DELAY);
    match outcome.as_str() {
        "pending" => scope.schedule(at, TaskKind::SucceedRefund, &id),
        "fails" => scope.schedule(at, TaskKind::FailRefund, &id),
        _ => {}
    }
    if changed.is_true("refunded") {
        settle_warnings(scope, &request.charge)?;
    }
    Ok(refund)
}

/// Returns the amount of a refund; refuses what the charge does not have.
fn refundable_amount(
    scope: &AccountScope<'_>,
    charge: &Value,
    requested: Option<i64>,
) -> Result<i64, StripeError> {
    let id = charge.text("id");
    if charge.text("status") != "succeeded" {
        let message = format!("Charge {id} cannot be refunded because it did not succeed.");
        return Err(StripeError::invalid(message).coded("charge_not_refundable"));
    }
    let left = charge.number("amount") - charge.number("amount_refunded");
    if left <= 0 {
        let message = format!("Charge {id} has already been refunded.");
        return Err(StripeError::invalid(message).coded("charge_already_refunded"));
    }
    let mut disputes = scope.data.objects(ObjectKind::Dispute);
    let is_charged_back = disputes.any(|dispute| {
        let is_open = !dispute.is_true("is_charge_refundable");
        dispute.text("charge") == id && is_open && dispute.text("status") != "won"
    });
    if is_charged_back {
        let message = format!("Charge {id} has been charged back; cannot issue a refund.");
        return Err(StripeError::invalid(message).coded("charge_disputed"));
    }
    match requested {
        None => Ok(left),
        Some(amount) if amount < 1 => {
            let message = "Invalid positive integer";
            Err(StripeError::parameter(
                "amount",
                "parameter_invalid_integer",
                message,
            ))
        }
        Some(amount) if amount > left => {
            let message = format!(
                "Refund amount ({amount}) is greater than unrefunded amount on charge ({left})"
            );
            Err(StripeError::invalid(message).about("amount"))
        }
        Some(amount) => Ok(amount),
    }
}

fn book_refund(
    scope: &mut AccountScope<'_>,
    charge: &Value,
    refund: &str,
    amount: i64,
) -> Result<Value, StripeError> {
    let is_card = charge.text("payment_method_details.type") == "card";
    let entry_type = match (amount < 0, is_card) {
        (true, true) => "refund",
        (true, false) => "payment_refund",
        (false, true) => "refund_failure",
        (false, false) => "payment_failure_refund",
    };
    book(
        scope,
        BalanceEntry {
            entry_type,
            category: if amount < 0 {
                "refund"
            } else {
                "refund_failure"
            },
            source: refund,
            currency: charge.text("currency"),
            amount,
            fee_basis_points: 0,
            fee_fixed: 0,
        },
    )
}

/// Adds to the refunded amount of a charge; a negative amount takes a failed refund off.
fn add_refunded(
    scope: &mut AccountScope<'_>,
    charge: &Value,
    amount: i64,
) -> Result<Value, StripeError> {
    scope.change(ObjectKind::Charge, charge.text("id"), |charge| {
        let refunded = charge.number("amount_refunded") + amount;
        charge.put("amount_refunded", refunded);
        charge.put("refunded", refunded == charge.number("amount"));
    })
}

/// Ends a pending refund, or lets a refund that succeeded fail; other refunds stay as they are.
pub(crate) fn end_refund(
    scope: &mut AccountScope<'_>,
    id: &str,
    is_successful: bool,
) -> Result<(), StripeError> {
    let before = scope.get(ObjectKind::Refund, id)?.clone();
    let status = before.text("status");
    if is_successful {
        if status != "pending" {
            return Ok(());
        }
        let after = scope.change(ObjectKind::Refund, id, |refund| {
            refund.put("status", "succeeded");
        })?;
        events::emit_change(scope, "refund.updated", &before, &after)?;
        return events::emit_change(scope, "charge.refund.updated", &before, &after);
    }
    if !["pending", "succeeded"].contains(&status) {
        return Ok(());
    }
    let charge = scope
        .get(ObjectKind::Charge, before.text("charge"))?
        .clone();
    let amount = before.number("amount");
    let transaction = book_refund(scope, &charge, id, amount)?;
    let after = scope.change(ObjectKind::Refund, id, |refund| {
        refund.put("status", "failed");
        refund.put("failure_reason", "expired_or_canceled_card");
        refund.put("failure_balance_transaction", transaction.text("id"));
    })?;
    let changed = add_refunded(scope, &charge, amount.saturating_neg())?;
    events::emit_change(scope, "refund.updated", &before, &after)?;
    events::emit_change(scope, "refund.failed", &before, &after)?;
    events::emit_change(scope, "charge.refund.updated", &before, &after)?;
    events::emit_change(scope, "charge.updated", &charge, &changed)
}
