//! The dress over a service's routes: request id, one log line, metrics, limits, headers, caught panics.

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

/// The id of a request: in its log line, in the `x-request-id` of its answer, in its problem document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(pub String);

impl RequestId {
    /// The id that the dress gave this request; empty without a dress.
    pub fn of(request: &Request) -> String {
        request
            .data::<Self>()
            .map(|id| id.0.clone())
            .unwrap_or_default()
    }
}

/// A request that the dress answers itself: at no readable address, too long, too slow, or its handler panicked.
#[derive(Clone, Copy, Debug)]
pub struct Refused<'a> {
    /// Why: 400, 408, 413, 415, 500 or 503.
    pub status: StatusCode,
    /// The request's path, without its query.
    pub path: &'a str,
    /// The request's id.
    pub request_id: &'a str,
}

type ErrorForm = Arc<dyn Fn(&Refused<'_>) -> Option<Response> + Send + Sync>;

/// How services write the dress's refusals under their own paths; others get the usual body of an error.
#[derive(Clone, Default)]
pub struct ErrorForms(Vec<ErrorForm>);

impl fmt::Debug for ErrorForms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErrorForms({})", self.0.len())
    }
}

/// The limits and sources of a dress.
#[derive(Clone, Debug)]
pub struct Dress {
    /// The clock that times requests.
    pub clock: Clock,
    /// Where request ids come from.
    pub random: Random,
    /// The longest request body, in bytes.
    pub longest_body: usize,
    /// The longest time without one byte of a body that has yet to come; the request is refused then.
    pub longest_pause: Duration,
    /// The longest time for a whole request; it is answered 503 then.
    pub longest_time: Duration,
    /// How services write the dress's refusals.
    pub error_forms: ErrorForms,
}

impl Dress {
    /// The usual limits: 1 MiB, 10 seconds without a byte of it, and 30 seconds for all.
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

    /// This dress with one more service's form of errors, which answers `None` for paths that are not its own.
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

/// Puts the dress on.
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
    /// Stands for the route where there is none.
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
            // A body that went beyond a bound while it was read has made some other error by now; the bound is the cause.
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
    /// Calls the routes; what no route answers has no body yet.
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
    /// One line and two metrics for each request: the route's pattern, never the path or the query, because those hold
    /// codes, tokens and addresses.
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

/// Marks the answer to a request that a machine repeats every few seconds: the log has it at debug level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Routine;

/// Says that the connection ends with this answer, unless the whole request was read: what is left of it is no request.
fn hang_up_unless(is_read: bool, mut response: Response) -> Response {
    if !is_read {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}
