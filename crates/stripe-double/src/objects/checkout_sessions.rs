//! Handles the calls that concern checkout sessions.

use serde_json::Value;

use super::checkout_new::create;
use super::checkout_parameters::PARAMETERS;
use super::fields::{is_equal, put_metadata};
use crate::calls::{ApiOperation, Call, list, list_items, list_parameters};
use crate::error::StripeError;
use crate::payments::expire_session;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::CheckoutSession;
const READ: &str = "checkout_session_read";
const WRITE: &str = "checkout_session_write";

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::post("/v1/checkout/sessions", WRITE, create).with(PARAMETERS),
    ApiOperation::get("/v1/checkout/sessions", READ, list_all).with(list_parameters![
        "customer",
        "customer_details.email",
        "payment_intent",
        "status",
        "subscription",
    ]),
    ApiOperation::get("/v1/checkout/sessions/{id}", READ, |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/checkout/sessions/{id}", WRITE, update).with(&["metadata.*"]),
    ApiOperation::post("/v1/checkout/sessions/{id}/expire", WRITE, expire),
    ApiOperation::get("/v1/checkout/sessions/{id}/line_items", READ, list_lines)
        .with(list_parameters![]),
];

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let names = [
        "customer",
        "customer_details.email",
        "payment_intent",
        "status",
        "subscription",
    ];
    list(call, KIND, |session| {
        names
            .iter()
            .all(|name| is_equal(session, call.parameters, name))
    })
}

fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let mut session = call.retrieve(KIND)?;
    put_metadata(&mut session, call.parameters)?;
    call.scope.insert(KIND, session.clone());
    Ok(session)
}

fn expire(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let session = call.retrieve(KIND)?;
    let status = session.text("status");
    if status != "open" {
        let message = format!(
            "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout \
             Session has a status of `{status}`."
        );
        return Err(StripeError::invalid(message).about("session"));
    }
    expire_session(&mut call.scope, call.id)
}

fn list_lines(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let session = call.retrieve(KIND)?;
    let url = format!("/v1/checkout/sessions/{}/line_items", call.id);
    list_items(call, session.items("_line_items"), &url)
}
