//! Handles the calls that concern charges.

use serde_json::Value;

use super::fields::{is_equal, put_metadata, put_texts};
use crate::calls::{ApiOperation, Call, list, list_objects, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Charge;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/charges", "charge_read", list_all).with(list_parameters![
        "customer",
        "payment_intent",
        "transfer_group"
    ]),
    ApiOperation::get("/v1/charges/{id}", "charge_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/charges/{id}", "charge_write", update).with(&[
        "description",
        "metadata.*",
        "receipt_email",
    ]),
    ApiOperation::get("/v1/charges/{id}/refunds", "charge_read", list_refunds)
        .with(list_parameters![]),
];

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let names = ["customer", "payment_intent", "transfer_group"];
    list(call, KIND, |charge| {
        names
            .iter()
            .all(|name| is_equal(charge, call.parameters, name))
    })
}

fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = call.retrieve(KIND)?;
    let mut after = before.clone();
    put_texts(
        &mut after,
        call.parameters,
        &["description", "receipt_email"],
    );
    put_metadata(&mut after, call.parameters)?;
    call.scope.insert(KIND, after.clone());
    events::emit_change(&mut call.scope, "charge.updated", &before, &after)?;
    Ok(after)
}

fn list_refunds(call: &mut Call<'_>) -> Result<Value, StripeError> {
    call.retrieve(KIND)?;
    let url = format!("/v1/charges/{}/refunds", call.id);
    list_objects(call, ObjectKind::Refund, &url, |refund| {
        refund.text("charge") == call.id
    })
}
