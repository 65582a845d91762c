//! Promotion codes, which controls make.

use super::fields::is_equal;
use crate::calls::{ApiOperation, list, list_parameters};
use crate::state::ObjectKind;

const KIND: ObjectKind = ObjectKind::PromotionCode;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/promotion_codes", "promotion_code_read", |call| {
        let names = ["active", "code"];
        list(call, KIND, |code| {
            names
                .iter()
                .all(|name| is_equal(code, call.parameters, name))
        })
    })
    .with(list_parameters!["active", "code"]),
    ApiOperation::get("/v1/promotion_codes/{id}", "promotion_code_read", |call| {
        call.retrieve(KIND)
    }),
];
