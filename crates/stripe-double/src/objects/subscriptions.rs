//! Subscriptions: the double has none yet, but a key's permissions for them can be checked.

use serde_json::Value;

use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::state::ObjectKind;

const KIND: ObjectKind = ObjectKind::Subscription;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/subscriptions", "subscription_read", |call| {
        list(call, KIND, |_| true)
    })
    .with(list_parameters!["customer", "price", "status"]),
    ApiOperation::get("/v1/subscriptions/{id}", "subscription_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/subscriptions", "subscription_write", create).with(&["**"]),
    ApiOperation::post("/v1/subscriptions/{id}", "subscription_write", |call| {
        call.retrieve(KIND)
    })
    .with(&["**"]),
];

fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    call.parameters.required("customer")?;
    Err(StripeError::invalid("The double has no subscriptions yet."))
}
