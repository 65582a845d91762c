//! The one middleware endpoint of a service, which applies the parts in order.

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use poem::endpoint::BoxEndpoint;
use poem::error::{MethodNotAllowedError, NotFoundError};
use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, EndpointExt, PathPattern, Request, Response};
use tracing::Instrument;

use super::compression::Compressor;
use super::error_body::ErrorContext;
use super::headers;
use super::limits::{BodyLimits, discard_body, limit_body};
use super::log::{RoutineRequest, log, log_at_debug_level};
use super::metrics::RequestMetrics;
use super::request_id::RequestId;
use crate::failure::Failure;
use crate::http::encoded::is_utf8;
use crate::id::IdSeries;
use crate::random::Random;
use crate::time::Clock;

/// A request that the middleware refuses: its URL is malformed, it is too long or too slow, or its handler panicked.
#[derive(Clone, Copy, Debug)]
pub struct RefusedRequest<'a> {
    /// Status of the refusal: 400, 408, 413, 415, 500 or 503.
    pub status: StatusCode,
    /// Path of the request, without its query.
    pub path: &'a str,
    /// Id of the request.
    pub request_id: &'a str,
}

type ErrorFormat = Arc<dyn Fn(&RefusedRequest<'_>) -> Option<Response> + Send + Sync>;

/// Error formats of services for refusals under their own paths; other paths get the default error body.
#[derive(Clone, Default)]
pub struct ErrorFormats(Vec<ErrorFormat>);

impl fmt::Debug for ErrorFormats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErrorFormats({})", self.0.len())
    }
}

/// Limits and sources of the middleware.
#[derive(Clone, Debug)]
pub struct Middleware {
    /// Clock that times requests.
    pub clock: Clock,
    /// Source of request ids.
    pub random: Random,
    /// Maximum length of a request body, in bytes.
    pub max_body_length: usize,
    /// Maximum time without a byte of an incomplete body; then the request gets 408.
    pub max_body_pause: Duration,
    /// Maximum time for a whole request; then it gets 503.
    pub max_request_time: Duration,
    /// Error formats of services.
    pub error_formats: ErrorFormats,
}

impl Middleware {
    /// Returns the default limits: 1 MiB, 10 seconds without a byte of it, and 30 seconds for the whole request.
    pub fn new(clock: Clock, random: Random) -> Self {
        Self {
            clock,
            random,
            max_body_length: 1024 * 1024,
            max_body_pause: Duration::from_secs(10),
            max_request_time: Duration::from_secs(30),
            error_formats: ErrorFormats::default(),
        }
    }

    /// Adds the error format of a service, which returns `None` for paths that are not its own.
    #[must_use]
    pub fn with_error_format(
        mut self,
        form: impl Fn(&RefusedRequest<'_>) -> Option<Response> + Send + Sync + 'static,
    ) -> Self {
        self.error_formats.0.push(Arc::new(form));
        self
    }

    fn refuse(&self, refused: &RefusedRequest<'_>) -> Response {
        self.error_formats
            .0
            .iter()
            .find_map(|form| form(refused))
            .unwrap_or_else(|| refused.status.into())
    }
}

/// Wraps an endpoint in the middleware.
pub fn with_middleware(
    middleware: Middleware,
    inner: impl Endpoint<Output = Response> + 'static,
) -> BoxEndpoint<'static, Response> {
    MiddlewareEndpoint {
        middleware,
        inner,
        ids: IdSeries::default(),
        metrics: RequestMetrics::default(),
        compressor: Compressor::default(),
        elsewhere: "-".into(),
    }
    .boxed()
}

struct MiddlewareEndpoint<E> {
    middleware: Middleware,
    inner: E,
    ids: IdSeries,
    metrics: RequestMetrics,
    compressor: Compressor,
    /// Label of requests without a route.
    elsewhere: Arc<str>,
}

