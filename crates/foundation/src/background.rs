//! Background work: started here, stopped here, so that nothing outlives the service it belongs to.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::future::{BoxFuture, FutureExt};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::failure::{Failure, Fate};

/// Does one piece of work among others: a panic in it is its failure, and none of theirs. What became of its transaction
/// is not known then.
pub fn caught<'w, T: 'w>(
    doing: &'w str,
    work: impl Future<Output = Result<T, Failure>> + Send + 'w,
) -> BoxFuture<'w, Result<T, Failure>> {
    let ended = AssertUnwindSafe(work).catch_unwind();
    let told = ended.map(move |outcome| match outcome {
        Ok(done) => done,
        Err(_panic) => {
            let seen = format!("{doing} panicked");
            Err(Failure::defect(seen).with_fate(Fate::Unknown))
        }
    });
    told.boxed()
}

/// The background work of one service; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Background {
    tracker: TaskTracker,
    stopping: CancellationToken,
}

impl Background {
    /// A service's background work, empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts one piece of work. It should end by itself soon after [`Background::stopping`] fires;
    /// a panic in it is logged under its name and ends this piece only.
    #[expect(clippy::disallowed_methods, reason = "the one place that spawns")]
    pub fn start(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let running = tokio::spawn(work);
        self.tracker.spawn(async move {
            if let Err(error) = running.await
                && error.is_panic()
            {
                tracing::error!(work = name, "background work panicked");
            }
        });
    }

    /// How many pieces of work have not ended.
    pub fn running(&self) -> usize {
        self.tracker.len()
    }

    /// Fires once, when the service is asked to stop.
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// Asks all work to stop and waits for it, at most `limit`; false when some was still running then.
    pub async fn stop(&self, limit: Duration) -> bool {
        self.stopping.cancel();
        self.tracker.close();
        tokio::time::timeout(limit, self.tracker.wait())
            .await
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_panic_is_a_failure_of_what_panicked() {
        let done = caught("counting", async { Ok(7) }).await;
        assert_eq!(done.unwrap(), 7, "the control");
        let broken: Result<(), Failure> = caught("counting", async { panic!("broken") }).await;
        let failure = broken.unwrap_err();
        assert_eq!(
            (failure.to_string().as_str(), failure.fate()),
            ("counting panicked", Fate::Unknown)
        );
    }

    #[tokio::test]
    async fn stop_waits_for_work_to_end() {
        let background = Background::new();
        let ended = Arc::new(AtomicBool::new(false));
        let (seen, stopping) = (Arc::clone(&ended), background.stopping());
        background.start("test", async move {
            stopping.cancelled().await;
            seen.store(true, Ordering::SeqCst);
        });
        assert!(background.stop(Duration::from_mins(2)).await);
        assert!(ended.load(Ordering::SeqCst));
    }
}
