//! Early fraud warnings.

use super::fields::is_equal;
use crate::calls::{ApiOperation, list, list_parameters};
use crate::state::ObjectKind;

const KIND: ObjectKind = ObjectKind::FraudWarning;
const PERMISSION: &str = "early_fraud_warning_read";

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/radar/early_fraud_warnings", PERMISSION, |call| {
        let names = ["charge", "payment_intent"];
        list(call, KIND, |warning| {
            names
                .iter()
                .all(|name| is_equal(warning, call.parameters, name))
        })
    })
    .with(list_parameters!["charge", "payment_intent"]),
    ApiOperation::get("/v1/radar/early_fraud_warnings/{id}", PERMISSION, |call| {
        call.retrieve(KIND)
    }),
];
