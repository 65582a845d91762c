//! Request metrics. Finding a metric by its labels costs more than counting, so found ones are cached.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use metrics::{Counter, Histogram};
use poem::http::{Method, StatusCode};

/// The cached metrics.
#[derive(Debug, Default)]
pub(super) struct RequestMetrics(RwLock<HashMap<Labels, RequestMetric>>);

/// A closed set: methods and statuses are few, and routes are patterns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Labels {
    method: &'static str,
    route: Arc<str>,
    status: u16,
}

#[derive(Clone, Debug)]
struct RequestMetric {
    seconds: Histogram,
    requests: Counter,
}

impl RequestMetrics {
    /// Counts a request by the pattern of its route, with its duration.
    pub(super) fn count(
        &self,
        method: &Method,
        route: &Arc<str>,
        status: StatusCode,
        took: Duration,
    ) {
        let labels = Labels {
            method: label_of(method),
            route: Arc::clone(route),
            status: status.as_u16(),
        };
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(meter) = known.get(&labels) {
            return meter.count(took);
        }
        drop(known);
        let meter = RequestMetric::register(&labels);
        meter.count(took);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(labels, meter);
    }
}

impl RequestMetric {
    fn register(labels: &Labels) -> Self {
        let method = || ("method", labels.method.to_owned());
        let route = || ("route", labels.route.to_string());
        let class = format!("{}xx", labels.status.div_euclid(100));
        let of_seconds = [method(), route(), ("status_class", class)];
        let of_requests = [method(), route(), ("status", labels.status.to_string())];
        Self {
            seconds: metrics::histogram!("http_request_duration_seconds", &of_seconds),
            requests: metrics::counter!("http_requests_total", &of_requests),
        }
    }

    fn count(&self, took: Duration) {
        self.seconds.record(took.as_secs_f64());
        self.requests.increment(1);
    }
}

/// Returns the method as a label. The set is closed, so that no client can add metrics without limit.
fn label_of(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
