//! Sessions in subscription mode: a paid or saved card begins the subscription and completes the session.

use serde_json::{Value, json};

use super::collect::{Collection, collect};
use super::finalize::finalize;
use super::items::NewItem;
use super::subscribe::{NewSubscription, subscribe};
use crate::error::StripeError;
use crate::events;
use crate::payments::{
    AttemptResult, ChargeFailure, MethodOutcome, SETUP_NOT_CONFIRMED, TestMethod,
    ask_for_confirmation, ask_to_confirm_setup, attach, complete_session, create_buyer,
    create_method, create_setup_intent, decline, fail_intent, fail_setup, new_intent,
    payment_error, succeed_setup_intent,
};
use crate::state::{AccountScope, Members, ObjectKind};

const SESSION: ObjectKind = ObjectKind::CheckoutSession;

/// Begins the subscription of a session with a test method.
pub(crate) fn attempt_subscription(
    scope: &mut AccountScope<'_>,
    session: &Value,
    method: &TestMethod,
    billing: &Value,
) -> Result<AttemptResult, StripeError> {
    if method.is_bank() {
        let message = "The double takes only cards for subscriptions.";
        return Err(StripeError::invalid(message));
    }
    let is_free = session.number("amount_total") == 0;
    if is_free && session.text("payment_method_collection") == "if_required" {
        return begin(scope, session, &Value::Null, billing);
    }
    let saved = create_method(scope, method, billing)?;
    let intent = intent_of(scope, session)?;
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
            if is_free {
                fail_setup(scope, &intent, &saved, failure)?;
            } else {
                let intent = scope.get(ObjectKind::PaymentIntent, &intent)?.clone();
                decline(scope, &intent, &saved, failure)?;
            }
            Ok(AttemptResult::Declined(message.to_owned()))
        }
        MethodOutcome::MustConfirm | MethodOutcome::ConfirmsOnce => {
            if is_free {
                ask_to_confirm_setup(scope, session.text("id"), &intent, &saved)?;
            } else {
                let intent = scope.get(ObjectKind::PaymentIntent, &intent)?.clone();
                ask_for_confirmation(scope, session.text("id"), &intent, &saved)?;
            }
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
        | MethodOutcome::DelayedFailure => begin(scope, session, &saved, billing),
    }
}

/// Ends the confirmation of a session in subscription mode.
pub(crate) fn confirm_subscription(
    scope: &mut AccountScope<'_>,
    session: &Value,
    saved: &Value,
    is_confirmed: bool,
) -> Result<AttemptResult, StripeError> {
    if is_confirmed {
        return begin(scope, session, saved, saved.member("billing_details"));
    }
    scope.change(SESSION, session.text("id"), |session| {
        session.put("_confirming", Value::Null);
    })?;
    let intent = intent_of(scope, session)?;
    if session.number("amount_total") == 0 {
        fail_setup(scope, &intent, saved, SETUP_NOT_CONFIRMED)?;
    } else {
        let failure = ChargeFailure {
            code: "payment_intent_authentication_failure",
            ..SETUP_NOT_CONFIRMED
        };
        let error = payment_error("", saved, failure);
        fail_intent(scope, &intent, None, error)?;
    }
    let message = SETUP_NOT_CONFIRMED.message.to_owned();
    Ok(AttemptResult::Declined(message))
}

/// Returns the hidden intent of a session: of the payment, or of the card if nothing is due.
fn intent_of(scope: &mut AccountScope<'_>, session: &Value) -> Result<String, StripeError> {
    let is_free = session.number("amount_total") == 0;
    let name = if is_free {
        "_setup_intent"
    } else {
        "_payment_intent"
    };
    let known = session.text(name);
    if !known.is_empty() {
        return Ok(known.to_owned());
    }
    let intent = if is_free {
        create_setup_intent(scope, session)?
    } else {
        let members = json!({
            "amount": session.number("amount_total"),
            "currency": session.text("currency"),
            "customer": session.member("customer"),
            "description": "Subscription creation",
            "metadata": {},
            "payment_method_types": session.member("payment_method_types"),
            "receipt_email": null,
            "setup_future_usage": "off_session",
        });
        new_intent(scope, members)?
    };
    scope.change(SESSION, session.text("id"), |session| {
        session.put(name, intent.as_str());
    })?;
    Ok(intent)
}

/// Creates the subscription with its paid first invoice and completes the session. The method is null without a card.
fn begin(
    scope: &mut AccountScope<'_>,
    session: &Value,
    saved: &Value,
    billing: &Value,
) -> Result<AttemptResult, StripeError> {
    let id = session.text("id");
    let session = with_customer(scope, session, billing)?;
    if !saved.is_null() {
        attach(scope, saved.text("id"), session.text("customer"))?;
    }
    let new = new_subscription(scope, &session, saved)?;
    let subscription = subscribe(scope, &new)?;
    events::emit(scope, "customer.subscription.created", &subscription)?;
    let invoice = subscription.text("latest_invoice").to_owned();
    let is_free = session.number("amount_total") == 0;
    if !is_free {
        let intent = intent_of(scope, &session)?;
        scope.change(ObjectKind::PaymentIntent, &intent, |found| {
            found.put("customer", session.text("customer"));
        })?;
        scope.change(ObjectKind::Invoice, &invoice, |invoice| {
            invoice.put("_payment_intent", intent);
        })?;
    } else if !saved.is_null() {
        let intent = intent_of(scope, &session)?;
        succeed_setup_intent(scope, &intent, saved)?;
    }
    scope.change(SESSION, id, |session| {
        session.put("subscription", subscription.text("id"));
        session.put("invoice", invoice.as_str());
    })?;
    let finalized = finalize(scope, &invoice)?;
    if finalized.text("status") == "open" {
        let collection = Collection {
            method: saved.clone(),
            is_off_session: false,
            is_confirmed: true,
            is_automatic: true,
        };
        collect(scope, &invoice, &collection)?;
    }
    let payment_status = if is_free {
        "no_payment_required"
    } else {
        "paid"
    };
    complete_session(scope, id, payment_status, billing)?;
    Ok(AttemptResult::Completed)
}

fn with_customer(
    scope: &mut AccountScope<'_>,
    session: &Value,
    billing: &Value,
) -> Result<Value, StripeError> {
    let current = scope.get(SESSION, session.text("id"))?.clone();
    if !current.text("customer").is_empty() {
        return Ok(current);
    }
    let customer = create_buyer(scope, billing)?;
    scope.change(SESSION, session.text("id"), |session| {
        session.put("customer", customer);
    })
}

fn new_subscription(
    scope: &AccountScope<'_>,
    session: &Value,
    saved: &Value,
) -> Result<NewSubscription, StripeError> {
    let mut items = Vec::new();
    for line in session.items("_line_items") {
        let price = scope.get(ObjectKind::Price, line.text("price.id"))?;
        items.push(NewItem {
            price: price.clone(),
            quantity: line.number("quantity"),
        });
    }
    let data = session.member("_subscription_data");
    Ok(NewSubscription {
        customer: session.text("customer").to_owned(),
        items,
        trial_days: data.number("trial_period_days"),
        at_trial_end: data.text("missing_payment_method").to_owned(),
        default_payment_method: saved.member("id").clone(),
        metadata: data.member("metadata").clone(),
        description: data.member("description").clone(),
        is_taxed: session.is_true("automatic_tax.enabled"),
        percent_off: session.number("_percent_off"),
        status: "active",
    })
}
