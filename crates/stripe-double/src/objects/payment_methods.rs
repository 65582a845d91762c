//! Handles the calls that concern payment methods.

use serde_json::Value;

use super::fields::{is_equal, put_metadata};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::payments::detach_method;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::PaymentMethod;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/payment_methods", "payment_method_read", |call| {
        let names = ["customer", "type"];
        list(call, KIND, |method| {
            names
                .iter()
                .all(|name| is_equal(method, call.parameters, name))
        })
    })
    .with(list_parameters!["customer", "type"]),
    ApiOperation::get("/v1/payment_methods/{id}", "payment_method_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/payment_methods/{id}", "payment_method_write", update).with(&[
        "card.exp_month",
        "card.exp_year",
        "metadata.*",
    ]),
    ApiOperation::post(
        "/v1/payment_methods/{id}/detach",
        "payment_method_write",
        |call| detach_method(&mut call.scope, call.id),
    ),
];

/// Changes the metadata of a method, and the month in which a card expires.
fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = call.retrieve(KIND)?;
    let mut after = before.clone();
    for name in ["card.exp_month", "card.exp_year"] {
        if let Some(number) = call.parameters.integer(name)? {
            after.put(name, number);
        }
    }
    put_metadata(&mut after, call.parameters)?;
    call.scope.insert(KIND, after.clone());
    events::emit_change(&mut call.scope, "payment_method.updated", &before, &after)?;
    Ok(after)
}
