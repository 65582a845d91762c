//! Delayed payments: a bank debit is on its way when the session completes, and succeeds or fails later.

use serde_json::Value;

use super::charge::{
    ChargeFailure, book_charge, create_charge, fail_charge, outcome, payment_error,
};
use super::complete::{complete_session, save_method};
use super::intent::{fail_intent, succeed_intent};
use super::invoice::create_paid_invoice;
use super::methods::MethodOutcome;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

/// Seconds until a delayed payment ends.
const DELAY: i64 = 180;
const BANK_REFUSED: ChargeFailure = ChargeFailure {
    code: "payment_intent_payment_attempt_failed",
    decline_code: "",
    message: "The payment failed.",
};

/// Completes a session whose money is on its way.
pub(super) fn start_delayed_payment(
    scope: &mut AccountScope<'_>,
    session_id: &str,
    intent: &Value,
    method: &Value,
    outcome: MethodOutcome,
) -> Result<(), StripeError> {
    let charge = create_charge(scope, intent, method, "pending")?;
    events::emit(scope, "charge.pending", &charge)?;
    let changed = scope.change(ObjectKind::PaymentIntent, intent.text("id"), |intent| {
        intent.put("status", "processing");
        intent.put("latest_charge", charge.text("id"));
        intent.put("payment_method", method.text("id"));
        intent.put("last_payment_error", Value::Null);
    })?;
    events::emit(scope, "payment_intent.processing", &changed)?;
    save_method(scope, &changed, method)?;
    let kind = if outcome == MethodOutcome::DelayedSuccess {
        TaskKind::SucceedPayment
    } else {
        TaskKind::FailPayment
    };
    scope.schedule(scope.now.saturating_add(DELAY), kind, session_id);
    complete_session(
        scope,
        session_id,
        "unpaid",
        method.member("billing_details"),
    )
}

/// Ends a delayed payment; a payment that is not on its way stays as it is.
pub(crate) fn end_delayed_payment(
    scope: &mut AccountScope<'_>,
    session_id: &str,
    is_paid: bool,
) -> Result<(), StripeError> {
    let session = scope.get(ObjectKind::CheckoutSession, session_id)?.clone();
    let intent = scope.get(ObjectKind::PaymentIntent, session.text("payment_intent"))?;
    if intent.text("status") != "processing" {
        return Ok(());
    }
    let intent = intent.clone();
    let charge_id = intent.text("latest_charge");
    if is_paid {
        let charge = scope.get(ObjectKind::Charge, charge_id)?.clone();
        let transaction = book_charge(scope, &charge)?;
        let charge = scope.change(ObjectKind::Charge, charge_id, |charge| {
            charge.put("status", "succeeded");
            charge.put("paid", true);
            charge.put("outcome", outcome(true));
            charge.put("balance_transaction", transaction.text("id"));
        })?;
        events::emit(scope, "charge.succeeded", &charge)?;
        succeed_intent(scope, intent.text("id"), &charge)?;
        create_paid_invoice(scope, session_id, &charge)?;
        let session = scope.change(ObjectKind::CheckoutSession, session_id, |session| {
            session.put("payment_status", "paid");
        })?;
        return events::emit(scope, "checkout.session.async_payment_succeeded", &session);
    }
    let charge = fail_charge(scope, charge_id, BANK_REFUSED)?;
    events::emit(scope, "charge.failed", &charge)?;
    let method = scope.get(ObjectKind::PaymentMethod, intent.text("payment_method"))?;
    let error = payment_error(charge_id, &method.clone(), BANK_REFUSED);
    fail_intent(scope, intent.text("id"), Some(charge_id), error)?;
    events::emit(scope, "checkout.session.async_payment_failed", &session)
}
