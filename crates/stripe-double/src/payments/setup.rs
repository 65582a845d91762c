//! Sessions in setup mode: they save a payment method and take no money.

use serde_json::Value;

use super::attempt_result::AttemptResult;
use super::charge::ChargeFailure;
use super::complete::complete_session;
use super::methods::{MethodOutcome, TestMethod};
use super::saved_method::{attach, create_method};
use super::setup_intents::{
    SETUP_NOT_CONFIRMED, ask_to_confirm_setup, fail_setup, succeed_setup_intent,
};
use crate::error::StripeError;
use crate::state::{AccountScope, Members, ObjectKind};

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
            fail_setup(scope, intent_id, &saved, failure)?;
            Ok(AttemptResult::Declined(message.to_owned()))
        }
        MethodOutcome::MustConfirm | MethodOutcome::ConfirmsOnce => {
            ask_to_confirm_setup(scope, session.text("id"), intent_id, &saved)?;
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
    let intent = session.text("setup_intent");
    fail_setup(scope, intent, saved, SETUP_NOT_CONFIRMED)?;
    Ok(AttemptResult::Declined(
        SETUP_NOT_CONFIRMED.message.to_owned(),
    ))
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
    succeed_setup_intent(scope, session.text("setup_intent"), saved)?;
    let billing = saved.member("billing_details");
    complete_session(scope, session.text("id"), "no_payment_required", billing)?;
    Ok(AttemptResult::Completed)
}
