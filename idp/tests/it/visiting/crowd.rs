//! Many visitors at a time, and looking for a needle in what they left behind.

use std::time::Duration;

use tokio::task::JoinHandle;

use super::browser::Answer;
use crate::harness::{Landing, Told};

/// Starts one visitor's work beside the others'.
#[expect(clippy::disallowed_methods, reason = "many visitors at a time")]
pub(crate) fn spawn<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> JoinHandle<T> {
    tokio::spawn(work)
}

/// How often somebody in a crowd comes back to a server that is busy, and after which pause.
const TRIES: usize = 200;
const PAUSE: Duration = Duration::from_millis(100);

/// An answer of which can be told whether the server was too busy to give one.
pub(crate) trait Answered {
    /// Whether the server was too busy; then it did nothing.
    fn was_busy(&self) -> bool;
}

impl Answered for Answer {
    fn was_busy(&self) -> bool {
        self.status == 503
    }
}

impl Answered for Told {
    fn was_busy(&self) -> bool {
        self.status == 503
    }
}

impl Answered for Landing {
    fn was_busy(&self) -> bool {
        self.status == 503 || self.parameter("error").as_deref() == Some("temporarily_unavailable")
    }
}

/// Asks until the server has time: in a crowd on a slow machine some wait longer for a row than they may, are told
/// to come again, and do.
pub(crate) async fn patiently<T: Answered, F: Future<Output = T>>(ask: impl Fn() -> F) -> T {
    for _ in 1..TRIES {
        let answer = ask().await;
        if !answer.was_busy() {
            return answer;
        }
        tokio::time::sleep(PAUSE).await;
    }
    ask().await
}

/// Whether these bytes hold those.
pub(crate) fn holds(haystack: &[u8], needle: &[u8]) -> bool {
    haystack
        .windows(needle.len())
        .any(|window| window == needle)
}
