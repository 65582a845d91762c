//! Lets pages of other origins read what a person's own token reads (Fetch standard, the CORS protocol).
//!
//! A website's page asks with its visitor's access token, which it has to send by itself: no cookie counts here, so that any
//! origin may ask. Keys belong to back ends; what they do no page of another origin can read.

use poem::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, Request, Response};

/// Under it stands what is a person's own.
const OWN: &str = "/v1/me";
/// What a page may do there.
const METHODS: HeaderValue = HeaderValue::from_static("GET");
/// What a page may send beside what every page may.
const HEADERS: HeaderValue = HeaderValue::from_static("authorization, dpop");
/// What a page may read of an answer beside what every page may.
const EXPOSED: HeaderValue =
    HeaderValue::from_static("dpop-nonce, retry-after, www-authenticate, x-request-id");
/// How long a browser may remember the answer to its question, in seconds.
const REMEMBERED: HeaderValue = HeaderValue::from_static("600");

/// An endpoint of which pages of other origins may read what is a person's own.
pub(crate) struct ForPages<E>(pub(crate) E);

impl<E: Endpoint<Output = Response>> Endpoint for ForPages<E> {
    type Output = Response;

    async fn call(&self, req: Request) -> poem::Result<Response> {
        let is_own = is_own(req.uri().path());
        let mut response = if is_own && is_a_question(&req) {
            let mut response: Response = StatusCode::NO_CONTENT.into();
            insert(
                response.headers_mut(),
                [
                    (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
                    (header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
                    (header::ACCESS_CONTROL_MAX_AGE, REMEMBERED),
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
    let rest = path.strip_prefix(OWN);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a browser asks what a page may do, before the page does it.
fn is_a_question(req: &Request) -> bool {
    req.method() == Method::OPTIONS
        && req
            .headers()
            .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}
