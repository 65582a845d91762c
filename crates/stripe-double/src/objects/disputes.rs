//! Handles the calls that concern disputes.

use serde_json::Value;

use super::fields::{is_equal, put_metadata};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::payments::{DisputeAction, act_on_dispute};
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Dispute;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/disputes", "dispute_read", list_all)
        .with(list_parameters!["charge", "payment_intent"]),
    ApiOperation::get("/v1/disputes/{id}", "dispute_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/disputes/{id}", "dispute_write", update).with(&[
        "evidence.**",
        "metadata.*",
        "submit",
    ]),
    ApiOperation::post("/v1/disputes/{id}/close", "dispute_write", |call| {
        act_on_dispute(&mut call.scope, call.id, DisputeAction::Lose)
    }),
];

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let names = ["charge", "payment_intent"];
    list(call, KIND, |dispute| {
        names
            .iter()
            .all(|name| is_equal(dispute, call.parameters, name))
    })
}

/// Stages evidence, and sends it unless `submit` is false.
fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = call.retrieve(KIND)?;
    let mut after = before.clone();
    let submit = call.parameters.boolean("submit")?;
    let evidence = call.parameters.group("evidence");
    for (name, value) in evidence.as_object().into_iter().flatten() {
        after.put(&format!("evidence.{name}"), value.clone());
        after.put("evidence_details.has_evidence", true);
    }
    put_metadata(&mut after, call.parameters)?;
    call.scope.insert(KIND, after.clone());
    let is_submitted = submit.unwrap_or(!evidence.is_null());
    if is_submitted {
        return act_on_dispute(&mut call.scope, call.id, DisputeAction::Respond);
    }
    events::emit_change(&mut call.scope, "charge.dispute.updated", &before, &after)?;
    Ok(after)
}
