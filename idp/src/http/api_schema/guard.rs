//! Responses of an API to requests that fail before or in their operation.

use foundation::Failure;
use foundation::failure::FailureKind;
use foundation::http::{QueryContract, RequestId, log_failure, parameter_detail};
use poem::error::{MethodNotAllowedError, NotFoundError};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};
use poem_openapi::error::{AuthorizationError, ContentTypeError, ParseParamError, ParsePathError};

use super::request::check_query;

const NO_TOKEN: &str = "The access token is missing. Send one as Authorization: Bearer. A client that is registered for the scope of the operation gets it at the token endpoint by client_credentials.";
const NO_ADDRESS: &str =
    "Nothing is at this address. Compare it with the paths of the API's OpenAPI document.";

/// Responds to a request to an API. Unknown query parameters, errors of the framework and failures get a problem
/// document. Without a contract, queries are not checked.
pub(crate) async fn respond<E>(
    contract: Option<&QueryContract>,
    operations: E,
    request: Request,
) -> Response
where
    E: Endpoint<Output: IntoResponse>,
{
    let (request_id, path) = (RequestId::read(&request), request.uri().path().to_owned());
    let checked = contract.map_or(Ok(()), |contract| check_query(contract, &request));
    let result = match checked {
        Ok(()) => operations.call(request).await,
        Err(error) => Err(error),
    };
    let error = match result {
        Ok(response) => return response.into_response(),
        Err(error) => error,
    };
    // RFC 9110 section 15.5.6: a 405 response lists the supported methods.
    let methods = contract
        .filter(|_| error.is::<MethodNotAllowedError>())
        .map(|contract| contract.methods_of(&path));
    let mut response = error_response(error, methods.as_deref(), &request_id);
    if let Some(methods) = methods
        && let Ok(methods) = HeaderValue::from_str(&methods)
    {
        response.headers_mut().insert(header::ALLOW, methods);
    }
    response
}

/// Returns the problem of a request that reached no operation, because it is too long, too slow or invalid.
pub(crate) fn refused(status: StatusCode, request_id: &str) -> Response {
    let text = match status {
        StatusCode::BAD_REQUEST => "The address or the body cannot be read.",
        StatusCode::REQUEST_TIMEOUT => "The body stopped coming. Send the request again.",
        StatusCode::PAYLOAD_TOO_LARGE => "The body is longer than one MiB.",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "Send the body uncompressed.",
        _ => "",
    };
    problem(status, text, request_id)
}

/// Returns the problem of an error (RFC 9457); only the log contains the cause of a failure, once.
fn error_response(error: poem::Error, methods: Option<&str>, request_id: &str) -> Response {
    let mut response = if let Some(failure) = error.downcast_ref::<Failure>() {
        failed(failure, request_id)
    } else if error.is_from_response() {
        error.into_response()
    } else {
        problem(error.status(), &detail_of(&error, methods), request_id)
    };
    if response.status() == StatusCode::UNAUTHORIZED {
        response
            .headers_mut()
            .entry(header::WWW_AUTHENTICATE)
            .or_insert(HeaderValue::from_static("Bearer"));
    }
    response
}

/// Returns the detail of an error that the framework raised: the reason, and the next step of the caller.
fn detail_of(error: &poem::Error, methods: Option<&str>) -> String {
    if error.is::<AuthorizationError>() {
        return NO_TOKEN.to_owned();
    }
    if error.is::<NotFoundError>() || error.is::<ParsePathError>() {
        return NO_ADDRESS.to_owned();
    }
    if let Some(methods) = methods {
        return format!("This address does not take the method. It takes {methods}.");
    }
    if let Some(wrong) = error.downcast_ref::<ParseParamError>() {
        return format!("{}: {}", wrong.name, parameter_detail(wrong));
    }
    match error.downcast_ref::<ContentTypeError>() {
        Some(ContentTypeError::ExpectContentType) => {
            "The Content-Type header is missing. Send the body as application/json.".to_owned()
        }
        Some(ContentTypeError::NotSupported { content_type }) => {
            format!("The Content-Type is {content_type}. Send the body as application/json.")
        }
        None => error.to_string(),
    }
}

fn failed(failure: &Failure, request_id: &str) -> Response {
    log_failure(failure);
    let status = match failure.kind() {
        FailureKind::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        FailureKind::Unavailable | FailureKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
    };
    problem(status, "", request_id)
}

fn problem(status: StatusCode, text: &str, request_id: &str) -> Response {
    let detail = if status.is_server_error() {
        // Logs the framework's message, which nothing else has logged.
        if !text.is_empty() {
            tracing::error!(failure = text, "the request failed");
        }
        ""
    } else {
        text
    };
    let body = serde_json::json!({
        "type": "about:blank",
        "title": status.canonical_reason().unwrap_or_default(),
        "status": status.as_u16(),
        "detail": detail,
        "request_id": request_id,
    });
    let mut response = Response::builder()
        .status(status)
        .content_type("application/problem+json")
        .body(body.to_string());
    if status == StatusCode::SERVICE_UNAVAILABLE {
        let headers = response.headers_mut();
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    use super::*;

    /// Counts log events of level error.
    struct Counter(Arc<AtomicUsize>);

    impl Subscriber for Counter {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            *metadata.level() == tracing::Level::ERROR
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, _: &Event<'_>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn failure_is_logged_once_and_returned_without_its_cause() {
        let rows = [
            (Failure::broken("reading", "the cause"), 500, None),
            (Failure::unavailable("reading", "the cause"), 503, Some("1")),
            (Failure::busy("reading", "the cause"), 503, Some("1")),
        ];
        for (failure, status, retry_after) in rows {
            let logged = Arc::new(AtomicUsize::new(0));
            let counter = Counter(Arc::clone(&logged));
            let response = tracing::subscriber::with_default(counter, || {
                error_response(poem::Error::from(failure), None, "req_1")
            });
            assert_eq!(logged.load(Ordering::Relaxed), 1);
            assert_eq!(response.status().as_u16(), status);
            assert_eq!(response.header("retry-after"), retry_after);
            let body = response.into_body().into_string();
            let body = futures_util::future::FutureExt::now_or_never(body);
            let body = body.unwrap().unwrap();
            assert!(
                body.contains("req_1") && !body.contains("the cause"),
                "{body}"
            );
        }
    }
}
