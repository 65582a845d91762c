//! Requests to another service of this installation, in another process or in this one.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use poem::endpoint::BoxEndpoint;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Body, Endpoint, Request, RequestParts, Response, http};

use super::client::TOTAL_LIMIT;
use crate::failure::Failure;

/// Another service of this installation.
#[derive(Clone)]
pub struct Neighbour {
    client: reqwest::Client,
    /// Its endpoint, if it runs in this process.
    endpoint: Option<Arc<BoxEndpoint<'static, Response>>>,
}

impl Neighbour {
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

    /// Sends a request. Fails if no response arrives within the client's time limit.
    pub async fn send(
        &self,
        doing: &str,
        request: reqwest::Request,
    ) -> Result<reqwest::Response, Failure> {
        if let Some(endpoint) = &self.endpoint {
            return call(endpoint, &request, TOTAL_LIMIT, doing).await;
        }
        let response = self.client.execute(request).await;
        response.map_err(|error| Failure::unavailable(doing, error))
    }
}

impl fmt::Debug for Neighbour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Neighbour")
            .field("is_local", &self.endpoint.is_some())
            .finish_non_exhaustive()
    }
}

async fn call(
    endpoint: &BoxEndpoint<'static, Response>,
    request: &reqwest::Request,
    limit: Duration,
    doing: &str,
) -> Result<reqwest::Response, Failure> {
    let request = local(request).map_err(|error| Failure::broken(doing, error))?;
    let (head, body) = tokio::time::timeout(limit, endpoint.get_response(request))
        .await
        .map_err(|elapsed| Failure::unavailable(doing, elapsed))?
        .into_parts();
    let body = body.into_bytes().await;
    let mut response =
        http::Response::new(body.map_err(|error| Failure::unavailable(doing, error))?);
    *response.status_mut() = head.status;
    *response.headers_mut() = head.headers;
    Ok(response.into())
}

/// Converts a request for an endpoint of this process, with this machine's address as the client. Our requests have
/// their bodies in memory.
fn local(request: &reqwest::Request) -> Result<Request, http::Error> {
    let url = request.url();
    let query = url
        .query()
        .map_or_else(String::new, |query| format!("?{query}"));
    let (mut head, ()) = http::Request::builder()
        .method(request.method())
        .uri(format!("{}{query}", url.path()))
        .body(())?
        .into_parts();
    head.headers.clone_from(request.headers());
    let here = || Addr::from(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    let head = RequestParts::from((head, LocalAddr(here()), RemoteAddr(here()), Scheme::HTTP));
    let body = request.body().and_then(reqwest::Body::as_bytes);
    Ok(Request::from_parts(
        head,
        Body::from(body.unwrap_or_default().to_vec()),
    ))
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use poem::EndpointExt;
    use poem::endpoint::make;
    use poem::http::StatusCode;

    use super::*;
    use crate::failure::Kind;
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
        let neighbour = Neighbour::local(client().unwrap(), endpoint);
        // No server listens on this port.
        let request = neighbour
            .client()
            .post("http://127.0.0.1:1/admin/v1/users?limit=2&search=a%20b")
            .json(&serde_json::json!({ "active": false }))
            .build();
        let response = neighbour.send("asking", request.unwrap()).await.unwrap();
        assert_eq!(response.status(), 409);
        assert_eq!(response.headers()["x-answer"], "yes");
        assert_eq!(
            response.text().await.unwrap(),
            "POST /admin/v1/users?limit=2&search=a%20b application/json {\"active\":false} Some(127.0.0.1)"
        );
        let bare = neighbour.client().get("http://127.0.0.1:1/").build();
        let response = neighbour.send("asking", bare.unwrap()).await.unwrap();
        assert_eq!(response.text().await.unwrap(), "GET /   Some(127.0.0.1)");
    }

    #[tokio::test]
    async fn call_that_takes_too_long_is_unavailable() {
        let endpoint = make(|_| pending::<Response>()).boxed();
        let request = client()
            .unwrap()
            .get("http://127.0.0.1:1/")
            .build()
            .unwrap();
        let called = call(&endpoint, &request, Duration::ZERO, "asking");
        assert_eq!(called.await.unwrap_err().kind(), Kind::Unavailable);
    }

    #[tokio::test]
    async fn service_in_another_process_that_is_away_is_unavailable() {
        let neighbour = Neighbour::remote(client().unwrap());
        let request = neighbour.client().get("http://127.0.0.1:1/").build();
        let failure = neighbour
            .send("asking", request.unwrap())
            .await
            .unwrap_err();
        assert_eq!(failure.kind(), Kind::Unavailable);
    }
}
