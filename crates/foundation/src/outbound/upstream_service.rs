//! Requests to another service of this installation, in another process or in this one.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use poem::endpoint::BoxEndpoint;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Body, Endpoint, Request, RequestParts, Response, http};

use super::client::TOTAL_LIMIT;
use crate::failure::Failure;

/// Another service of this installation.
#[derive(Clone)]
pub struct UpstreamService {
    client: reqwest::Client,
    /// Its endpoint, if it runs in this process.
    endpoint: Option<Arc<BoxEndpoint<'static, Response>>>,
}

impl UpstreamService {
    /// Creates a service in another process, which the client reaches by HTTP.
    pub const fn remote(client: reqwest::Client) -> Self {
        Self {
            client,
            endpoint: None,
        }
    }

    /// Creates a service in this process: its endpoint is called, and the client only builds requests.
    pub fn local(client: reqwest::Client, endpoint: BoxEndpoint<'static, Response>) -> Self {
        Self {
            client,
            endpoint: Some(Arc::new(endpoint)),
        }
    }

    /// Returns the client that builds requests.
    pub const fn client(&self) -> &reqwest::Client {
        &self.client
    }

    /// Sends a request with a body in memory. Fails if no response arrives within the time limit: the request's own, else
    /// the client's.
    pub async fn send(
        &self,
        doing: &str,
        request: reqwest::Request,
    ) -> Result<reqwest::Response, Failure> {
        if let Some(endpoint) = &self.endpoint {
            return call(endpoint, &request, doing).await;
        }
        let response = self.client.execute(request).await;
        response.map_err(|error| Failure::unavailable(doing, error))
    }
}

impl fmt::Debug for UpstreamService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UpstreamService")
            .field("is_local", &self.endpoint.is_some())
            .finish_non_exhaustive()
    }
}

async fn call(
    endpoint: &BoxEndpoint<'static, Response>,
    request: &reqwest::Request,
    doing: &str,
) -> Result<reqwest::Response, Failure> {
    let limit = request.timeout().copied().unwrap_or(TOTAL_LIMIT);
    let request = local(request, doing)?;
    let called = async {
        let (head, body) = endpoint.get_response(request).await.into_parts();
        body.into_bytes().await.map(|body| (head, body))
    };
    let (head, body) = tokio::time::timeout(limit, called)
        .await
        .map_err(|elapsed| Failure::unavailable(doing, elapsed))?
        .map_err(|error| Failure::unavailable(doing, error))?;
    let mut response = http::Response::new(body);
    *response.status_mut() = head.status;
    *response.headers_mut() = head.headers;
    Ok(response.into())
}

/// Converts a request for an endpoint of this process, with this machine's address as the client.
fn local(request: &reqwest::Request, doing: &str) -> Result<Request, Failure> {
    let body = match request.body() {
        None => Vec::new(),
        Some(body) => body
            .as_bytes()
            .ok_or_else(|| Failure::broken(doing, "the body of the request is a stream"))?
            .to_vec(),
    };
    let url = request.url();
    let query = url
        .query()
        .map_or_else(String::new, |query| format!("?{query}"));
    let (mut head, ()) = http::Request::builder()
        .method(request.method())
        .uri(format!("{}{query}", url.path()))
        .body(())
        .map_err(|error| Failure::broken(doing, error))?
        .into_parts();
    head.headers.clone_from(request.headers());
    let here = || Addr::from(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    let head = RequestParts::from((head, LocalAddr(here()), RemoteAddr(here()), Scheme::HTTP));
    Ok(Request::from_parts(head, Body::from(body)))
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::io;
    use std::time::Duration;

    use futures_util::stream;
    use poem::EndpointExt;
    use poem::endpoint::make;
    use poem::http::StatusCode;

    use super::*;
    use crate::failure::FailureKind;
    use crate::outbound::client;

    /// Returns the request in the response.
    async fn repeat(mut request: Request) -> Response {
        let peer = request.remote_addr().as_socket_addr().map(SocketAddr::ip);
        let kind = request.content_type().unwrap_or_default().to_owned();
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let body = request.take_body().into_string().await.unwrap();
        Response::builder()
            .status(StatusCode::CONFLICT)
            .header("x-answer", "yes")
            .body(format!("{method} {uri} {kind} {body} {peer:?}"))
    }

    #[tokio::test]
    async fn service_of_this_process_is_called() {
        let endpoint = make(repeat).map_to_response().boxed();
        let service = UpstreamService::local(client().unwrap(), endpoint);
        // No server listens on this port.
        let request = service
            .client()
            .post("http://127.0.0.1:1/admin/v1/users?limit=2&search=a%20b")
            .json(&serde_json::json!({ "active": false }))
            .build();
        let response = service.send("asking", request.unwrap()).await.unwrap();
        assert_eq!(response.status(), 409);
        assert_eq!(response.headers()["x-answer"], "yes");
        assert_eq!(
            response.text().await.unwrap(),
            "POST /admin/v1/users?limit=2&search=a%20b application/json {\"active\":false} Some(127.0.0.1)"
        );
        let bare = service.client().get("http://127.0.0.1:1/").build();
        let response = service.send("asking", bare.unwrap()).await.unwrap();
        assert_eq!(response.text().await.unwrap(), "GET /   Some(127.0.0.1)");
    }

    #[tokio::test]
    async fn call_that_takes_longer_than_its_request_may_is_unavailable() {
        let without_response = make(|_| pending::<Response>()).boxed();
        let without_end = make(|_| async {
            let chunks = stream::pending::<io::Result<Vec<u8>>>();
            Response::builder().body(Body::from_bytes_stream(chunks))
        });
        for endpoint in [without_response, without_end.boxed()] {
            let service = UpstreamService::local(client().unwrap(), endpoint);
            let request = service.client().get("http://127.0.0.1:1/");
            let request = request.timeout(Duration::ZERO).build();
            let failure = service.send("asking", request.unwrap()).await;
            assert_eq!(failure.unwrap_err().kind(), FailureKind::Unavailable);
        }
    }

    #[tokio::test]
    async fn request_with_a_stream_body_is_not_sent_without_it() {
        let endpoint = make(repeat).map_to_response().boxed();
        let service = UpstreamService::local(client().unwrap(), endpoint);
        // A response as a body is a stream.
        let body = reqwest::Response::from(http::Response::new("text"));
        let request = service.client().post("http://127.0.0.1:1/").body(body);
        let sent = service.send("asking", request.build().unwrap()).await;
        assert_eq!(sent.unwrap_err().kind(), FailureKind::Broken);
    }

    #[tokio::test]
    async fn service_in_another_process_that_is_unavailable_is_unavailable() {
        let service = UpstreamService::remote(client().unwrap());
        let request = service.client().get("http://127.0.0.1:1/").build();
        let failure = service.send("asking", request.unwrap()).await.unwrap_err();
        assert_eq!(failure.kind(), FailureKind::Unavailable);
    }
}
