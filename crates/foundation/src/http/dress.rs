//! HTTP middleware: request ids, access log, metrics, body limits, default headers, panic handling.

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

use super::compress::Compressor;
use super::encoded::is_utf8;
use super::error_body::Asked;
use super::headers;
use super::limit::{BodyLimits, discard_body, limit_body};
use super::meters::Meters;
use crate::clock::Clock;
use crate::failure::Failure;
use crate::id::Series;
use crate::random::Random;

/// Id of a request, for its log line, for `x-request-id` of its response, and for its problem document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(pub String);

impl RequestId {
    /// Returns the id that the middleware gave this request; empty without the middleware.
    pub fn of(request: &Request) -> String {
        request
            .data::<Self>()
            .map(|id| id.0.clone())
            .unwrap_or_default()
    }
}

/// A request that the middleware refuses: its URL is malformed, it is too long or too slow, or its handler panicked.
#[derive(Clone, Copy, Debug)]
pub struct Refused<'a> {
    /// Status of the refusal: 400, 408, 413, 415, 500 or 503.
    pub status: StatusCode,
    /// Path of the request, without its query.
    pub path: &'a str,
    /// Id of the request.
    pub request_id: &'a str,
}

type ErrorForm = Arc<dyn Fn(&Refused<'_>) -> Option<Response> + Send + Sync>;

/// Error formats of services for refusals under their own paths; other paths get the default error body.
#[derive(Clone, Default)]
pub struct ErrorForms(Vec<ErrorForm>);

impl fmt::Debug for ErrorForms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErrorForms({})", self.0.len())
    }
}

/// Limits and sources of the middleware.
#[derive(Clone, Debug)]
pub struct Dress {
    /// Clock that times requests.
    pub clock: Clock,
    /// Source of request ids.
    pub random: Random,
    /// Maximum length of a request body, in bytes.
    pub longest_body: usize,
    /// Maximum time without a byte of an incomplete body; then the request gets 408.
    pub longest_pause: Duration,
    /// Maximum time for a whole request; then it gets 503.
    pub longest_time: Duration,
    /// Error formats of services.
    pub error_forms: ErrorForms,
}

impl Dress {
    /// Returns the default limits: 1 MiB, 10 seconds without a byte of it, and 30 seconds for the whole request.
    pub fn usual(clock: Clock, random: Random) -> Self {
        Self {
            clock,
            random,
            longest_body: 1024 * 1024,
            longest_pause: Duration::from_secs(10),
            longest_time: Duration::from_secs(30),
            error_forms: ErrorForms::default(),
        }
    }

    /// Adds the error format of a service, which returns `None` for paths that are not its own.
    #[must_use]
    pub fn refusing_as(
        mut self,
        form: impl Fn(&Refused<'_>) -> Option<Response> + Send + Sync + 'static,
    ) -> Self {
        self.error_forms.0.push(Arc::new(form));
        self
    }

    fn refuse(&self, refused: &Refused<'_>) -> Response {
        self.error_forms
            .0
            .iter()
            .find_map(|form| form(refused))
            .unwrap_or_else(|| refused.status.into())
    }
}

/// Wraps an endpoint in the middleware.
pub fn dress(
    dress: Dress,
    inner: impl Endpoint<Output = Response> + 'static,
) -> BoxEndpoint<'static, Response> {
    Dressed {
        dress,
        inner,
        ids: Series::default(),
        meters: Meters::default(),
        compressor: Compressor::default(),
        elsewhere: "-".into(),
    }
    .boxed()
}

struct Dressed<E> {
    dress: Dress,
    inner: E,
    ids: Series,
    meters: Meters,
    compressor: Compressor,
    /// Label of requests without a route.
    elsewhere: Arc<str>,
}

impl<E: Endpoint<Output = Response>> Endpoint for Dressed<E> {
    type Output = Response;

    async fn call(&self, mut req: Request) -> poem::Result<Response> {
        let stopwatch = self.dress.clock.stopwatch();
        let id = self
            .ids
            .next("req", &self.dress.clock, &self.dress.random)?;
        req.set_data(RequestId(id.clone()));
        let method = req.method().clone();
        let asked = Asked::of(&req);
        let span = tracing::info_span!("request", id = %id);
        let mut response = async {
            let mut response = self.answer(req, &asked, &id).await;
            asked.complete(&mut response);
            self.compressor
                .apply(&mut response, asked.accept_encoding.as_ref())
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

impl<E: Endpoint<Output = Response>> Dressed<E> {
    async fn answer(&self, mut request: Request, asked: &Asked, request_id: &str) -> Response {
        let path = asked.path();
        let refuse = |status| {
            self.dress.refuse(&Refused {
                status,
                path,
                request_id,
            })
        };
        if ![path, asked.query()]
            .iter()
            .all(|part| is_utf8(part.as_bytes()))
        {
            return refuse(StatusCode::BAD_REQUEST);
        }
        let (longest, longest_pause) = (self.dress.longest_body, self.dress.longest_pause);
        let limits = BodyLimits {
            longest,
            longest_pause,
        };
        let watch = match limit_body(&mut request, limits) {
            Ok(watch) => watch,
            Err(status) => {
                let discarding = discard_body(&mut request, longest_pause);
                let all = tokio::time::timeout(self.dress.longest_time, discarding).await;
                return hang_up_unless(all == Ok(true), refuse(status));
            }
        };
        let handling = AssertUnwindSafe(self.handle(request)).catch_unwind();
        match tokio::time::timeout(self.dress.longest_time, handling).await {
            // A body that exceeded a limit while it was read has caused another error by now; the limit is the cause.
            Ok(Ok(response)) => match watch.refusal() {
                Some(status) if !response.status().is_success() => {
                    hang_up_unless(false, refuse(status))
                }
                Some(_) | None => response,
            },
            Ok(Err(_panic)) => {
                super::log_failure(&Failure::defect("a request handler panicked"));
                refuse(StatusCode::INTERNAL_SERVER_ERROR)
            }
            Err(_elapsed) => refuse(StatusCode::SERVICE_UNAVAILABLE),
        }
    }
}

impl<E: Endpoint<Output = Response>> Dressed<E> {
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

impl<E> Dressed<E> {
    /// Writes one log line and two metrics per request. They have the route's pattern, never the path or the query,
    /// because those contain codes, tokens and addresses.
    fn report(&self, method: &Method, response: &Response, took: Duration) {
        let pattern = response.data::<PathPattern>();
        let route = pattern.map_or(&self.elsewhere, |pattern| &pattern.0);
        let status = response.status();
        let is_routine = response.data::<Routine>().is_some() && status.is_success();
        let log = if is_routine { log_quietly } else { log };
        log(method, route, status.as_u16(), took);
        self.meters.count(method, route, status, took);
    }
}

fn log(method: &Method, route: &str, status: u16, took: Duration) {
    let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    tracing::info!(%method, %route, status, microseconds, "answered");
}

fn log_quietly(method: &Method, route: &str, status: u16, took: Duration) {
    let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    tracing::debug!(%method, %route, status, microseconds, "answered");
}

/// Marks the response to a request that a machine repeats every few seconds; it is logged at debug level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Routine;

/// Closes the connection after this response unless the whole request was read: the unread rest is not a request.
fn hang_up_unless(is_read: bool, mut response: Response) -> Response {
    if !is_read {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}
