//! Counters and histograms that are recorded at each event.

use std::sync::OnceLock;
use std::time::Duration;

use metrics_exporter_prometheus::{
    Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};
use tokio_util::sync::CancellationToken;

use super::families::RECORDED;
use super::family::{Family, MetricKind};
use crate::time::{Clock, Timestamp};

static METRICS: OnceLock<Option<RecordedMetrics>> = OnceLock::new();
/// Pause between two drains of the histograms.
const DRAIN_PAUSE: Duration = Duration::from_secs(1);

struct RecordedMetrics {
    handle: PrometheusHandle,
    started_at: Timestamp,
}

/// Installs the process's recorder of metrics, with the families of this crate and of services. Only the first call of a
/// process has an effect. If the recorder cannot be installed, nothing is recorded.
pub fn count_metrics(families: &[&[Family]]) {
    METRICS.get_or_init(|| {
        let all = std::iter::once(RECORDED).chain(families.iter().copied());
        let families: Vec<Family> = all.flatten().copied().collect();
        let recorder = recorder(&families)?;
        let handle = recorder.handle();
        metrics::set_global_recorder(recorder).ok()?;
        families.iter().for_each(describe);
        let started_at = Clock::system().now();
        Some(RecordedMetrics { handle, started_at })
    });
}

fn recorder(families: &[Family]) -> Option<PrometheusRecorder> {
    let mut builder = PrometheusBuilder::new();
    for family in families {
        if let MetricKind::Histogram(buckets) = family.kind {
            let name = Matcher::Full(family.name.to_owned());
            builder = builder.set_buckets_for_metric(name, buckets).ok()?;
        }
    }
    Some(builder.build_recorder())
}

fn describe(family: &Family) {
    let Family { name, kind, help } = *family;
    match kind {
        MetricKind::Counter => metrics::describe_counter!(name, help),
        MetricKind::Gauge => metrics::describe_gauge!(name, help),
        MetricKind::Histogram(_) => metrics::describe_histogram!(name, help),
    }
}

fn installed() -> Option<&'static RecordedMetrics> {
    METRICS.get().and_then(Option::as_ref)
}

/// Returns the text of the recorded metrics.
pub(super) fn recorded_text() -> String {
    installed().map_or_else(String::new, |metrics| metrics.handle.render())
}

/// Returns the time at which the process began to record.
pub(super) fn started_at() -> Option<Timestamp> {
    installed().map(|metrics| metrics.started_at)
}

/// Drains the histograms every second until the server stops. They keep each value, of 16 bytes, until then: a server
/// whose metrics are not collected would grow by a megabyte in a minute of a thousand requests a second.
pub async fn drain_histograms(stopping: CancellationToken) {
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(DRAIN_PAUSE) => {}
        }
        if let Some(metrics) = installed() {
            metrics.handle.run_upkeep();
        }
    }
}

/// Sets the gauge `background_work_last_success_timestamp_seconds` of this service and work to `now`. An alert on its age
/// finds background work that no longer succeeds.
pub fn note_success(service: &'static str, work: &'static str, now: Timestamp) {
    let seconds = u32::try_from(now.seconds()).unwrap_or(u32::MAX);
    let labels = [("service", service), ("work", work)];
    metrics::gauge!("background_work_last_success_timestamp_seconds", &labels).set(seconds);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_metric_has_help_type_and_buckets() {
        let sizes = Family::histogram("batch_size", "Operations of a batch.", &[1.0, 10.0]);
        let families = [RECORDED, &[sizes]].concat();
        let recorder = recorder(&families).unwrap();
        metrics::with_local_recorder(&recorder, || {
            families.iter().for_each(describe);
            note_success("idp", "sweep", Timestamp::from_seconds(1_800_000_000));
            metrics::histogram!("batch_size").record(7);
        });
        let text = recorder.handle().render();
        for line in [
            "# HELP background_work_last_success_timestamp_seconds When background work last succeeded in this process.",
            "# TYPE background_work_last_success_timestamp_seconds gauge",
            "background_work_last_success_timestamp_seconds{service=\"idp\",work=\"sweep\"} 1800000000",
            "# HELP batch_size Operations of a batch.",
            "# TYPE batch_size histogram",
            "batch_size_bucket{le=\"1\"} 0",
            "batch_size_bucket{le=\"10\"} 1",
            "batch_size_bucket{le=\"+Inf\"} 1",
            "batch_size_sum 7",
            "batch_size_count 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}:\n{text}");
        }
    }
}
