//! Middleware that gives every error response to a program a JSON body.

use poem::http::{HeaderMap, StatusCode, header};
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response};

use super::catalogue::{ErrorCode, OAuthError};
use super::response::error_document_of;

/// Audience of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Programs only.
    Programs,
    /// Browsers, and programs that request JSON.
    People,
}

/// Adds a JSON body to error responses of an endpoint for programs.
pub(crate) fn with_error_documents<E: Endpoint + 'static>(
    endpoint: E,
    readers: Readers,
) -> impl Endpoint<Output = Response> + use<E> {
    endpoint.around(move |endpoint, request: Request| async move {
        let is_for_program = readers == Readers::Programs || wants_json(request.headers());
        let response = match endpoint.call(request).await {
            Ok(response) => response.into_response(),
            Err(error) if is_for_program => error.into_response(),
            Err(error) => return Err(error),
        };
        if is_for_program && is_without_document(&response) {
            return Ok(documented(&response));
        }
        Ok(response)
    })
}

/// Returns true if a client requests JSON rather than a page.
fn wants_json(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let accepted: Vec<_> = accepted.filter_map(|value| value.to_str().ok()).collect();
    let accepted = accepted.join(",").to_ascii_lowercase();
    accepted.contains("json") && !accepted.contains("text/html")
}

fn is_without_document(response: &Response) -> bool {
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    let content_type = response.content_type().unwrap_or_default();
    is_error && !content_type.starts_with("application/json")
}

/// Returns the error document of a request that no endpoint handled: too long, too slow, or its handler panicked.
pub(crate) fn refused_document(status: StatusCode) -> Response {
    documented(&Response::from(status))
}

/// Returns the error document for a response with a page or without a body; the headers stay.
fn documented(response: &Response) -> Response {
    let status = response.status();
    let known = response.data::<OAuthError>().copied();
    let (code, description) = match known {
        Some(error) => (error.code, error.description),
        None if status == StatusCode::SERVICE_UNAVAILABLE => (
            ErrorCode::TemporarilyUnavailable,
            "The service is busy. Try again in a moment.",
        ),
        None if status.is_server_error() => (
            ErrorCode::ServerError,
            "Something broke on our side. It has been logged.",
        ),
        None if status == StatusCode::METHOD_NOT_ALLOWED => (
            ErrorCode::InvalidRequest,
            "This endpoint takes other methods; Allow lists them.",
        ),
        None if status == StatusCode::PAYLOAD_TOO_LARGE => {
            (ErrorCode::InvalidRequest, "The body is too long.")
        }
        None if status == StatusCode::REQUEST_TIMEOUT => {
            (ErrorCode::InvalidRequest, "The body did not come in time.")
        }
        None if status == StatusCode::UNSUPPORTED_MEDIA_TYPE => (
            ErrorCode::InvalidRequest,
            "The body is compressed. Send it as it is.",
        ),
        None => (
            ErrorCode::InvalidRequest,
            "The request cannot be answered as it is. Where this address shows a page, open it in a browser.",
        ),
    };
    let mut document = error_document_of(status, code, description);
    for name in [header::ALLOW, header::RETRY_AFTER, header::SET_COOKIE] {
        for value in response.headers().get_all(&name) {
            document.headers_mut().append(name.clone(), value.clone());
        }
    }
    document
}

#[cfg(test)]
mod tests {
    use poem::http::HeaderValue;

    use super::*;

    #[test]
    fn accept_header_with_json_alone_wants_json() {
        let rows = [
            (Some("application/json"), true),
            (Some("application/json, */*"), true),
            (Some("application/problem+json"), true),
            (Some("text/html,application/json"), false),
            (Some("text/html,application/xhtml+xml"), false),
            (Some("*/*"), false),
            (None, false),
        ];
        for (accept, expected) in rows {
            let mut headers = HeaderMap::new();
            if let Some(accept) = accept {
                headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            }
            assert_eq!(wants_json(&headers), expected, "{accept:?}");
        }
    }
}
