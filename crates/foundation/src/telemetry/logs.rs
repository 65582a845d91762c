//! The log: lines on standard error, written by a separate thread.

use std::backtrace::Backtrace;
use std::io::IsTerminal;
use std::panic::PanicHookInfo;
use std::str::FromStr;
use std::sync::OnceLock;

use tracing_subscriber::EnvFilter;

use super::log_queue::LogQueue;
use crate::failure::Failure;

/// Format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// Text for a terminal.
    #[default]
    Human,
    /// One JSON object per line.
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

static QUEUE: OnceLock<LogQueue> = OnceLock::new();

/// Starts writing log lines to standard error; `filter` is a level, or `target=level` pairs. If the reader has ended,
/// is stuck or is out of space, lines are dropped and counted; requests never wait for it.
pub fn write_logs(format: LogFormat, filter: &str) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(filter)
        .map_err(|error| Failure::broken("reading the log filter", error))?;
    let queue = LogQueue::start(std::io::stderr(), report_dropped)
        .map_err(|error| Failure::broken("starting the thread of the log", error))?;
    let queue = QUEUE.get_or_init(|| queue);
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        // The library would print its own errors to standard error, and panic if that cannot be written.
        .log_internal_errors(false)
        .with_writer(queue.clone());
    let started = match format {
        LogFormat::Human => lines.with_target(false).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    started.map_err(|error| Failure::broken("starting the logs", error))?;
    std::panic::set_hook(Box::new(log_panic));
    Ok(())
}

/// Waits up to a second until the lines logged so far are written or dropped. Returns false if that takes longer, because
/// standard error accepts no lines.
pub fn flush_logs() -> bool {
    QUEUE.get().is_none_or(LogQueue::flush)
}

/// Returns the number of lines that were dropped since the start.
pub(super) fn dropped_lines() -> u64 {
    QUEUE.get().map_or(0, LogQueue::dropped)
}

fn report_dropped(lines: u64) {
    tracing::warn!(
        lines,
        "log lines were dropped, because standard error did not take them"
    );
}

/// Logs a panic. The hook of the standard library writes to standard error itself and would wait for its reader.
fn log_panic(info: &PanicHookInfo<'_>) {
    let backtrace = Backtrace::capture();
    tracing::error!(%info, %backtrace, "panicked");
}
