//! The headers by which a browser lets a page of another origin read our answer (RFC 10017, Fetch).

use std::sync::Arc;

use foundation::http::log_failure;
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response};

use crate::app::App;

/// What a page may send beside what every page may.
const HEADERS: &str = "authorization, content-type, dpop";
/// What a page may read of our answer beside what every page may.
const EXPOSED: &str = "dpop-nonce, retry-after, www-authenticate";
/// How long a browser may remember the answer to its question, in seconds.
const REMEMBERED: &str = "600";

/// Lets pages of clients' origins read the answers of an endpoint: the tokens', userinfo's, the revocation's, the keys'
/// and the metadata's, where no cookie counts. Never for what people see: sign-in, authorization, consent.
pub(crate) fn for_pages_of_clients<E: Endpoint + 'static>(
    endpoint: E,
    app: &Arc<App>,
    methods: &'static str,
) -> impl Endpoint<Output = Response> + use<E> {
    let app = Arc::clone(app);
    endpoint.around(move |endpoint, request| {
        let app = Arc::clone(&app);
        async move {
            let origin = allowed(&app, request.headers()).await;
            let mut response = if is_a_question(&request) {
                answer(methods, origin.is_some())
            } else {
                endpoint.call(request).await?.into_response()
            };
            let headers = response.headers_mut();
            headers.append(header::VARY, HeaderValue::from_static("Origin"));
            if let Some(origin) = origin {
                headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
                let exposed = HeaderValue::from_static(EXPOSED);
                headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
            }
            Ok(response)
        }
    })
}

/// Whether a browser asks what a page may do, before the page does it.
fn is_a_question(request: &Request) -> bool {
    request.method() == Method::OPTIONS
}

fn answer(methods: &'static str, is_allowed: bool) -> Response {
    let mut response: Response = StatusCode::NO_CONTENT.into();
    if is_allowed {
        let headers = response.headers_mut();
        for (name, value) in [
            (header::ACCESS_CONTROL_ALLOW_METHODS, methods),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
            (header::ACCESS_CONTROL_MAX_AGE, REMEMBERED),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    response
}

/// The origin of a request, if a client answers there. One that comes twice, and the `null` of pages without one, is
/// none; where clients cannot be looked up nobody is allowed anything.
async fn allowed(app: &App, headers: &HeaderMap) -> Option<HeaderValue> {
    let mut all = headers.get_all(header::ORIGIN).iter();
    let (origin, None) = (all.next()?, all.next()) else {
        return None;
    };
    match app.origins.hold(origin.to_str().ok()?).await {
        Ok(true) => Some(origin.clone()),
        Ok(false) => None,
        Err(failure) => {
            log_failure(&failure);
            None
        }
    }
}
