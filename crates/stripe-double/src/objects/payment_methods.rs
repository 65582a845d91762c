//! Handles the calls that concern payment methods.

use super::fields::is_equal;
use crate::calls::{ApiOperation, list, list_parameters};
use crate::payments::detach_method;
use crate::state::ObjectKind;

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
    ApiOperation::post(
        "/v1/payment_methods/{id}/detach",
        "payment_method_write",
        |call| detach_method(&mut call.scope, call.id),
    ),
];
