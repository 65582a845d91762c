//! Requests for the operations that read the public catalogue and plans, and for those on subscriptions. The subscription has two
//! pieces, and each change is taken back.

use super::rows::Row;

const ONE: &[&str] = &["subscription"];
const FEWER: &str = r#"{"quantity": 1, "expected_amount_minor": 0}"#;
const END: &str = r#"{"at": "period_end"}"#;
const WISH: &str = r#"{"quantity": 1}"#;

pub(super) const ROWS: &[Row] = &[
    ("GET /v1/public/catalog/{website}", &["website"], ""),
    ("GET /v1/plans", &[], ""),
    ("GET /v1/plans/{code}", &["plan"], ""),
    ("GET /v1/plans/{code}/versions", &["plan"], ""),
    ("PUT /v1/plans/{code}", &["plan"], r#"{"name": "Pro"}"#),
    (
        "PUT /v1/plans/{code}/versions/{version}/stripe-prices/{id}",
        &["plan", "version", "stripe_price"],
        "",
    ),
    (
        "PUT /v1/stripe-customers/{id}",
        &["stripe_customer"],
        r#"{"customer": {"id": "{customer}"}}"#,
    ),
    ("GET /v1/subscriptions", &[], ""),
    ("GET /v1/subscriptions/{id}", ONE, ""),
    ("POST /v1/subscriptions/{id}/preview", ONE, WISH),
    ("POST /v1/subscriptions/{id}/change", ONE, FEWER),
    ("POST /v1/subscriptions/{id}/cancel", ONE, END),
    ("POST /v1/subscriptions/{id}/resume", ONE, ""),
    ("GET /v1/me/subscriptions", &[], ""),
    ("GET /v1/me/subscriptions/{id}", ONE, ""),
    ("POST /v1/me/subscriptions/{id}/preview", ONE, WISH),
    ("POST /v1/me/subscriptions/{id}/change", ONE, FEWER),
    ("POST /v1/me/subscriptions/{id}/cancel", ONE, END),
    ("POST /v1/me/subscriptions/{id}/resume", ONE, ""),
];
