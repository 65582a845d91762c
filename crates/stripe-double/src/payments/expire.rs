//! The end of sessions that were not paid.

use serde_json::Value;

use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// Expires an open session and cancels its payment intent; returns the session.
pub(crate) fn expire_session(scope: &mut AccountScope<'_>, id: &str) -> Result<Value, StripeError> {
    let session = scope.get(ObjectKind::CheckoutSession, id)?.clone();
    if session.text("status") != "open" {
        return Ok(session);
    }
    let now = scope.now;
    let expired = scope.change(ObjectKind::CheckoutSession, id, |session| {
        session.put("status", "expired");
        session.put("url", Value::Null);
    })?;
    for (kind, member, event_type) in [
        (
            ObjectKind::PaymentIntent,
            "_payment_intent",
            "payment_intent.canceled",
        ),
        (
            ObjectKind::SetupIntent,
            "_setup_intent",
            "setup_intent.canceled",
        ),
        (
            ObjectKind::PaymentIntent,
            "payment_intent",
            "payment_intent.canceled",
        ),
        (
            ObjectKind::SetupIntent,
            "setup_intent",
            "setup_intent.canceled",
        ),
    ] {
        let intent = session.text(member);
        if intent.is_empty() {
            continue;
        }
        let canceled = scope.change(kind, intent, |intent| {
            intent.put("status", "canceled");
            intent.put("next_action", Value::Null);
            if kind == ObjectKind::PaymentIntent {
                intent.put("cancellation_reason", "automatic");
                intent.put("canceled_at", now);
            } else {
                // A setup intent has no word for an automatic cancellation.
                intent.put("cancellation_reason", "abandoned");
            }
        })?;
        events::emit(scope, event_type, &canceled)?;
    }
    events::emit(scope, "checkout.session.expired", &expired)?;
    Ok(expired)
}
