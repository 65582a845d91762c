//! The edge of the API converts every error to a problem response.

use std::sync::Arc;

use foundation::Failure;
use foundation::http::{RefusedRequest as Dressed, RequestId, parameter_detail};
use poem::error::{MethodNotAllowedError, NotFoundError};
use poem::http::{HeaderValue, StatusCode, Uri, header};
use poem::{Endpoint, FromRequest, IntoResponse, PathPattern, Request, RequestBody, Response};
use poem_openapi::error::{
    ContentTypeError, ParseParamError, ParsePathError, ParseRequestPayloadError,
};

use super::address;
use super::kind::Kind;
use super::problem::{FieldError, Problem, ProblemInstance};
use crate::app::App;
use crate::config::IssuerConfig;

/// Finds the methods of a path pattern, formatted for `Allow`.
pub(crate) type FindMethods = fn(pattern: &str) -> Option<&'static str>;

/// An endpoint that converts the inner endpoint's errors to problems.
pub(crate) struct Edge<E> {
    app: Arc<App>,
    find_methods: FindMethods,
    inner: E,
}

impl<E> Edge<E> {
    /// Wraps an endpoint.
    pub(crate) fn new(app: Arc<App>, find_methods: FindMethods, inner: E) -> Self {
        Self {
            app,
            find_methods,
            inner,
        }
    }

    /// Lists the allowed methods in a 405 (RFC 9110 section 15.5.6). A path without parameters is its own pattern.
    fn allow(&self, error: &poem::Error, path: &str) -> Option<HeaderValue> {
        error.downcast_ref::<MethodNotAllowedError>()?;
        let pattern = error.data::<PathPattern>();
        let pattern = pattern.map_or(path, |pattern| pattern.0.as_ref());
        HeaderValue::from_str((self.find_methods)(pattern)?).ok()
    }
}

impl<E: Endpoint> Endpoint for Edge<E> {
    type Output = Response;

    async fn call(&self, req: Request) -> poem::Result<Response> {
        Ok(counted(self.respond(req).await))
    }
}

impl<E: Endpoint> Edge<E> {
    async fn respond(&self, req: Request) -> Response {
        let context = ProblemContext::new(&req);
        let instance = || context.instance(&self.app.config.issuer);
        let (path, query) = (req.uri().path(), req.uri().query());
        if let Err(problem) = address::check(path, query.unwrap_or_default()) {
            return problem.response(&instance());
        }
        let Some(req) = address::routed(req) else {
            return error_response(NotFoundError.into(), &instance());
        };
        match self.inner.call(req).await {
            Ok(response) => response.into_response(),
            Err(error) => {
                let allow = self.allow(&error, context.address.path());
                let mut response = error_response(error, &instance());
                if let Some(allow) = allow {
                    response.headers_mut().insert(header::ALLOW, allow);
                }
                response
            }
        }
    }
}

/// Counts a refusing response by the kind of its problem.
fn counted(response: Response) -> Response {
    if let Some(kind) = response.data::<Kind>() {
        metrics::counter!("api_refusals_total", "kind" => kind.slug()).increment(1);
    }
    response
}

/// Parts of a request from which a problem's `ProblemInstance` is built; most requests need none.
struct ProblemContext {
    address: Uri,
    request_id: String,
    is_bound: bool,
}

impl ProblemContext {
    fn new(request: &Request) -> Self {
        Self {
            address: request.original_uri().clone(),
            request_id: RequestId::read(request),
            is_bound: is_bound(request),
        }
    }

    fn instance(&self, config: &IssuerConfig) -> ProblemInstance {
        ProblemInstance {
            issuer: config.issuer.clone(),
            resource_metadata: config.resource_metadata.clone(),
            instance: self.address.path().to_owned(),
            request_id: self.request_id.clone(),
            is_bound: self.is_bound,
        }
    }
}

/// Returns true if a request uses the `DPoP` scheme.
fn is_bound(request: &Request) -> bool {
    let sent = request.headers().get(header::AUTHORIZATION);
    let scheme = sent.and_then(|sent| sent.as_bytes().get(.."dpop ".len()));
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"dpop "))
}

