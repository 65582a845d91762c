//! Rules for the public origin: HSTS under https, and metrics only for this machine under own TLS.

use foundation::http::is_from_this_machine;
use poem::endpoint::BoxEndpoint;
use poem::http::{HeaderValue, Uri, header};
use poem::{Endpoint, EndpointExt, Request, Response};

/// A year, without subdomains: those may be other products (RFC 6797 section 6.1).
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");
const METRICS: &str = "/metrics";
/// A path without a route and without a page of the web app, which has none below the metrics.
const NOWHERE: &str = "/metrics/none";

/// The public origin of a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct PublicOrigin {
    is_https: bool,
    /// True if the server itself terminates TLS: then no gateway hides the routes for operators.
    has_own_tls: bool,
}

impl PublicOrigin {
    pub(super) fn new(base: &str, has_own_tls: bool) -> Self {
        Self {
            is_https: base.starts_with("https://"),
            has_own_tls,
        }
    }

    /// Applies the rules to each request.
    pub(super) fn guard(
        self,
        endpoint: BoxEndpoint<'static, Response>,
    ) -> impl Endpoint<Output = Response> {
        endpoint.around(move |endpoint, mut request: Request| async move {
            let is_metrics = request.uri().path() == METRICS;
            if self.has_own_tls && is_metrics && !is_from_this_machine(&request) {
                // The routes respond as for any unknown path.
                *request.uri_mut() = Uri::from_static(NOWHERE);
            }
            let mut response = endpoint.call(request).await?;
            if self.is_https {
                let headers = response.headers_mut();
                headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
            }
            Ok(response)
        })
    }
}

#[cfg(test)]
mod tests {
    use foundation::http::{Middleware, health, with_middleware};
    use foundation::{Clock, Random};
    use poem::Route;
    use poem::http::StatusCode;

    use super::*;

    #[tokio::test]
    async fn metrics_are_for_another_machine_an_address_that_leads_nowhere() {
        let routes = health::add_routes(Route::new(), Vec::new(), Vec::new()).map_to_response();
        let usual = Middleware::new(Clock::system(), Random::system());
        let endpoint = with_middleware(usual, routes);
        let guarded = PublicOrigin::new("https://id.example", true).guard(endpoint);
        let ask = async |path: &'static str| {
            let request = Request::builder().uri(Uri::from_static(path)).finish();
            guarded.call(request).await.unwrap()
        };
        for path in [METRICS, "/nothing"] {
            let response = ask(path).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
            assert_eq!(
                response.header("content-type"),
                Some("application/problem+json")
            );
            assert!(response.header("x-request-id").is_some(), "{path}");
            let body = response.into_body().into_string().await.unwrap();
            assert!(
                body.contains("There is nothing at this address."),
                "{path}: {body}"
            );
        }
        let alive = ask("/health/live").await;
        assert_eq!(alive.status(), StatusCode::OK, "the control");
        assert!(alive.headers().contains_key("strict-transport-security"));
    }
}
