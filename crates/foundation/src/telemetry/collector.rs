//! Collectors: sources of values that are read at each request for metrics.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{BoxFuture, FutureExt, join_all};

use super::{Sample, families, logs, process, recorder, sample};
use crate::failure::Failure;

/// Time limit of one collector. A slower one loses only its own values.
const MAX_WAIT: Duration = Duration::from_millis(900);

type SamplesFuture = BoxFuture<'static, Result<Vec<Sample>, Failure>>;

/// A source of metrics whose values are read at each request for metrics.
#[derive(Clone)]
pub struct Collector {
    name: &'static str,
    read: Arc<dyn Fn() -> SamplesFuture + Send + Sync>,
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Collector({})", self.name)
    }
}

impl Collector {
    /// Creates a collector with a name, such as `idp_queues`. `read` returns its values at each request for metrics; if it
    /// fails or takes too long, this collector's values are missing from the response.
    pub fn new<F, A>(name: &'static str, read: F) -> Self
    where
        F: Fn() -> A + Send + Sync + 'static,
        A: Future<Output = Result<Vec<Sample>, Failure>> + Send + 'static,
    {
        Self {
            name,
            read: Arc::new(move || read().boxed()),
        }
    }

    async fn read_in_time(&self) -> Result<Vec<Sample>, Failure> {
        let read = tokio::time::timeout(MAX_WAIT, (self.read)()).await;
        read.unwrap_or_else(|elapsed| Err(Failure::unavailable("waiting for figures", elapsed)))
    }
}

/// Returns all metrics in the text format of Prometheus. A collector that fails loses only its own values.
pub(crate) async fn scrape(collectors: &[Collector]) -> String {
    let read = join_all(collectors.iter().map(Collector::read_in_time)).await;
    let mut samples = process::samples();
    samples.push(Sample::new(
        families::LOG_LINES_DROPPED,
        logs::dropped_lines(),
    ));
    let started_at = recorder::started_at();
    samples.extend(started_at.map(|at| Sample::new(families::START_TIME, at.seconds())));
    for (collector, outcome) in collectors.iter().zip(read) {
        let success = Sample::new(families::COLLECTOR_SUCCESS, u8::from(outcome.is_ok()));
        samples.push(success.with("collector", collector.name));
        match outcome {
            Ok(found) => samples.extend(found),
            Err(failure) => {
                tracing::warn!(collector = collector.name, %failure, "metrics are missing");
            }
        }
    }
    recorder::recorded_text() + &sample::text_of(samples)
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;

    #[tokio::test]
    async fn collector_that_fails_or_hangs_costs_its_own_values_only() {
        let size = || Sample::new(families::QUEUE_SIZE, 3).with("queue", "mail");
        let text = scrape(&[
            Collector::new("well", move || ready(Ok(vec![size()]))),
            Collector::new("broken", || ready(Err(Failure::defect("no table")))),
            Collector::new("stuck", pending),
        ])
        .await;
        for line in [
            "# TYPE queue_size gauge",
            "queue_size{queue=\"mail\"} 3",
            "metrics_collector_success{collector=\"well\"} 1",
            "metrics_collector_success{collector=\"broken\"} 0",
            "metrics_collector_success{collector=\"stuck\"} 0",
            "log_lines_dropped_total 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}:\n{text}");
        }
        assert_eq!(
            text.contains("process_resident_memory_bytes "),
            cfg!(target_os = "linux")
        );
    }
}
