//! Waiting for what somebody else does in its own time.

use std::time::Duration;

/// How long it may take, on a machine that is busy building.
const PATIENCE: Duration = Duration::from_mins(2);
const GLANCE: Duration = Duration::from_millis(20);

/// Waits until something is so.
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
