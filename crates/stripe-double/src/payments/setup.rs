//! Sessions in setup mode: they save a payment method and take no money.

use serde_json::{Value, json};

use super::attempt::AttemptResult;
use super::charge::{ChargeFailure, payment_error};
use super::complete::complete_session;
use super::methods::{MethodOutcome, TestMethod};
use super::saved_method::{attach, create_method};
use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind};

const NOT_CONFIRMED: ChargeFailure = ChargeFailure {
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

/// Saves a test method by a session.
pub(super) fn attempt_setup(
    scope: &mut AccountScope<'_>,
    session: &Value,
    method: &TestMethod,
    billing: &Value,
) -> Result<AttemptResult, StripeError> {
    let intent_id = session.text("setup_intent");
    let saved = create_method(scope, method, billing)?;
    match method.outcome {
        MethodOutcome::Declines {
            code,
            decline_code,
            message,
        } => {
            let failure = ChargeFailure {
                code,
                decline_code,
                message,
            };
            fail_setup(scope, intent_id, &saved, failure)
        }
        MethodOutcome::MustConfirm => {
            let session_id = session.text("id");
            let url = format!("{}/pay/{session_id}/confirm", scope.base_url);
            scope.change(ObjectKind::CheckoutSession, session_id, |session| {
                session.put("_confirming", saved.text("id"));
            })?;
            let changed = scope.change(ObjectKind::SetupIntent, intent_id, |intent| {
                intent.put("status", "requires_action");
                intent.put("payment_method", saved.text("id"));
                intent.put("next_action", redirect_action(&url));
            })?;
            events::emit(scope, "setup_intent.requires_action", &changed)?;
            Ok(AttemptResult::MustConfirm)
        }
        MethodOutcome::Succeeds
        | MethodOutcome::LaterChargesFail
        | MethodOutcome::DisputedLater
        | MethodOutcome::InquiredLater
        | MethodOutcome::FraudWarning
        | MethodOutcome::RefundPending
        | MethodOutcome::RefundFails
        | MethodOutcome::DelayedSuccess
        | MethodOutcome::DelayedFailure => succeed_setup(scope, session, &saved),
    }
}

/// Ends the confirmation of a session in setup mode.
pub(super) fn end_confirmation(
    scope: &mut AccountScope<'_>,
    session: &Value,
    saved: &Value,
    is_confirmed: bool,
) -> Result<AttemptResult, StripeError> {
    if is_confirmed {
        return succeed_setup(scope, session, saved);
    }
    scope.change(ObjectKind::CheckoutSession, session.text("id"), |session| {
        session.put("_confirming", Value::Null);
    })?;
    fail_setup(scope, session.text("setup_intent"), saved, NOT_CONFIRMED)
}

fn succeed_setup(
    scope: &mut AccountScope<'_>,
    session: &Value,
    saved: &Value,
) -> Result<AttemptResult, StripeError> {
    let customer = session.text("customer");
    if !customer.is_empty() {
        attach(scope, saved.text("id"), customer)?;
    }
    let intent_id = session.text("setup_intent");
    let changed = scope.change(ObjectKind::SetupIntent, intent_id, |intent| {
        intent.put("status", "succeeded");
        intent.put("payment_method", saved.text("id"));
        intent.put("last_setup_error", Value::Null);
        intent.put("next_action", Value::Null);
    })?;
    events::emit(scope, "setup_intent.succeeded", &changed)?;
    let billing = saved.member("billing_details");
    complete_session(scope, session.text("id"), "no_payment_required", billing)?;
    Ok(AttemptResult::Completed)
}

fn fail_setup(
    scope: &mut AccountScope<'_>,
    intent_id: &str,
    saved: &Value,
    failure: ChargeFailure,
) -> Result<AttemptResult, StripeError> {
    let mut error = payment_error("", saved, failure);
    if let Value::Object(members) = &mut error {
        members.remove("charge");
    }
    let changed = scope.change(ObjectKind::SetupIntent, intent_id, |intent| {
        intent.put("status", "requires_payment_method");
        intent.put("payment_method", Value::Null);
        intent.put("last_setup_error", error);
        intent.put("next_action", Value::Null);
    })?;
    events::emit(scope, "setup_intent.setup_failed", &changed)?;
    Ok(AttemptResult::Declined(failure.message.to_owned()))
}

/// Returns the `next_action` of an intent that waits for a confirmation at a page.
pub(super) fn redirect_action(url: &str) -> Value {
    json!({"type": "redirect_to_url", "redirect_to_url": {"return_url": null, "url": url}})
}
