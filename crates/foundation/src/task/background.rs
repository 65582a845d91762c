//! Background work of a service: started and stopped here, so that no task outlives its service.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::future::{BoxFuture, FutureExt};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::failure::{CommitOutcome, Failure};

/// Runs a future and turns a panic in it into its failure, so that other work continues. It is unknown then whether its
/// transaction was committed.
pub fn catch_panic<'w, T: 'w>(
    doing: &'w str,
    work: impl Future<Output = Result<T, Failure>> + Send + 'w,
) -> BoxFuture<'w, Result<T, Failure>> {
    let ended = AssertUnwindSafe(work).catch_unwind();
    let result = ended.map(move |outcome| match outcome {
        Ok(done) => done,
        Err(_panic) => {
            let seen = format!("{doing} panicked");
            Err(Failure::defect(seen).with_commit_outcome(CommitOutcome::Unknown))
        }
    });
    result.boxed()
}

/// Runs a function and turns a panic in it into a failure, so that other work continues.
pub fn catch_panic_sync<T>(doing: &str, work: impl FnOnce() -> T) -> Result<T, Failure> {
    let ended = std::panic::catch_unwind(AssertUnwindSafe(work));
    ended.map_err(|_panic| Failure::defect(format!("{doing} panicked")))
}

/// Background tasks of one service; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Background {
    tracker: TaskTracker,
    stopping: CancellationToken,
}

impl Background {
    /// Returns a set without tasks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts one task. It should end soon after [`Background::stopping`] fires. A panic is logged with the task's name
    /// and ends only this task.
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

    /// Returns the number of tasks that have not ended.
    pub fn running(&self) -> usize {
        self.tracker.len()
    }

    /// Returns a token that fires when the service is asked to stop.
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// Asks all tasks to stop and waits for them, at most `limit`. Returns false if a task still runs then.
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
    async fn panic_is_a_failure_of_its_task() {
        let done = catch_panic("counting", async { Ok(7) }).await;
        assert_eq!(done.unwrap(), 7, "the control");
        let broken: Result<(), Failure> = catch_panic("counting", async { panic!("broken") }).await;
        let failure = broken.unwrap_err();
        assert_eq!(
            (failure.to_string().as_str(), failure.commit_outcome()),
            ("counting panicked", CommitOutcome::Unknown)
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
