//! The admin API's contract as one normalised document.

use foundation::text::strict_json;

use super::api::service;
use crate::http::api_schema::{RefusalForm, document_refusals, normalised};

const REFUSALS: RefusalForm = RefusalForm {
    problem: "AdminProblem",
    of_token: [
        ("401", "There is no access token that counts."),
        (
            "403",
            "The access token, or its client's registration, lacks the scope of the operation.",
        ),
    ],
    speaks_oauth: true,
};

/// Returns the OpenAPI document of the admin API.
pub fn openapi_document() -> String {
    let mut document = strict_json::from_stored(&service().spec()).unwrap_or_default();
    document_refusals(&mut document, REFUSALS);
    normalised(&document.to_string())
}