impl<'a> FromRequest<'a> for ProblemInstance {
    async fn from_request(req: &'a Request, _body: &mut RequestBody) -> poem::Result<Self> {
        App::from_request(req).map(|app| ProblemContext::new(req).instance(&app.config.issuer))
    }
}

/// Converts a response that the HTTP middleware refuses to a problem; `None` for paths that are not the API's.
pub(crate) fn problem_of_middleware(
    config: &IssuerConfig,
    refused: &Dressed<'_>,
) -> Option<Response> {
    if !(refused.path == "/v1" || refused.path.starts_with("/v1/")) {
        return None;
    }
    let instance = ProblemInstance {
        issuer: config.issuer.clone(),
        resource_metadata: config.resource_metadata.clone(),
        instance: refused.path.to_owned(),
        request_id: refused.request_id.to_owned(),
        is_bound: false,
    };
    Some(counted(
        problem_of_status(refused.status).response(&instance),
    ))
}

fn error_response(error: poem::Error, instance: &ProblemInstance) -> Response {
    let pattern = error.data::<PathPattern>().cloned();
    let mut response = match problem_of(&error) {
        Some(problem) => problem.response(instance),
        None => error.into_response(),
    };
    if let Some(pattern) = pattern {
        response.set_data(pattern);
    }
    response
}

/// Returns the problem of an error; `None` for a response that poem returns as an error, such as a redirect.
fn problem_of(error: &poem::Error) -> Option<Problem> {
    if let Some(problem) = error.downcast_ref::<Problem>() {
        return Some(problem.clone());
    }
    if let Some(failure) = error.downcast_ref::<Failure>() {
        return Some(failure.into());
    }
    if error.is_from_response() {
        return None;
    }
    Some(problem_of_extractor(error).unwrap_or_else(|| problem_of_status(error.status())))
}

/// Converts errors of poem and poem-openapi about requests that do not match the operation's contract.
fn problem_of_extractor(error: &poem::Error) -> Option<Problem> {
    if let Some(wrong) = error.downcast_ref::<ParseParamError>() {
        let wrong = FieldError::parameter(wrong.name, parameter_detail(wrong));
        return Some(Problem::invalid(&[wrong]));
    }
    if error.is::<ParsePathError>() || error.is::<NotFoundError>() {
        return Some(Problem::new(Kind::NotFound, "Nothing is at this address."));
    }
    if error.is::<ParseRequestPayloadError>() {
        let wrong = FieldError::body("", "Must be of the documented form.");
        return Some(Problem::invalid(&[wrong]));
    }
    if let Some(wrong) = error.downcast_ref::<ContentTypeError>() {
        let detail = match wrong {
            ContentTypeError::NotSupported { .. } => "The Content-Type is not application/json.",
            ContentTypeError::ExpectContentType => "The Content-Type header is missing.",
        };
        return Some(Problem::new(Kind::UnsupportedMediaType, detail));
    }
    None
}

/// Returns the problem for a status without details.
fn problem_of_status(status: StatusCode) -> Problem {
    let (kind, detail) = match status.as_u16() {
        401 => (Kind::Unauthenticated, "The credential is not valid."),
        404 => (Kind::NotFound, "Nothing is at this address."),
        405 => (Kind::MethodNotAllowed, "Use another method here."),
        408 => {
            let wrong = FieldError::body(
                "",
                "Must keep coming: nothing of it came for too long. Send it again.",
            );
            return Problem::invalid(&[wrong]);
        }
        413 => (Kind::ContentTooLarge, "The body is over the limit."),
        415 => (
            Kind::UnsupportedMediaType,
            "Send JSON without a Content-Encoding.",
        ),
        400..=499 => {
            let wrong = FieldError::body("", "Must be readable; so must the request around it.");
            return Problem::invalid(&[wrong]);
        }
        503 => (Kind::Unavailable, "The request took too long."),
        _ => (Kind::Internal, "The request could not be finished."),
    };
    Problem::new(kind, detail)
}
