//! Controls of payments, refunds and disputes.

use serde_json::{Value, json};

use super::arguments::{Arguments, ControlRefusal};
use crate::payments::{
    AttemptResult, DisputeAction, DisputeOpening, PayerDetails, RefundRequest, act_on_dispute,
    attempt, confirm, create_refund, end_delayed_payment, end_refund, find_method, open_dispute,
    warn_of_fraud,
};
use crate::state::{Members, ObjectKind};

/// Steps of a dispute by name.
const STEPS: &[(&str, DisputeAction)] = &[
    ("respond", DisputeAction::Respond),
    ("win", DisputeAction::Win),
    ("lose", DisputeAction::Lose),
    ("appeal", DisputeAction::Appeal),
    ("escalate", DisputeAction::Escalate),
    ("close_inquiry", DisputeAction::CloseInquiry),
    ("prevent", DisputeAction::Prevent),
];

/// Pays a session with a test method, as the card page does.
pub(super) fn pay_session(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let method = arguments.required("method")?;
    let method = find_method(method)
        .ok_or_else(|| ControlRefusal(format!("There is no test method `{method}`.")))?;
    let session = arguments.required("session")?.to_owned();
    let given = arguments.given;
    let payer = PayerDetails {
        email: given.text("email").to_owned(),
        name: given.text("name").to_owned(),
        country: given.text("country").to_owned(),
        promotion_code: given.text("promotion_code").to_owned(),
    };
    let mut scope = arguments.scope_of(ObjectKind::CheckoutSession, "session")?;
    let result = attempt(&mut scope, &session, method, &payer)?;
    Ok(written(&result))
}

/// Ends the confirmation that a session waits for.
pub(super) fn confirm_session(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let session = arguments.required("session")?.to_owned();
    let is_confirmed = arguments.given.is_true("is_confirmed");
    let mut scope = arguments.scope_of(ObjectKind::CheckoutSession, "session")?;
    let result = confirm(&mut scope, &session, is_confirmed)?;
    Ok(written(&result))
}

/// Writes the result of an attempt.
pub(super) fn written(result: &AttemptResult) -> Value {
    match result {
        AttemptResult::Completed => json!({"result": "completed"}),
        AttemptResult::MustConfirm => json!({"result": "must_confirm"}),
        AttemptResult::Declined(message) => json!({"result": "declined", "message": message}),
    }
}

/// Ends a delayed payment before its time.
pub(super) fn end_delayed(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let session = arguments.required("session")?.to_owned();
    let is_paid = arguments.given.is_true("is_paid");
    let mut scope = arguments.scope_of(ObjectKind::CheckoutSession, "session")?;
    end_delayed_payment(&mut scope, &session, is_paid)?;
    Ok(json!({}))
}

/// Opens a dispute about a charge and returns the dispute.
pub(super) fn open(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let charge = arguments.required("charge")?.to_owned();
    let given = arguments.given;
    let opening = DisputeOpening {
        amount: given.member("amount").as_i64(),
        reason: match given.text("reason") {
            "" => "fraudulent".to_owned(),
            reason => reason.to_owned(),
        },
        is_inquiry: given.is_true("is_inquiry"),
    };
    let mut scope = arguments.scope_of(ObjectKind::Charge, "charge")?;
    Ok(open_dispute(&mut scope, &charge, &opening)?)
}

/// Does a step of a dispute and returns the dispute.
pub(super) fn step(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let dispute = arguments.required("dispute")?.to_owned();
    let step = arguments.required("step")?;
    let found = STEPS.iter().find(|(name, _)| *name == step);
    let unknown = || ControlRefusal(format!("There is no step `{step}`."));
    let (_, action) = *found.ok_or_else(unknown)?;
    let mut scope = arguments.scope_of(ObjectKind::Dispute, "dispute")?;
    Ok(act_on_dispute(&mut scope, &dispute, action)?)
}

/// Warns of fraud in a charge and returns the warning.
pub(super) fn warn(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let charge = arguments.required("charge")?.to_owned();
    let mut scope = arguments.scope_of(ObjectKind::Charge, "charge")?;
    Ok(warn_of_fraud(&mut scope, &charge)?)
}

/// Refunds a charge, as an owner does in the dashboard, and returns the refund.
pub(super) fn refund_charge(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let request = RefundRequest {
        charge: arguments.required("charge")?.to_owned(),
        amount: arguments.given.member("amount").as_i64(),
        reason: "requested_by_customer".into(),
        metadata: json!({}),
    };
    let mut scope = arguments.scope_of(ObjectKind::Charge, "charge")?;
    Ok(create_refund(&mut scope, &request)?)
}

/// Ends a pending refund, or lets a refund that succeeded fail; returns the refund.
pub(super) fn finish_refund(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let refund = arguments.required("refund")?.to_owned();
    let is_successful = arguments.given.is_true("is_successful");
    let mut scope = arguments.scope_of(ObjectKind::Refund, "refund")?;
    end_refund(&mut scope, &refund, is_successful)?;
    Ok(scope.get(ObjectKind::Refund, &refund)?.clone())
}
