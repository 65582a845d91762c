//! The endpoint: it sends each request to the API, the pages or the controls.

use foundation::http::is_from_this_machine;
use foundation::http::middleware::headers::add_defaults;
use poem::endpoint::BoxEndpoint;
use poem::http::StatusCode;
use poem::{Endpoint, EndpointExt, Request, Response};

use super::{calls, controls};
use crate::double::StripeDouble;
use crate::pages;

impl StripeDouble {
    /// Returns the HTTP endpoint of the API, the pages and the controls.
    ///
    /// Pages and controls serve clients on this machine only; the API serves everyone with a key.
    pub fn endpoint(&self) -> BoxEndpoint<'static, Response> {
        HttpEndpoint(self.clone()).boxed()
    }
}

struct HttpEndpoint(StripeDouble);

impl Endpoint for HttpEndpoint {
    type Output = Response;

    async fn call(&self, req: Request) -> poem::Result<Response> {
        let path = req.uri().path().to_owned();
        if path.starts_with("/v1/") {
            return Ok(calls::respond(&self.0, req).await);
        }
        if !is_from_this_machine(&req) {
            return Ok(StatusCode::NOT_FOUND.into());
        }
        let mut response = match path.strip_prefix("/_control/") {
            Some(name) => controls::respond(&self.0, name, req).await,
            None => pages::respond(&self.0, req).await,
        };
        add_defaults(&mut response);
        Ok(response)
    }
}
