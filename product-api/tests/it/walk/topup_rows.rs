//! Requests for the operations on automatic top-ups. The available credits are above the threshold, so that nothing is bought.

use super::rows::Row;

const ONE: &[&str] = &["customer"];
const RULE: &str = r#"{"website": "{website}", "pack": "{pack}", "threshold": 5, "month_max_minor": 5000, "month_max_count": 5,
    "consent": "Buy 500 credits for 9.00 EUR whenever fewer than 5 are left."}"#;
const LOWER: &str = r#"{"threshold": 4, "month_max_minor": 4000, "month_max_count": 4}"#;

pub(super) const ROWS: &[Row] = &[
    ("PUT /v1/me/top-up", &[], RULE),
    ("GET /v1/me/top-up", &[], ""),
    (
        "POST /v1/me/top-up/retry",
        &[],
        r#"{"website": "{website}"}"#,
    ),
    ("GET /v1/me/top-up/attempts", &[], ""),
    ("GET /v1/customers/{id}/top-up", ONE, ""),
    ("GET /v1/customers/{id}/top-up/attempts", ONE, ""),
    ("PUT /v1/customers/{id}/top-up", ONE, LOWER),
    ("DELETE /v1/customers/{id}/top-up", ONE, ""),
    ("DELETE /v1/me/top-up", &[], ""),
];
