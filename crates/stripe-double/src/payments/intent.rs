//! Makes payment intents and changes their status.

use serde_json::{Value, json};

use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind};

/// Returns the payment intent of a session; the first attempt to pay creates it.
pub(super) fn intent_of_session(
    scope: &mut AccountScope<'_>,
    session: &Value,
) -> Result<Value, StripeError> {
    let known = session.text("payment_intent");
    if !known.is_empty() {
        return scope.get(ObjectKind::PaymentIntent, known).cloned();
    }
    let id = new_intent(
        scope,
        json!({
            "amount": session.number("amount_total"),
            "currency": session.text("currency"),
            "customer": session.member("customer"),
            "description": session.member("_payment_intent_data.description"),
            "metadata": session.member("_payment_intent_data.metadata"),
            "payment_method_types": session.member("payment_method_types"),
            "receipt_email": session.member("_payment_intent_data.receipt_email"),
            "setup_future_usage": session.member("_payment_intent_data.setup_future_usage"),
        }),
    )?;
    scope.change(ObjectKind::CheckoutSession, session.text("id"), |session| {
        session.put("payment_intent", id.as_str());
    })?;
    scope.get(ObjectKind::PaymentIntent, &id).cloned()
}

/// Creates a payment intent with these members and returns its id.
pub(crate) fn new_intent(
    scope: &mut AccountScope<'_>,
    members: Value,
) -> Result<String, StripeError> {
    let id = scope.new_id(ObjectKind::PaymentIntent)?;
    let secret = scope.random_text(25)?;
    let mut intent = filled("payment_intent", members);
    intent.put("id", id.as_str());
    intent.put("client_secret", format!("{id}_secret_{secret}"));
    intent.put("created", scope.now);
    intent.put("livemode", scope.data.is_live);
    scope.insert(ObjectKind::PaymentIntent, intent.clone());
    events::emit(scope, "payment_intent.created", &intent)?;
    Ok(id)
}

/// Marks an intent as paid by a charge and returns it.
pub(crate) fn succeed_intent(
    scope: &mut AccountScope<'_>,
    id: &str,
    charge: &Value,
) -> Result<Value, StripeError> {
    let changed = scope.change(ObjectKind::PaymentIntent, id, |intent| {
        intent.put("status", "succeeded");
        intent.put("amount_received", charge.number("amount"));
        intent.put("latest_charge", charge.text("id"));
        intent.put("payment_method", charge.text("payment_method"));
        intent.put("last_payment_error", Value::Null);
        intent.put("next_action", Value::Null);
        intent.put("processing", Value::Null);
    })?;
    events::emit(scope, "payment_intent.succeeded", &changed)?;
    Ok(changed)
}

/// Returns an intent to its first status after a failed charge, with the error.
pub(crate) fn fail_intent(
    scope: &mut AccountScope<'_>,
    id: &str,
    charge: Option<&str>,
    error: Value,
) -> Result<(), StripeError> {
    let changed = scope.change(ObjectKind::PaymentIntent, id, |intent| {
        intent.put("status", "requires_payment_method");
        if let Some(charge) = charge {
            intent.put("latest_charge", charge);
        }
        intent.put("payment_method", Value::Null);
        intent.put("last_payment_error", error);
        intent.put("next_action", Value::Null);
        intent.put("processing", Value::Null);
    })?;
    events::emit(scope, "payment_intent.payment_failed", &changed)
}
