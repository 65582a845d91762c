//! The threads that hash: as many as there are cores, behind everybody else in the queue for them, each with memory of
//! its own that it keeps.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use foundation::Failure;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that are started when they are first needed, and end with this value. The runtime's own threads for slow
/// work will not do: there are hundreds of them, each keeps the 19 MiB that it once took, and all are as urgent as those
/// that answer.
pub(super) struct Workers {
    jobs: Sender<Job>,
    queue: Arc<Mutex<Receiver<Job>>>,
    hired: AtomicUsize,
    most: usize,
}

impl Workers {
    /// At most so many.
    pub(super) fn new(most: usize) -> Self {
        let (jobs, queue) = channel();
        Self {
            jobs,
            queue: Arc::new(Mutex::new(queue)),
            hired: AtomicUsize::new(0),
            most,
        }
    }

    /// Has one of them do something.
    pub(super) fn give(&self, job: Job) -> Result<(), Failure> {
        if self.hired.load(Ordering::SeqCst) < self.most
            && self.hired.fetch_add(1, Ordering::SeqCst) < self.most
        {
            let queue = Arc::clone(&self.queue);
            let hired = thread::Builder::new()
                .name("passwords".to_owned())
                .spawn(move || work(&queue));
            if let Err(error) = hired {
                self.hired.fetch_sub(1, Ordering::SeqCst);
                return Err(Failure::unavailable(
                    "starting a thread for passwords",
                    error,
                ));
            }
        }
        let gone = |_| Failure::defect("the threads for passwords are gone");
        self.jobs.send(job).map_err(gone)
    }
}

fn work(queue: &Mutex<Receiver<Job>>) {
    be_patient();
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // Whoever waits for it is told by the silence; the thread stays for the others.
        let _told = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(target_os = "linux")]
fn be_patient() {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
        set_thread_priority_and_policy, thread_native_id,
    };

    // SCHED_IDLE: whoever answers takes the core at once, where a mere niceness lets a hash go on for some
    // milliseconds. Among the processes of a machine it changes nothing, as long as each service is a group of its own.
    // Without it everything works, only less politely.
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    let _set = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle);
}

#[cfg(not(target_os = "linux"))]
fn be_patient() {}
