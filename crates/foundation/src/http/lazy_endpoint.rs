//! Endpoints that are created at their first request.

use std::sync::LazyLock;

use poem::endpoint::BoxEndpoint;
use poem::{Endpoint, EndpointExt, IntoEndpoint, Request, Response};

/// Creates an endpoint at its first request. Use it for large APIs: poem compiles an expression for each route, which
/// would delay every start.
pub fn lazy_endpoint<E>(
    make: impl FnOnce() -> E + Send + 'static,
) -> impl Endpoint<Output = Response>
where
    E: IntoEndpoint + 'static,
    E::Endpoint: 'static,
{
    LazyEndpoint(LazyLock::new(move || make().map_to_response().boxed()))
}

struct LazyEndpoint<F>(LazyLock<BoxEndpoint<'static, Response>, F>);

impl<F> Endpoint for LazyEndpoint<F>
where
    F: FnOnce() -> BoxEndpoint<'static, Response> + Send,
{
    type Output = Response;

    async fn call(&self, req: Request) -> poem::Result<Response> {
        LazyLock::force(&self.0).call(req).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use poem::endpoint::make_sync;

    use super::*;

    #[tokio::test]
    async fn first_request_makes_the_endpoint_once() {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let endpoint = lazy_endpoint(move || {
            count.fetch_add(1, Ordering::SeqCst);
            make_sync(|_| "an answer")
        });
        assert_eq!(made.load(Ordering::SeqCst), 0);
        for _twice in 0..2 {
            let response = endpoint.call(Request::default()).await.unwrap();
            let body = response.into_body().into_string().await.unwrap();
            assert_eq!(body, "an answer");
        }
        assert_eq!(made.load(Ordering::SeqCst), 1);
    }
}
