//! Checks every error response: a registered code, no tokens, a printable description.

use super::agent::ClientCallback;
use super::callback;
use super::flow::AuthorizationRequest;
use super::suite::Suite;
use crate::responses::HttpResponse;

/// Registered codes of our authorization endpoint.
const AT_AUTHORIZATION: [&str; 13] = [
    "access_denied",
    "account_selection_required",
    "consent_required",
    "interaction_required",
    "invalid_request",
    "invalid_request_object",
    "invalid_request_uri",
    "invalid_scope",
    "login_required",
    "request_uri_not_supported",
    "server_error",
    "unauthorized_client",
    "unsupported_response_type",
];

/// Returns the code of an error response at the client.
pub(crate) fn redirected(
    suite: &Suite,
    wish: &AuthorizationRequest,
    arrived: &ClientCallback,
) -> String {
    let response = callback::parameters(suite, arrived);
    callback::only(wish, &response, &["error", "error_description"]);
    let error = response["error"].clone();
    assert!(AT_AUTHORIZATION.contains(&error.as_str()), "{error}");
    printable(&response["error_description"]);
    error
}

/// Asserts an error response of the token endpoint (RFC 6749 section 5.2).
pub(crate) fn assert_error(response: &HttpResponse, status: u16, error: &str) {
    assert_eq!(response.refusal(), (status, error), "{}", response.body);
    assert!(
        response
            .header("content-type")
            .starts_with("application/json")
    );
    assert!(response.header("cache-control").contains("no-store"));
    for good in ["access_token", "id_token", "refresh_token"] {
        assert_eq!(response.body.get(good), None);
    }
    if let Some(text) = response.body.get("error_description") {
        printable(text.as_str().expect("a text"));
    }
}

/// Asserts the characters of a description (RFC 6749 appendix A.8).
fn printable(description: &str) {
    let is_good = |character: char| (' '..='~').contains(&character) && !"\"\\".contains(character);
    assert!(description.chars().all(is_good), "{description}");
    assert!(!description.is_empty());
}
