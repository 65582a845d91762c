//! Provides concurrent visitors, and a search in the data that they left.

use std::time::Duration;

use tokio::task::JoinHandle;

use super::browser::BrowserResponse;
use crate::harness::{HttpResponse, RedirectResponse};

/// Starts a visitor's work as a concurrent task.
#[expect(clippy::disallowed_methods, reason = "many visitors at a time")]
pub(crate) fn spawn<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> JoinHandle<T> {
    tokio::spawn(work)
}

/// Maximum of attempts at a busy server, and the pause between them.
const TRIES: usize = 200;
const PAUSE: Duration = Duration::from_millis(100);

/// A response that shows whether the server was too busy.
pub(crate) trait ResponseStatus {
    /// Returns whether the server was too busy, and so did nothing.
    fn was_busy(&self) -> bool;
}

impl ResponseStatus for BrowserResponse {
    fn was_busy(&self) -> bool {
        self.status == 503
    }
}

impl ResponseStatus for HttpResponse {
    fn was_busy(&self) -> bool {
        self.status == 503
    }
}

impl ResponseStatus for RedirectResponse {
    fn was_busy(&self) -> bool {
        self.status == 503 || self.parameter("error").as_deref() == Some("temporarily_unavailable")
    }
}

/// Repeats a request until the server is not busy. On a slow machine some concurrent requests exceed their timeout for a row,
/// and must be repeated.
pub(crate) async fn retry_while_busy<T: ResponseStatus, F: Future<Output = T>>(
    ask: impl Fn() -> F,
) -> T {
    for _ in 1..TRIES {
        let response = ask().await;
        if !response.was_busy() {
            return response;
        }
        tokio::time::sleep(PAUSE).await;
    }
    ask().await
}

/// Returns whether a text of bytes contains another.
pub(crate) fn holds(haystack: &[u8], needle: &[u8]) -> bool {
    haystack
        .windows(needle.len())
        .any(|window| window == needle)
}
