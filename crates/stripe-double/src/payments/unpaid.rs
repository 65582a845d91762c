//! Attempts that are not paid: declined, or waiting for a confirmation.

use serde_json::Value;

use super::charge::{ChargeFailure, create_charge, fail_charge, payment_error};
use super::intent::fail_intent;
use super::setup_intents::redirect_action;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// Declines the payment of an intent: its charge fails.
pub(crate) fn decline(
    scope: &mut AccountScope<'_>,
    intent: &Value,
    method: &Value,
    failure: ChargeFailure,
) -> Result<(), StripeError> {
    let charge = create_charge(scope, intent, method, "failed")?;
    let charge = fail_charge(scope, charge.text("id"), failure)?;
    events::emit(scope, "charge.failed", &charge)?;
    let error = payment_error(charge.text("id"), method, failure);
    fail_intent(scope, intent.text("id"), Some(charge.text("id")), error)
}

/// Asks the buyer of a session to confirm at the bank.
pub(crate) fn ask_for_confirmation(
    scope: &mut AccountScope<'_>,
    session_id: &str,
    intent: &Value,
    method: &Value,
) -> Result<(), StripeError> {
    let url = format!("{}/pay/{session_id}/confirm", scope.base_url);
    scope.change(ObjectKind::CheckoutSession, session_id, |session| {
        session.put("_confirming", method.text("id"));
    })?;
    let changed = scope.change(ObjectKind::PaymentIntent, intent.text("id"), |intent| {
        intent.put("status", "requires_action");
        intent.put("payment_method", method.text("id"));
        intent.put("next_action", redirect_action(&url));
    })?;
    events::emit(scope, "payment_intent.requires_action", &changed)
}
