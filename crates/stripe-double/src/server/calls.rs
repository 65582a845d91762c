//! API calls over HTTP, with their faults.

use std::io;
use std::time::Duration;

use foundation::Timestamp;
use futures_util::stream;
use poem::http::{StatusCode, header};
use poem::{Body, Request, Response};

use super::headers::api_key;
use crate::api::{ApiRequest, ApiResponse};
use crate::double::StripeDouble;
use crate::error::StripeError;
use crate::state::CallFaultKind;

/// Maximum length of a request body, in bytes.
const MAX_BODY: usize = 1024 * 1024;

/// Responds to an API call; a fault may lose the response, or the whole call.
pub(super) async fn respond(double: &StripeDouble, request: Request) -> Response {
    let request = match read(request).await {
        Ok(request) => request,
        Err(error) => return written(double, ApiResponse::from_error(&error)),
    };
    let Some(_reserved) = double.reserve(&request) else {
        let message = "There is currently another in-progress request using this Idempotent Key \
                       (that probably means you submitted twice, and the other request is still \
                       going through). Please try again later.";
        let error = StripeError::idempotency(409, message).coded("idempotency_key_in_use");
        return written(double, ApiResponse::from_error(&error));
    };
    // The reservation comes first, so that a used fault means a reserved key.
    let fault = double.take_fault(&request.name());
    match fault {
        Some(CallFaultKind::LostBefore) => lost(),
        Some(CallFaultKind::LostAfter) => {
            double.respond(&request, None);
            lost()
        }
        Some(CallFaultKind::Slow(milliseconds)) => {
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            written(double, double.respond(&request, None))
        }
        Some(
            CallFaultKind::RateLimited
            | CallFaultKind::ServerErrorBefore
            | CallFaultKind::ServerErrorAfter,
        )
        | None => written(double, double.respond(&request, fault)),
    }
}

async fn read(mut request: Request) -> Result<ApiRequest, StripeError> {
    let header = |name: &str| request.header(name).map(str::to_owned);
    let is_json = request
        .content_type()
        .is_some_and(|content| content.starts_with("application/json"));
    let (version, idempotency_key) = (header("stripe-version"), header("idempotency-key"));
    let uri = request.uri().clone();
    let (method, key) = (request.method().as_str().to_owned(), api_key(&request));
    let body = request.take_body().into_bytes_limit(MAX_BODY).await;
    let body = body.map_err(|error| {
        StripeError::early(
            400,
            format!("The body of the request cannot be read: {error}"),
        )
    })?;
    let body = String::from_utf8(body.to_vec())
        .map_err(|_error| StripeError::early(400, "Invalid request: the body is not UTF-8."))?;
    if is_json && !body.is_empty() {
        let message = "Invalid request (check that your POST content type is \
                       application/x-www-form-urlencoded).";
        return Err(StripeError::early(400, message));
    }
    Ok(ApiRequest {
        method,
        path: uri.path().to_owned(),
        query: uri.query().unwrap_or_default().to_owned(),
        body,
        key,
        version,
        idempotency_key,
    })
}

fn written(double: &StripeDouble, response: ApiResponse) -> Response {
    let status = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut written = Response::builder()
        .status(status)
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-cache, no-store")
        .header(header::DATE, date(double.now()));
    if status == StatusCode::TOO_MANY_REQUESTS {
        written = written.header("Stripe-Rate-Limited-Reason", "global-rate");
    }
    for (name, value) in response.headers {
        written = written.header(name, value);
    }
    written.body(response.body)
}

fn date(now: Timestamp) -> String {
    now.to_http_date()
}

/// Returns a response that ends the connection before its first byte: its body fails at once.
fn lost() -> Response {
    let failure = io::Error::new(io::ErrorKind::ConnectionReset, "a fault of the double");
    let body = stream::iter([Err::<Vec<u8>, _>(failure)]);
    Response::builder().body(Body::from_bytes_stream(body))
}
