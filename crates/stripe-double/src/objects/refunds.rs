//! Handles the calls that concern refunds.

use serde_json::{Value, json};

use super::fields::{is_equal, put_metadata};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::payments::{RefundRequest, create_refund};
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Refund;
const REASONS: [&str; 3] = ["duplicate", "fraudulent", "requested_by_customer"];

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::post("/v1/refunds", "charge_write", create).with(&[
        "amount",
        "charge",
        "metadata.*",
        "payment_intent",
        "reason",
    ]),
    ApiOperation::get("/v1/refunds", "charge_read", list_all)
        .with(list_parameters!["charge", "payment_intent"]),
    ApiOperation::get("/v1/refunds/{id}", "charge_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/refunds/{id}", "charge_write", update).with(&["metadata.*"]),
];

fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let parameters = call.parameters;
    let amount = parameters.integer("amount")?;
    let reason = parameters.choice("reason", &REASONS)?;
    let metadata = parameters.metadata("metadata", &json!({}))?;
    let charge = match (parameters.text("charge"), parameters.text("payment_intent")) {
        (Some(charge), _) => {
            call.scope
                .referenced(ObjectKind::Charge, charge, "charge")?;
            charge.to_owned()
        }
        (None, Some(intent)) => charge_of(call, intent)?,
        (None, None) => {
            let message = "One of the following params should be provided for this request: \
                           payment_intent or charge.";
            return Err(StripeError::early(400, message));
        }
    };
    let request = RefundRequest {
        charge,
        amount,
        reason: reason.map_or(Value::Null, Value::from),
        metadata,
    };
    create_refund(&mut call.scope, &request)
}

fn charge_of(call: &Call<'_>, intent: &str) -> Result<String, StripeError> {
    let kind = ObjectKind::PaymentIntent;
    let found = call.scope.referenced(kind, intent, "payment_intent")?;
    if found.text("status") != "succeeded" {
        let message =
            format!("This PaymentIntent ({intent}) does not have a successful charge to refund.");
        let error = StripeError::invalid(message).about("payment_intent");
        return Err(error.coded("payment_intent_unexpected_state"));
    }
    Ok(found.text("latest_charge").to_owned())
}

fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = call.retrieve(KIND)?;
    let mut after = before.clone();
    put_metadata(&mut after, call.parameters)?;
    call.scope.insert(KIND, after.clone());
    events::emit_change(&mut call.scope, "refund.updated", &before, &after)?;
    Ok(after)
}

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let names = ["charge", "payment_intent"];
    list(call, KIND, |refund| {
        names
            .iter()
            .all(|name| is_equal(refund, call.parameters, name))
    })
}
