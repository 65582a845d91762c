//! Logs as text or JSON, and metrics in Prometheus text.

mod backlog;
mod collector;
pub mod families;
mod family;
mod log_queue;
mod logs;
mod process;
mod recorder;
mod sample;

pub use backlog::Backlog;
pub use collector::Collector;
pub(crate) use collector::scrape;
pub use family::Family;
pub use logs::{LogFormat, flush_logs, write_logs};
pub use recorder::{count_metrics, drain_histograms, note_success};
pub use sample::Sample;
