//! Provides a wait for work in the background.

use std::time::Duration;

/// Maximum time for it, on a busy machine.
const MAX_WAIT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Waits until a condition holds.
pub(crate) async fn until(is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    tokio::time::timeout(MAX_WAIT, waiting)
        .await
        .expect("what the test waits for");
}
