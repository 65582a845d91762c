//! Completion of a session: the payment succeeds, and what follows from it is made or scheduled.

use serde_json::{Value, json};

use super::charge::create_charge;
use super::intent::succeed_intent;
use super::invoice::create_paid_invoice;
use super::methods::MethodOutcome;
use super::saved_method::attach;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

/// Seconds until a dispute, a fraud warning or the end of a refund follows a payment.
const FOLLOW_UP: i64 = 60;

/// Takes the payment of a session at once and completes the session.
pub(super) fn take_payment(
    scope: &mut AccountScope<'_>,
    session_id: &str,
    intent: &Value,
    method: &Value,
    outcome: MethodOutcome,
) -> Result<(), StripeError> {
    let charge = create_charge(scope, intent, method, "succeeded")?;
    events::emit(scope, "charge.succeeded", &charge)?;
    let intent = succeed_intent(scope, intent.text("id"), &charge)?;
    save_method(scope, &intent, method)?;
    follow_up(scope, charge.text("id"), outcome)?;
    create_paid_invoice(scope, session_id, &charge)?;
    complete_session(scope, session_id, "paid", method.member("billing_details"))
}

/// Attaches the method to the customer if the session asked for that.
pub(super) fn save_method(
    scope: &mut AccountScope<'_>,
    intent: &Value,
    method: &Value,
) -> Result<(), StripeError> {
    let customer = intent.text("customer");
    let is_saved = !intent.text("setup_future_usage").is_empty() && !customer.is_empty();
    if is_saved {
        attach(scope, method.text("id"), customer)?;
    }
    Ok(())
}

/// Schedules what follows a payment with some test methods.
pub(crate) fn follow_up(
    scope: &mut AccountScope<'_>,
    charge: &str,
    outcome: MethodOutcome,
) -> Result<(), StripeError> {
    let at = scope.now.saturating_add(FOLLOW_UP);
    let mut mark = |word: &str| {
        let marked = scope.change(ObjectKind::Charge, charge, |charge| {
            charge.put("_refund_outcome", word);
        });
        marked.map(|_charge| ())
    };
    match outcome {
        MethodOutcome::DisputedLater => scope.schedule(at, TaskKind::OpenDispute, charge),
        MethodOutcome::InquiredLater => scope.schedule(at, TaskKind::OpenInquiry, charge),
        MethodOutcome::FraudWarning => scope.schedule(at, TaskKind::WarnOfFraud, charge),
        MethodOutcome::RefundPending => mark("pending")?,
        MethodOutcome::RefundFails => mark("fails")?,
        MethodOutcome::Succeeds
        | MethodOutcome::Declines { .. }
        | MethodOutcome::MustConfirm
        | MethodOutcome::ConfirmsOnce
        | MethodOutcome::LaterChargesFail
        | MethodOutcome::DelayedSuccess
        | MethodOutcome::DelayedFailure => {}
    }
    Ok(())
}

/// Completes a session with a `payment_status` and records the event.
pub(crate) fn complete_session(
    scope: &mut AccountScope<'_>,
    session_id: &str,
    payment_status: &str,
    billing: &Value,
) -> Result<(), StripeError> {
    let details = json!({
        "address": billing.member("address"),
        "business_name": null,
        "email": billing.member("email"),
        "individual_name": null,
        "name": billing.member("name"),
        "phone": null,
        "tax_exempt": "none",
        "tax_ids": [],
    });
    let completed = scope.change(ObjectKind::CheckoutSession, session_id, |session| {
        session.put("status", "complete");
        session.put("payment_status", payment_status);
        session.put("customer_details", details);
        session.put("url", Value::Null);
        session.put("_confirming", Value::Null);
        if session.is_true("automatic_tax.enabled") {
            session.put("automatic_tax.status", "complete");
        }
    })?;
    update_customer(scope, &completed)?;
    events::emit(scope, "checkout.session.completed", &completed)
}

/// Copies the address and the name to the customer if the session asked for that.
fn update_customer(scope: &mut AccountScope<'_>, session: &Value) -> Result<(), StripeError> {
    let customer = session.text("customer");
    let members: Vec<&str> = ["address", "name"]
        .into_iter()
        .filter(|name| session.text(&format!("_customer_update.{name}")) == "auto")
        .filter(|name| {
            !session
                .member(&format!("customer_details.{name}"))
                .is_null()
        })
        .collect();
    if customer.is_empty() || members.is_empty() {
        return Ok(());
    }
    let before = scope.get(ObjectKind::Customer, customer)?.clone();
    let after = scope.change(ObjectKind::Customer, customer, |customer| {
        for name in members {
            let value = session.member(&format!("customer_details.{name}"));
            customer.put(name, value.clone());
        }
    })?;
    events::emit_change(scope, "customer.updated", &before, &after)
}
