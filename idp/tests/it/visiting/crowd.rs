//! Many visitors at a time, and looking for a needle in what they left behind.

use tokio::task::JoinHandle;

/// Starts one visitor's work beside the others'.
#[expect(clippy::disallowed_methods, reason = "many visitors at a time")]
pub(crate) fn spawn<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> JoinHandle<T> {
    tokio::spawn(work)
}

/// Whether these bytes hold those.
pub(crate) fn holds(haystack: &[u8], needle: &[u8]) -> bool {
    haystack
        .windows(needle.len())
        .any(|window| window == needle)
}
