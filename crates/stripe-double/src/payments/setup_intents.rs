//! Setup intents: they save a payment method without a payment.

use serde_json::{Value, json};

use super::charge::{ChargeFailure, payment_error};
use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind};

/// Failure of a buyer who did not confirm at the bank.
pub(crate) const SETUP_NOT_CONFIRMED: ChargeFailure = ChargeFailure {
    code: "setup_intent_authentication_failure",
    decline_code: "",
    message: "We are unable to authenticate your payment method. \
              Please choose a different payment method and try again.",
};

/// Creates the setup intent of a new session.
pub(crate) fn create_setup_intent(
    scope: &mut AccountScope<'_>,
    session: &Value,
) -> Result<String, StripeError> {
    let id = scope.new_id(ObjectKind::SetupIntent)?;
    let secret = scope.random_text(25)?;
    let intent = filled(
        "setup_intent",
        json!({
            "id": id,
            "client_secret": format!("{id}_secret_{secret}"),
            "created": scope.now,
            "customer": session.member("customer"),
            "description": session.member("_setup_intent_data.description"),
            "livemode": scope.data.is_live,
            "metadata": session.member("_setup_intent_data.metadata"),
            "payment_method_types": session.member("payment_method_types"),
        }),
    );
    scope.insert(ObjectKind::SetupIntent, intent.clone());
    events::emit(scope, "setup_intent.created", &intent)?;
    Ok(id)
}

/// Asks the buyer of a session to confirm that a method is saved.
pub(crate) fn ask_to_confirm_setup(
    scope: &mut AccountScope<'_>,
    session: &str,
    intent: &str,
    saved: &Value,
) -> Result<(), StripeError> {
    let url = format!("{}/pay/{session}/confirm", scope.base_url);
    scope.change(ObjectKind::CheckoutSession, session, |session| {
        session.put("_confirming", saved.text("id"));
    })?;
    let changed = scope.change(ObjectKind::SetupIntent, intent, |intent| {
        intent.put("status", "requires_action");
        intent.put("payment_method", saved.text("id"));
        intent.put("next_action", redirect_action(&url));
    })?;
    events::emit(scope, "setup_intent.requires_action", &changed)
}

/// Marks a setup intent as succeeded with a saved method.
pub(crate) fn succeed_setup_intent(
    scope: &mut AccountScope<'_>,
    intent: &str,
    saved: &Value,
) -> Result<(), StripeError> {
    let changed = scope.change(ObjectKind::SetupIntent, intent, |intent| {
        intent.put("status", "succeeded");
        intent.put("payment_method", saved.text("id"));
        intent.put("last_setup_error", Value::Null);
        intent.put("next_action", Value::Null);
    })?;
    events::emit(scope, "setup_intent.succeeded", &changed)
}

/// Returns a setup intent to its first status, with the error of a method.
pub(crate) fn fail_setup(
    scope: &mut AccountScope<'_>,
    intent: &str,
    saved: &Value,
    failure: ChargeFailure,
) -> Result<(), StripeError> {
    let mut error = payment_error("", saved, failure);
    if let Value::Object(members) = &mut error {
        members.remove("charge");
    }
    let changed = scope.change(ObjectKind::SetupIntent, intent, |intent| {
        intent.put("status", "requires_payment_method");
        intent.put("payment_method", Value::Null);
        intent.put("last_setup_error", error);
        intent.put("next_action", Value::Null);
    })?;
    events::emit(scope, "setup_intent.setup_failed", &changed)
}

/// Returns the `next_action` of an intent that waits for a confirmation at a page.
pub(crate) fn redirect_action(url: &str) -> Value {
    json!({"type": "redirect_to_url", "redirect_to_url": {"return_url": null, "url": url}})
}
