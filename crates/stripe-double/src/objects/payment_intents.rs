//! Handles the calls that concern payment intents.

use serde_json::Value;

use super::fields::{is_equal, put_metadata, put_texts};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::state::ObjectKind;

const KIND: ObjectKind = ObjectKind::PaymentIntent;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/payment_intents", "payment_intent_read", |call| {
        list(call, KIND, |intent| {
            is_equal(intent, call.parameters, "customer")
        })
    })
    .with(list_parameters!["customer"]),
    ApiOperation::get("/v1/payment_intents/{id}", "payment_intent_read", |call| {
        call.retrieve(KIND)
    })
    .with(&["client_secret"]),
    ApiOperation::post("/v1/payment_intents/{id}", "payment_intent_write", update)
        .with(&["description", "metadata.*"]),
];

fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let mut intent = call.retrieve(KIND)?;
    put_texts(&mut intent, call.parameters, &["description"]);
    put_metadata(&mut intent, call.parameters)?;
    call.scope.insert(KIND, intent.clone());
    Ok(intent)
}