impl<E: Endpoint<Output = Response>> Endpoint for MiddlewareEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut req: Request) -> poem::Result<Response> {
        let stopwatch = self.middleware.clock.stopwatch();
        let id = self
            .ids
            .next("req", &self.middleware.clock, &self.middleware.random)?;
        req.set_data(RequestId(id.clone()));
        let method = req.method().clone();
        let error_context = ErrorContext::from_request(&req);
        let span = tracing::info_span!("request", id = %id);
        let mut response = async {
            let mut response = self.respond(req, &error_context, &id).await;
            error_context.complete(&mut response);
            self.compressor
                .apply(&mut response, error_context.accept_encoding.as_ref())
                .await;
            self.report(&method, &response, stopwatch.elapsed());
            response
        }
        .instrument(span)
        .await;
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", id);
        }
        headers::add_defaults(&mut response);
        Ok(response)
    }
}

impl<E: Endpoint<Output = Response>> MiddlewareEndpoint<E> {
    async fn respond(
        &self,
        mut request: Request,
        error_context: &ErrorContext,
        request_id: &str,
    ) -> Response {
        let path = error_context.path();
        let refuse = |status| {
            self.middleware.refuse(&RefusedRequest {
                status,
                path,
                request_id,
            })
        };
        if ![path, error_context.query()]
            .iter()
            .all(|part| is_utf8(part.as_bytes()))
        {
            return refuse(StatusCode::BAD_REQUEST);
        }
        let max_body_pause = self.middleware.max_body_pause;
        let limits = BodyLimits {
            max_length: self.middleware.max_body_length,
            max_body_pause,
        };
        let watch = match limit_body(&mut request, limits) {
            Ok(watch) => watch,
            Err(status) => {
                let discarding = discard_body(&mut request, max_body_pause);
                let all = tokio::time::timeout(self.middleware.max_request_time, discarding).await;
                return close_unless(all == Ok(true), refuse(status));
            }
        };
        let handling = AssertUnwindSafe(self.handle(request)).catch_unwind();
        match tokio::time::timeout(self.middleware.max_request_time, handling).await {
            // A body that exceeded a limit while it was read has caused another error by now; the limit is the cause.
            Ok(Ok(response)) => match watch.refusal() {
                Some(status) if !response.status().is_success() => {
                    close_unless(false, refuse(status))
                }
                Some(_) | None => response,
            },
            Ok(Err(_panic)) => {
                crate::http::log_failure(&Failure::defect("a request handler panicked"));
                refuse(StatusCode::INTERNAL_SERVER_ERROR)
            }
            Err(_elapsed) => refuse(StatusCode::SERVICE_UNAVAILABLE),
        }
    }
}

impl<E: Endpoint<Output = Response>> MiddlewareEndpoint<E> {
    /// Calls the routes; an unknown route gets a status without a body.
    async fn handle(&self, request: Request) -> Response {
        match self.inner.call(request).await {
            Ok(response) => response,
            Err(error) if error.is::<NotFoundError>() => StatusCode::NOT_FOUND.into(),
            Err(error) if error.is::<MethodNotAllowedError>() => {
                StatusCode::METHOD_NOT_ALLOWED.into()
            }
            Err(error) => error.into_response(),
        }
    }
}

impl<E> MiddlewareEndpoint<E> {
    /// Writes one log line and two metrics per request. They have the route's pattern, never the path or the query,
    /// because those contain codes, tokens and addresses.
    fn report(&self, method: &Method, response: &Response, took: Duration) {
        let pattern = response.data::<PathPattern>();
        let route = pattern.map_or(&self.elsewhere, |pattern| &pattern.0);
        let status = response.status();
        let is_routine = response.data::<RoutineRequest>().is_some() && status.is_success();
        let log = if is_routine { log_at_debug_level } else { log };
        log(method, route, status.as_u16(), took);
        self.metrics.count(method, route, status, took);
    }
}

/// Closes the connection after this response unless the whole request was read: the unread rest is not a request.
fn close_unless(is_read: bool, mut response: Response) -> Response {
    if !is_read {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}
