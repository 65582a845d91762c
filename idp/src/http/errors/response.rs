//! Responses for protocol errors, and redirects with parameters.

use poem::http::{HeaderValue, StatusCode, header};
use poem::{Body, Request, Response};
use serde_json::json;
use url::form_urlencoded;

use super::catalogue::{ErrorCode, OAuthError};
use crate::observability::activity;

/// Returns the error document of the token endpoint (RFC 6749 section 5.2). Only a request with an `Authorization`
/// header gets a challenge: after an assertion, or a secret in the form, libraries would report the challenge instead
/// of the error.
pub(crate) fn as_json(request: &Request, error: OAuthError) -> Response {
    let mut response = error_document(error);
    let tried = request.headers().contains_key(header::AUTHORIZATION);
    if error.code == ErrorCode::InvalidClient && tried {
        challenge(&mut response, "Basic realm=\"token\", charset=\"UTF-8\"");
    }
    response
}

/// Returns the error of a request without a token (RFC 6750 section 3.1): the challenge has no error code, and the body
/// describes the remedy.
pub(crate) fn as_missing_token(description: &'static str) -> Response {
    let code = ErrorCode::InvalidToken;
    let mut response = error_document_of(code.status(), code, description);
    challenge(&mut response, "Bearer");
    response
}

/// Returns the error of a protected resource (RFC 6750 section 3): a challenge, and the error document as body.
pub(crate) fn as_bearer_challenge(error: OAuthError) -> Response {
    let mut response = error_document(error);
    let text = format!(
        "Bearer error=\"{}\", error_description=\"{}\"",
        error.code.name(),
        error.description
    );
    challenge(&mut response, &text);
    response
}

/// Returns the error of a key-bound token (RFC 9449 section 7.1): a challenge with the algorithms for proofs.
pub(crate) fn as_proof_challenge(error: OAuthError) -> Response {
    let mut response = error_document(error);
    if matches!(
        error.code,
        ErrorCode::InvalidDpopProof | ErrorCode::UseDpopNonce
    ) {
        response.set_status(StatusCode::UNAUTHORIZED);
    }
    let text = format!(
        "DPoP error=\"{}\", error_description=\"{}\", algs=\"{}\"",
        error.code.name(),
        error.description,
        foundation::dpop::ALGORITHMS.join(" "),
    );
    challenge(&mut response, &text);
    response
}

/// Returns the error document without a challenge.
pub(crate) fn error_document(error: OAuthError) -> Response {
    activity::refused(error.code.name(), error.description);
    let mut response = error_document_of(error.status(), error.code, error.description);
    let headers = response.headers_mut();
    if error.code == ErrorCode::TemporarilyUnavailable {
        let seconds = error.retry_after.unwrap_or(1);
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if let Some(nonce) = error.nonce
        && let Ok(nonce) = HeaderValue::from_str(&nonce.to_string())
    {
        headers.insert("dpop-nonce", nonce);
    }
    response
}

/// Returns the error document of a code, with any status.
pub(super) fn error_document_of(
    status: StatusCode,
    code: ErrorCode,
    description: &str,
) -> Response {
    let body = json!({ "error": code.name(), "error_description": description });
    Response::builder()
        .status(status)
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::PRAGMA, "no-cache")
        .body(Body::from_string(body.to_string()))
}

fn challenge(response: &mut Response, text: &str) {
    if let Ok(value) = HeaderValue::from_str(text) {
        response
            .headers_mut()
            .insert(header::WWW_AUTHENTICATE, value);
    }
}

/// Adds parameters to a URL's query; the rest of the URL is unchanged.
pub(crate) fn with_parameters(address: &str, parameters: &[(&str, &str)]) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(parameters)
        .finish();
    if query.is_empty() {
        return address.to_owned();
    }
    let separator = if address.contains('?') { '&' } else { '?' };
    format!("{address}{separator}{query}")
}

/// Redirects the browser with a GET request, for any method of the original one (303, RFC 9700 section 4.12).
pub(crate) fn redirect(address: &str) -> Response {
    match HeaderValue::from_str(address) {
        Ok(location) => Response::builder()
            .status(StatusCode::SEE_OTHER)
            .header(header::LOCATION, location)
            .header(header::CACHE_CONTROL, "no-store")
            .finish(),
        // No URL that passed validation gets here.
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_appended_to_an_existing_query() {
        let rows = [
            ("https://a.example/cb", "https://a.example/cb?state=a+%26b"),
            (
                "https://a.example/cb?x=1",
                "https://a.example/cb?x=1&state=a+%26b",
            ),
            ("com.example.app:/cb", "com.example.app:/cb?state=a+%26b"),
        ];
        for (address, expected) in rows {
            assert_eq!(with_parameters(address, &[("state", "a &b")]), expected);
        }
        assert_eq!(
            with_parameters("https://a.example/", &[]),
            "https://a.example/"
        );
    }

    #[test]
    fn failed_client_authentication_is_challenged_by_its_own_scheme() {
        let error = OAuthError::new(ErrorCode::InvalidClient, "No.");
        let basic = Request::builder().header("authorization", "Basic x");
        let basic = basic.finish();
        let response = as_json(&basic, error);
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        assert!(
            response
                .header("www-authenticate")
                .unwrap()
                .starts_with("Basic ")
        );
        assert_eq!(response.header("cache-control"), Some("no-store"));
        let response = as_json(&Request::default(), error);
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(response.header("www-authenticate"), None);
        let response = as_json(&basic, OAuthError::invalid_grant());
        assert_eq!(response.status(), StatusCode::BAD_REQUEST);
        assert_eq!(response.header("www-authenticate"), None);
    }

    #[test]
    fn request_without_a_token_learns_no_error_code() {
        let response = as_missing_token("Send a token.");
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(response.content_type(), Some("application/json"));
        assert_eq!(response.header("www-authenticate"), Some("Bearer"));
    }
}
