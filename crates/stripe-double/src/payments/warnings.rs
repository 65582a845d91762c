//! Early fraud warnings: the bank believes that a charge is fraudulent.

use serde_json::{Value, json};

use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// Creates a warning about a charge; actionable unless the charge is refunded or disputed.
pub(crate) fn warn_of_fraud(
    scope: &mut AccountScope<'_>,
    charge: &str,
) -> Result<Value, StripeError> {
    let found = scope.get(ObjectKind::Charge, charge)?;
    let is_actionable = !found.is_true("refunded") && !found.is_true("disputed");
    let intent = found.member("payment_intent").clone();
    let warning = json!({
        "id": scope.new_id(ObjectKind::FraudWarning)?,
        "object": "radar.early_fraud_warning",
        "actionable": is_actionable,
        "charge": charge,
        "created": scope.now,
        "fraud_type": "made_with_stolen_card",
        "livemode": scope.data.is_live,
        "payment_intent": intent,
    });
    scope.insert(ObjectKind::FraudWarning, warning.clone());
    events::emit(scope, "radar.early_fraud_warning.created", &warning)?;
    Ok(warning)
}

/// Marks the warnings of a charge as no longer actionable, after a full refund or a dispute.
pub(super) fn settle_warnings(
    scope: &mut AccountScope<'_>,
    charge: &str,
) -> Result<(), StripeError> {
    let actionable: Vec<Value> = scope
        .data
        .objects(ObjectKind::FraudWarning)
        .filter(|warning| warning.text("charge") == charge && warning.is_true("actionable"))
        .cloned()
        .collect();
    for before in actionable {
        let after = scope.change(ObjectKind::FraudWarning, before.text("id"), |warning| {
            warning.put("actionable", false);
        })?;
        events::emit_change(scope, "radar.early_fraud_warning.updated", &before, &after)?;
    }
    Ok(())
}
