//! The account API's contract as one normalised document.

use foundation::text::strict_json;

use super::api::service;
use crate::http::api_schema::{RefusalForm, document_refusals, normalised};

const REFUSALS: RefusalForm = RefusalForm {
    problem: "AccountProblem",
    of_token: [
        (
            "401",
            "There is no access token that counts, or the session has ended in which it was given.",
        ),
        (
            "403",
            "The access token lacks the scope `account`, or is of a client that is not first-party.",
        ),
    ],
    speaks_oauth: false,
};

/// Returns the OpenAPI document of the account API.
pub fn openapi_document() -> String {
    let mut document = strict_json::from_stored(&service().spec()).unwrap_or_default();
    document_refusals(&mut document, REFUSALS);
    normalised(&document.to_string())
}
