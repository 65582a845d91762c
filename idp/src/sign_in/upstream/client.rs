//! HTTP client of a provider, with a timeout and a circuit breaker.

use std::sync::Arc;

use foundation::task::CircuitBreaker;
use foundation::text::strict_json;
use foundation::{Clock, outbound};
use serde_json::Value;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, timeout_at};

use crate::app::App;

/// HTTP client of a provider for one step: each request and all together have a timeout, and the breaker counts each
/// result.
#[derive(Clone)]
pub(super) struct ProviderClient {
    outbound: reqwest::Client,
    breaker: Arc<CircuitBreaker>,
    deadline: Instant,
    pub(super) clock: Clock,
}

impl ProviderClient {
    /// Creates the client of the provider with this breaker.
    pub(super) fn new(app: &App, breaker: &Arc<CircuitBreaker>) -> Self {
        Self {
            outbound: app.upstream.outbound.clone(),
            breaker: Arc::clone(breaker),
            deadline: Instant::now() + app.upstream.timeout,
            clock: app.clock.clone(),
        }
    }

    /// Waits for a lock until the step's timeout; returns `None` after it.
    pub(super) async fn lock<'a, T>(&self, of: &'a Mutex<T>) -> Option<MutexGuard<'a, T>> {
        timeout_at(self.deadline, of.lock()).await.ok()
    }

    /// Sends a request and reads the whole response; returns `None` without one.
    pub(super) async fn send(
        &self,
        request: reqwest::Request,
    ) -> Option<(reqwest::StatusCode, Vec<u8>)> {
        if !self.breaker.allows() {
            return None;
        }
        // A slow provider delays its own users by at most the timeout, and no others.
        let response = timeout_at(self.deadline, self.exchange(request)).await;
        let response = response.ok().flatten();
        // Any response but an overload or a server error is a success.
        let is_well = response
            .as_ref()
            .is_some_and(|(status, _)| !status.is_server_error() && status.as_u16() != 429);
        self.breaker.record(is_well);
        response
    }

    async fn exchange(&self, request: reqwest::Request) -> Option<(reqwest::StatusCode, Vec<u8>)> {
        let response = self.outbound.execute(request).await.ok()?;
        let status = response.status();
        let body = outbound::read_bounded(response).await.ok()?;
        Some((status, body.to_vec()))
    }

    /// Reads a JSON document; only status 200 returns one.
    pub(super) async fn get(&self, url: &str, bearer: Option<&str>) -> Option<Value> {
        let body = self.read(url, bearer, "application/json").await?;
        strict_json::parse(&body).ok()
    }

    /// Reads a document of a content type; only status 200 returns one.
    pub(super) async fn read(
        &self,
        url: &str,
        bearer: Option<&str>,
        accept: &str,
    ) -> Option<Vec<u8>> {
        let mut request = self.outbound.get(url).header("accept", accept);
        if let Some(token) = bearer {
            request = request.bearer_auth(token);
        }
        let (status, body) = self.send(request.build().ok()?).await?;
        (status == reqwest::StatusCode::OK).then_some(body)
    }
}
