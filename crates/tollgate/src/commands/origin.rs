//! Rules that follow from the public origin: HSTS under https, and metrics for this machine alone under own TLS.

use foundation::http::is_from_this_machine;
use poem::endpoint::BoxEndpoint;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Endpoint, EndpointExt, Request, Response};

/// A year, without subdomains: those may be other products (RFC 6797 section 6.1).
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");
const METRICS: &str = "/metrics";

/// The public origin of a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    is_https: bool,
    /// Whether the server itself speaks TLS: then no gateway hides the routes for operators.
    has_own_tls: bool,
}

impl Origin {
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
        endpoint.around(move |endpoint, request: Request| async move {
            let is_metrics = request.uri().path() == METRICS;
            let mut response = if self.has_own_tls && is_metrics && !is_from_this_machine(&request)
            {
                Response::from(StatusCode::NOT_FOUND)
            } else {
                endpoint.call(request).await?
            };
            if self.is_https {
                let headers = response.headers_mut();
                headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
            }
            Ok(response)
        })
    }
}
