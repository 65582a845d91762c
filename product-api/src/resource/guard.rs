//! Lets pages of other origins read responses to a user's own token (Fetch standard, CORS protocol).
//!
//! A website's page sends its user's access token explicitly. The API uses no cookies, so that any origin may ask. API keys
//! belong to back ends; pages of other origins cannot read responses to them.

use poem::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, Request, Response};

/// Path prefix of the user's own resources.
const OWN_RESOURCES: &str = "/v1/me";
/// Path prefixes of what a user's token may start: purchases, which the user confirms at Stripe.
const OWN_PURCHASES: [&str; 2] = ["/v1/me/checkout-sessions", "/v1/me/portal-sessions"];
/// Methods that pages may use on the user's own resources, and for purchases.
const METHODS: HeaderValue = HeaderValue::from_static("GET");
const METHODS_OF_PURCHASES: HeaderValue = HeaderValue::from_static("GET, POST");
/// Request headers that pages may send, in addition to those that CORS always allows.
const HEADERS: HeaderValue = HeaderValue::from_static("authorization, dpop");
const HEADERS_OF_PURCHASES: HeaderValue =
    HeaderValue::from_static("authorization, content-type, dpop, idempotency-key");
/// Response headers that pages may read, in addition to those that CORS always allows.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "dpop-nonce, idempotency-replayed, retry-after, www-authenticate, x-request-id",
);
/// Seconds for which a browser may cache the response to a preflight request.
const MAX_AGE: HeaderValue = HeaderValue::from_static("600");

/// An endpoint with CORS headers on the user's own resources.
pub(crate) struct PublicCors<E>(pub(crate) E);

impl<E: Endpoint<Output = Response>> Endpoint for PublicCors<E> {
    type Output = Response;

    async fn call(&self, req: Request) -> poem::Result<Response> {
        let is_own = is_own(req.uri().path());
        let is_purchase = is_purchase(req.uri().path());
        let mut response = if is_own && is_a_question(&req) {
            let (methods, headers) = if is_purchase {
                (METHODS_OF_PURCHASES, HEADERS_OF_PURCHASES)
            } else {
                (METHODS, HEADERS)
            };
            let mut response: Response = StatusCode::NO_CONTENT.into();
            insert(
                response.headers_mut(),
                [
                    (header::ACCESS_CONTROL_ALLOW_METHODS, methods),
                    (header::ACCESS_CONTROL_ALLOW_HEADERS, headers),
                    (header::ACCESS_CONTROL_MAX_AGE, MAX_AGE),
                ],
            );
            response
        } else {
            self.0.call(req).await?
        };
        if is_own {
            insert(
                response.headers_mut(),
                [
                    (
                        header::ACCESS_CONTROL_ALLOW_ORIGIN,
                        HeaderValue::from_static("*"),
                    ),
                    (header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED),
                ],
            );
        }
        Ok(response)
    }
}

fn insert<const N: usize>(headers: &mut HeaderMap, all: [(HeaderName, HeaderValue); N]) {
    for (name, value) in all {
        headers.insert(name, value);
    }
}

fn is_own(path: &str) -> bool {
    is_below(path, OWN_RESOURCES)
}

fn is_purchase(path: &str) -> bool {
    OWN_PURCHASES.iter().any(|prefix| is_below(path, prefix))
}

fn is_below(path: &str, prefix: &str) -> bool {
    let rest = path.strip_prefix(prefix);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns true if the request is a CORS preflight request.
fn is_a_question(req: &Request) -> bool {
    req.method() == Method::OPTIONS
        && req
            .headers()
            .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}
