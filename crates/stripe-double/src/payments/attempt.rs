//! Attempts of a buyer to pay a session.

use serde_json::{Value, json};

use super::amounts::{SessionLine, set_lines};
use super::attempt_result::AttemptResult;
use super::charge::{ChargeFailure, payment_error};
use super::complete::{complete_session, take_payment};
use super::delayed::start_delayed_payment;
use super::intent::{fail_intent, intent_of_session};
use super::methods::{MethodOutcome, TestMethod};
use super::saved_method::create_method;
use super::setup;
use super::unpaid::{ask_for_confirmation, decline};
use crate::billing::{attempt_subscription, confirm_subscription};
use crate::error::StripeError;
use crate::state::{AccountScope, Members, ObjectKind};

/// Details that a buyer enters.
#[derive(Clone, Debug, Default)]
pub(crate) struct PayerDetails {
    pub(crate) email: String,
    pub(crate) name: String,
    /// Two letters, or empty.
    pub(crate) country: String,
    pub(crate) promotion_code: String,
}

const NOT_CONFIRMED: ChargeFailure = ChargeFailure {
    code: "payment_intent_authentication_failure",
    decline_code: "",
    message: "We are unable to authenticate your payment method. \
              Please choose a different payment method and try again.",
};

/// Pays a session with a test method.
pub(crate) fn attempt(
    scope: &mut AccountScope<'_>,
    session_id: &str,
    method: &TestMethod,
    payer: &PayerDetails,
) -> Result<AttemptResult, StripeError> {
    let mut session = open_session(scope, session_id)?;
    if !payer.promotion_code.is_empty() {
        session = apply_promotion_code(scope, session, &payer.promotion_code)?;
    }
    let billing = billing_details(&session, payer);
    if session.text("mode") == "setup" {
        return setup::attempt_setup(scope, &session, method, &billing);
    }
    if session.text("mode") == "subscription" {
        return attempt_subscription(scope, &session, method, &billing);
    }
    if session.number("amount_total") == 0 {
        complete_session(scope, session_id, "no_payment_required", &billing)?;
        return Ok(AttemptResult::Completed);
    }
    let intent = intent_of_session(scope, &session)?;
    let saved = create_method(scope, method, &billing)?;
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
            decline(scope, &intent, &saved, failure)?;
            return Ok(AttemptResult::Declined(message.to_owned()));
        }
        MethodOutcome::MustConfirm | MethodOutcome::ConfirmsOnce => {
            ask_for_confirmation(scope, session_id, &intent, &saved)?;
            return Ok(AttemptResult::MustConfirm);
        }
        MethodOutcome::DelayedSuccess | MethodOutcome::DelayedFailure => {
            start_delayed_payment(scope, session_id, &intent, &saved, method.outcome)?;
        }
        MethodOutcome::Succeeds
        | MethodOutcome::LaterChargesFail
        | MethodOutcome::DisputedLater
        | MethodOutcome::InquiredLater
        | MethodOutcome::FraudWarning
        | MethodOutcome::RefundPending
        | MethodOutcome::RefundFails => {
            take_payment(scope, session_id, &intent, &saved, method.outcome)?;
        }
    }
    Ok(AttemptResult::Completed)
}

/// Ends the confirmation that a session waits for: the buyer confirmed at the bank, or failed to.
pub(crate) fn confirm(
    scope: &mut AccountScope<'_>,
    session_id: &str,
    is_confirmed: bool,
) -> Result<AttemptResult, StripeError> {
    let session = open_session(scope, session_id)?;
    let waiting = session.text("_confirming");
    if waiting.is_empty() {
        return Err(StripeError::invalid(
            "This session waits for no confirmation.",
        ));
    }
    let saved = scope.get(ObjectKind::PaymentMethod, waiting)?.clone();
    if session.text("mode") == "setup" {
        return setup::end_confirmation(scope, &session, &saved, is_confirmed);
    }
    if session.text("mode") == "subscription" {
        return confirm_subscription(scope, &session, &saved, is_confirmed);
    }
    let intent = intent_of_session(scope, &session)?;
    if is_confirmed {
        take_payment(scope, session_id, &intent, &saved, MethodOutcome::Succeeds)?;
        return Ok(AttemptResult::Completed);
    }
    scope.change(ObjectKind::CheckoutSession, session_id, |session| {
        session.put("_confirming", Value::Null);
    })?;
    let error = payment_error("", &saved, NOT_CONFIRMED);
    fail_intent(scope, intent.text("id"), None, error)?;
    Ok(AttemptResult::Declined(NOT_CONFIRMED.message.to_owned()))
}

fn open_session(scope: &AccountScope<'_>, id: &str) -> Result<Value, StripeError> {
    let session = scope.get(ObjectKind::CheckoutSession, id)?;
    if session.text("status") == "open" && session.number("expires_at") > scope.now {
        Ok(session.clone())
    } else {
        Err(StripeError::invalid(
            "This Checkout Session is no longer open.",
        ))
    }
}

fn billing_details(session: &Value, payer: &PayerDetails) -> Value {
    let given = |text: &str| {
        if text.is_empty() {
            Value::Null
        } else {
            text.into()
        }
    };
    let email = match payer.email.as_str() {
        "" => session.member("customer_email").clone(),
        email => email.into(),
    };
    json!({
        "address": {
            "city": null,
            "country": given(&payer.country),
            "line1": null,
            "line2": null,
            "postal_code": null,
            "state": null,
        },
        "email": email,
        "name": given(&payer.name),
        "phone": null,
        "tax_id": null,
    })
}

fn apply_promotion_code(
    scope: &mut AccountScope<'_>,
    mut session: Value,
    code: &str,
) -> Result<Value, StripeError> {
    let codes = scope.data.objects(ObjectKind::PromotionCode);
    let found = codes
        .filter(|known| known.is_true("active"))
        .find(|known| known.text("code").eq_ignore_ascii_case(code));
    let refused = || StripeError::invalid("This promotion code is invalid.");
    let known = found.filter(|_| session.is_true("allow_promotion_codes"));
    let known = known.ok_or_else(refused)?.clone();
    let lines: Vec<SessionLine> = session
        .items("_line_items")
        .iter()
        .map(|item| SessionLine {
            id: item.text("id").to_owned(),
            price: item.member("price").clone(),
            description: item.text("description").to_owned(),
            quantity: item.number("quantity"),
        })
        .collect();
    set_lines(scope, &mut session, &lines, known.number("_percent_off"));
    session.put(
        "discounts",
        json!([{"coupon": null, "promotion_code": known.text("id")}]),
    );
    scope.insert(ObjectKind::CheckoutSession, session.clone());
    for name in ["payment_intent", "_payment_intent"] {
        let intent = session.text(name);
        if !intent.is_empty() {
            let total = session.number("amount_total");
            scope.change(ObjectKind::PaymentIntent, intent, |intent| {
                intent.put("amount", total);
            })?;
        }
    }
    Ok(session)
}
