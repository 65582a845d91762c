//! Routes for operators: liveness, readiness, metrics.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use poem::http::StatusCode;
use poem::{Endpoint, EndpointExt, IntoResponse, Response, Route};
use serde_json::{Value, json};

use super::methods::get;
use super::middleware::RoutineRequest;
use crate::failure::Failure;
use crate::telemetry::{self, Collector};

/// Time limit of a check. Load balancers usually wait a second for a probe; a slower check counts as failed.
const MAX_WAIT: Duration = Duration::from_millis(900);

type CheckFuture = Pin<Box<dyn Future<Output = Result<Value, Failure>> + Send>>;

/// A check with a name; `/health/ready` reports its result, and is 503 if a needed check fails.
#[derive(Clone)]
pub struct Check {
    name: &'static str,
    is_needed: bool,
    ask: Arc<dyn Fn() -> CheckFuture + Send + Sync>,
}

impl Check {
    /// Creates a check named after its dependency, such as `database`; the service is not ready if it fails.
    pub fn new<F, A>(name: &'static str, ask: F) -> Self
    where
        F: Fn() -> A + Send + Sync + 'static,
        A: Future<Output = Result<(), Failure>> + Send + 'static,
    {
        Self {
            name,
            is_needed: true,
            ask: Arc::new(move || {
                let result = ask();
                Box::pin(async { result.await.map(|()| json!("ready")) })
            }),
        }
    }

    /// Creates a check that reports a number and does not affect readiness. If `ask` fails, the report says `away`.
    pub fn figure<F, A>(name: &'static str, ask: F) -> Self
    where
        F: Fn() -> A + Send + Sync + 'static,
        A: Future<Output = Result<i64, Failure>> + Send + 'static,
    {
        Self {
            name,
            is_needed: false,
            ask: Arc::new(move || {
                let result = ask();
                Box::pin(async { result.await.map(|number| json!(number)) })
            }),
        }
    }

    /// Creates a check that always reports the same text about the installation.
    pub fn fact(name: &'static str, fact: &'static str) -> Self {
        Self {
            name,
            is_needed: false,
            ask: Arc::new(move || Box::pin(async move { Ok(json!(fact)) })),
        }
    }

    /// Creates a check that reports its state in a word and does not affect readiness. If `ask` fails, the report says `away`.
    pub fn informing<F, A>(name: &'static str, ask: F) -> Self
    where
        F: Fn() -> A + Send + Sync + 'static,
        A: Future<Output = Result<&'static str, Failure>> + Send + 'static,
    {
        Self {
            name,
            is_needed: false,
            ask: Arc::new(move || {
                let result = ask();
                Box::pin(async { result.await.map(|word| json!(word)) })
            }),
        }
    }
}

/// The text format of Prometheus.
const METRICS_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Adds `/health/live`, `/health/ready` and `/metrics`, which reads the collectors at each request.
pub fn add_routes(route: Route, checks: Vec<Check>, collectors: Vec<Collector>) -> Route {
    let live = poem::endpoint::make_sync(|_| "alive\n");
    route
        .at("/health/live", get(routine(live)))
        .at("/health/ready", get(routine(ready(checks))))
        .at("/metrics", get(routine(metrics(collectors))))
}

fn routine(endpoint: impl Endpoint<Output: IntoResponse>) -> impl Endpoint<Output = Response> {
    endpoint
        .map_to_response()
        .map(|mut response: Response| async {
            response.set_data(RoutineRequest);
            response
        })
}

fn metrics(collectors: Vec<Collector>) -> impl Endpoint<Output = Response> {
    let collectors = Arc::new(collectors);
    poem::endpoint::make(move |_| {
        let collectors = Arc::clone(&collectors);
        async move {
            let text = telemetry::scrape(&collectors).await;
            Response::builder().content_type(METRICS_TYPE).body(text)
        }
    })
    .map_to_response()
}

fn ready(checks: Vec<Check>) -> impl Endpoint<Output = Response> {
    let checks = Arc::new(checks);
    poem::endpoint::make(move |_| {
        let checks = Arc::clone(&checks);
        async move { readiness(&checks).await }
    })
    .map_to_response()
}

async fn run_in_time(check: &Check) -> Result<Value, Failure> {
    let result = tokio::time::timeout(MAX_WAIT, (check.ask)()).await;
    result
        .unwrap_or_else(|elapsed| Err(Failure::unavailable("waiting for a health check", elapsed)))
}

async fn readiness(checks: &[Check]) -> Response {
    let mut states = serde_json::Map::new();
    let mut is_ready = true;
    let results = join_all(checks.iter().map(run_in_time)).await;
    for (check, result) in checks.iter().zip(results) {
        is_ready &= result.is_ok() || !check.is_needed;
        if let Err(failure) = &result {
            tracing::warn!(check = check.name, %failure, "not ready");
        }
        let value = result.unwrap_or_else(|_failure| json!("away"));
        states.insert(check.name.to_owned(), value);
    }
    Response::builder()
        .status(if is_ready {
            StatusCode::OK
        } else {
            StatusCode::SERVICE_UNAVAILABLE
        })
        .content_type("application/json")
        .body(Value::Object(states).to_string())
}
