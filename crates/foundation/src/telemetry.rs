//! Logs for people or for machines, and metrics in Prometheus text.

use std::io::IsTerminal;
use std::str::FromStr;
use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

use crate::failure::Failure;

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// For a person at a terminal.
    #[default]
    Human,
    /// One JSON object a line.
    Json,
}

impl FromStr for LogFormat {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "human" => Ok(Self::Human),
            "json" => Ok(Self::Json),
            _ => Err(()),
        }
    }
}

/// Starts writing log lines to standard error; `filter` is a level, or `target=level` pairs.
pub fn write_logs(format: LogFormat, filter: &str) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(filter)
        .map_err(|error| Failure::broken("reading the log filter", error))?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let started = match format {
        LogFormat::Human => lines.with_target(false).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    started.map_err(|error| Failure::broken("starting the logs", error))
}

static METRICS: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
/// Upper bounds of the request-duration buckets, in seconds.
const BUCKETS: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];

/// Starts counting; may be called any number of times in a process.
pub fn count_metrics() {
    METRICS.get_or_init(|| {
        let recorder = PrometheusBuilder::new()
            .set_buckets(&BUCKETS)
            .ok()?
            .build_recorder();
        let handle = recorder.handle();
        metrics::set_global_recorder(recorder).ok()?;
        Some(handle)
    });
}

/// All metrics in the text form that Prometheus reads.
pub fn metrics_text() -> String {
    METRICS
        .get()
        .and_then(Option::as_ref)
        .map_or_else(String::new, |handle| {
            handle.run_upkeep();
            handle.render()
        })
}
