//! Refusal of query parameters that an operation does not take.

use foundation::http::QueryContract;
use poem::http::StatusCode;
use poem::{Error, Request};

/// Rejects a request with 400 if its query holds a parameter that is unknown, repeated or empty.
pub(crate) fn check_query(contract: &QueryContract, request: &Request) -> poem::Result<()> {
    let (uri, method) = (request.uri(), request.method());
    let errors = contract.check(method, uri.path(), uri.query().unwrap_or_default());
    if errors.is_empty() {
        return Ok(());
    }
    let sentences: Vec<_> = errors
        .iter()
        .map(|error| format!("{}: {}", error.parameter, error.detail))
        .collect();
    Err(Error::from_string(
        sentences.join(" "),
        StatusCode::BAD_REQUEST,
    ))
}
