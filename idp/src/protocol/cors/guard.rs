//! CORS headers of the idp's endpoints (RFC 10017, Fetch).

use std::sync::Arc;

use foundation::http::log_failure;
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response};

use crate::app::App;

/// Request headers that a page may send in addition to the CORS-safelisted ones.
const HEADERS: &str = "authorization, content-type, dpop";
/// Response headers that a page may read in addition to the CORS-safelisted ones.
const EXPOSED: &str = "dpop-nonce, retry-after, www-authenticate";
/// Time for which a browser may cache a preflight response, in seconds.
const REMEMBERED: &str = "600";

/// Permits pages at clients' origins to read the responses of an endpoint that ignores cookies: token, userinfo,
/// revocation, keys and metadata. Never use it for pages: sign-in, authorization, consent.
pub(crate) fn with_client_cors<E: Endpoint + 'static>(
    endpoint: E,
    app: &Arc<App>,
    methods: &'static str,
) -> impl Endpoint<Output = Response> + use<E> {
    let app = Arc::clone(app);
    endpoint.around(move |endpoint, request| {
        let app = Arc::clone(&app);
        async move {
            let origin = allowed(&app, request.headers()).await;
            let mut response = if is_preflight(&request) {
                preflight_response(methods, origin.is_some())
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

/// Returns true for a CORS preflight request.
fn is_preflight(request: &Request) -> bool {
    request.method() == Method::OPTIONS
}

fn preflight_response(methods: &'static str, is_allowed: bool) -> Response {
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

/// Returns the origin of a request if it is a client's. A repeated header and `null` count as none; if the query fails,
/// no origin is permitted.
async fn allowed(app: &App, headers: &HeaderMap) -> Option<HeaderValue> {
    let mut all = headers.get_all(header::ORIGIN).iter();
    let (origin, None) = (all.next()?, all.next()) else {
        return None;
    };
    match app.origins.contains(origin.to_str().ok()?).await {
        Ok(true) => Some(origin.clone()),
        Ok(false) => None,
        Err(failure) => {
            log_failure(&failure);
            None
        }
    }
}
