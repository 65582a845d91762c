//! Rejects query parameters that an operation does not accept.

use foundation::http::QueryContract;
use poem::Request;

use super::problem::{FieldError, Problem};

/// Rejects a request with 400 if its query contains a parameter that is unknown, repeated or empty.
pub(crate) fn check_query(contract: &QueryContract, request: &Request) -> Result<(), Problem> {
    let (uri, method) = (request.uri(), request.method());
    let errors = contract.check(method, uri.path(), uri.query().unwrap_or_default());
    if errors.is_empty() {
        return Ok(());
    }
    let errors: Vec<_> = errors
        .into_iter()
        .map(|error| FieldError::parameter(error.parameter, error.detail))
        .collect();
    Err(Problem::invalid(&errors))
}
