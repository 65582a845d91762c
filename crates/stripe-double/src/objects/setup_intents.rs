//! Handles the calls that concern setup intents.

use super::fields::is_equal;
use crate::calls::{ApiOperation, list, list_parameters};
use crate::state::ObjectKind;

const KIND: ObjectKind = ObjectKind::SetupIntent;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/setup_intents", "setup_intent_read", |call| {
        let names = ["customer", "payment_method"];
        list(call, KIND, |intent| {
            names
                .iter()
                .all(|name| is_equal(intent, call.parameters, name))
        })
    })
    .with(list_parameters!["customer", "payment_method"]),
    ApiOperation::get("/v1/setup_intents/{id}", "setup_intent_read", |call| {
        call.retrieve(KIND)
    })
    .with(&["client_secret"]),
];
