//! Provides a wait for work in the background.

use std::time::Duration;

/// Maximum time for it, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);
const GLANCE: Duration = Duration::from_millis(20);

/// Waits until a condition holds.
pub(crate) async fn until(is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(GLANCE).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting)
        .await
        .expect("what the test waits for");
}
