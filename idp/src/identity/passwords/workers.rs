//! Hashing threads of low priority, with threads of normal priority for late jobs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use foundation::Failure;
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};
use tokio::sync::mpsc;

/// Time that a job may take on a low-priority thread until a normal one starts it again.
const RESTART_AFTER: Duration = Duration::from_millis(500);

type Job = Box<dyn FnOnce() + Send>;

/// Two thread pools, which start on first use and end with this value. Tokio's blocking threads do not fit: there are
/// hundreds, each would keep its 19 MiB, and all have the priority of the threads that serve requests.
pub(super) struct Workers {
    /// Runs at idle priority; on a fully loaded machine it would make no progress.
    low_priority: WorkerPool,
    /// Runs at normal priority, for jobs that the first pool did not finish.
    normal_priority: WorkerPool,
}

impl Workers {
    /// Creates both pools with a maximum number of threads each.
    pub(super) fn new(most: usize) -> Self {
        Self {
            low_priority: WorkerPool::new("passwords", most, true),
            normal_priority: WorkerPool::new("passwords-late", most, false),
        }
    }

    /// Runs a job and returns the first result.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        job: impl Fn() -> T + Send + Sync + 'static,
    ) -> Result<T, Failure> {
        let job = Arc::new(job);
        let (done, mut results) = mpsc::channel(1);
        let later = done.downgrade();
        self.low_priority.queue_job(one_run(&job, done))?;
        let in_time = tokio::time::timeout(RESTART_AFTER, results.recv()).await;
        let result = match (in_time, later.upgrade()) {
            (Ok(result), _) => result,
            // The first pool has just finished or panicked.
            (Err(_elapsed), None) => results.recv().await,
            (Err(_elapsed), Some(done)) => {
                metrics::counter!("idp_password_late_total").increment(1);
                self.normal_priority.queue_job(one_run(&job, done))?;
                results.recv().await
            }
        };
        result.ok_or_else(|| Failure::defect("hashing a password panicked"))
    }
}

/// Returns one run of a job, which does nothing after another run has finished.
fn one_run<T: Send + 'static>(
    job: &Arc<impl Fn() -> T + Send + Sync + 'static>,
    done: mpsc::Sender<T>,
) -> Job {
    let job = Arc::clone(job);
    Box::new(move || {
        if !done.is_closed() {
            let _second = done.try_send(job());
        }
    })
}

/// A thread pool and its queue.
struct WorkerPool {
    name: &'static str,
    max_threads: usize,
    is_low_priority: bool,
    started: AtomicUsize,
    jobs: Sender<Job>,
    queue: Arc<Mutex<Receiver<Job>>>,
}

impl WorkerPool {
    fn new(name: &'static str, most: usize, is_low_priority: bool) -> Self {
        let (jobs, queue) = channel();
        Self {
            name,
            max_threads: most,
            is_low_priority,
            started: AtomicUsize::new(0),
            jobs,
            queue: Arc::new(Mutex::new(queue)),
        }
    }

    fn queue_job(&self, job: Job) -> Result<(), Failure> {
        if self.started.load(Ordering::SeqCst) < self.max_threads
            && self.started.fetch_add(1, Ordering::SeqCst) < self.max_threads
        {
            let (queue, is_low_priority) = (Arc::clone(&self.queue), self.is_low_priority);
            let started = thread::Builder::new()
                .name(self.name.to_owned())
                .spawn(move || work(&queue, is_low_priority));
            if let Err(error) = started {
                self.started.fetch_sub(1, Ordering::SeqCst);
                return Err(Failure::unavailable(
                    "starting a thread for passwords",
                    error,
                ));
            }
        }
        let ended = |_| Failure::defect("the threads for passwords have ended");
        self.jobs.send(job).map_err(ended)
    }
}

fn work(queue: &Mutex<Receiver<Job>>, is_low_priority: bool) {
    if is_low_priority {
        lower_priority();
    }
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // The caller learns of a panic by the closed channel; the thread continues with other jobs.
        let _result = catch_unwind(AssertUnwindSafe(job));
    }
}

/// Sets Linux's `SCHED_IDLE`: request threads take the core at once, while with niceness alone a hash would continue
/// for some milliseconds. A failure only costs that advantage.
fn lower_priority() {
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    let _set = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn starved_work_is_restarted_on_a_normal_thread() {
        let workers = Workers::new(1);
        let (go_on, held) = channel::<()>();
        let (started, has_started) = tokio::sync::oneshot::channel();
        let held_up = move || {
            let _sent = started.send(());
            let _ended = held.recv();
        };
        workers.low_priority.queue_job(Box::new(held_up)).unwrap();
        // A busy machine may start a thread of low priority late.
        has_started.await.unwrap();
        let name = || thread::current().name().map(str::to_owned);
        let served = workers.work(name).await.unwrap();
        assert_eq!(served.as_deref(), Some("passwords-late"));
        drop(go_on);
    }
}
