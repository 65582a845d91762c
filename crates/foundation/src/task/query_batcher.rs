//! Batches concurrent lookups: requests that arrive while a query is in flight share the next query.
//!
//! There is no timer: without a query in flight a request yields once to the others, then sends its query. A response
//! is never older than its request.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use tokio::sync::oneshot;

use super::background::Background;
use crate::failure::Failure;

/// Maximum number of lookups in a batch.
const MAX_CONCURRENT: usize = 64;

type ResultSender<A> = oneshot::Sender<Result<A, Failure>>;
type QueryFuture<A> = Pin<Box<dyn Future<Output = Result<Vec<A>, Failure>> + Send>>;

/// Runs lookups in batches for callers of single lookups.
pub struct QueryBatcher<Q, A>(Arc<BatcherState<Q, A>>);

struct BatcherState<Q, A> {
    ask: Box<dyn Fn(Vec<Q>) -> QueryFuture<A> + Send + Sync>,
    background: Background,
    queue: Mutex<LookupQueue<Q, A>>,
    /// Maximum number of queries in flight.
    max_in_flight: usize,
}

struct LookupQueue<Q, A> {
    waiting: VecDeque<(Q, ResultSender<A>)>,
    /// Number of queries in flight.
    in_flight: usize,
}

impl<Q, A> fmt::Debug for QueryBatcher<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryBatcher").finish_non_exhaustive()
    }
}

impl<Q: Send + 'static, A: Send + 'static> QueryBatcher<Q, A> {
    /// Creates a batcher with at most `max_in_flight` queries at a time; `ask` returns the results in the order of the lookups.
    pub fn new<F>(
        background: Background,
        max_in_flight: usize,
        ask: impl Fn(Vec<Q>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Vec<A>, Failure>> + Send + 'static,
    {
        Self(Arc::new(BatcherState {
            ask: Box::new(move |lookups| Box::pin(ask(lookups))),
            background,
            queue: Mutex::new(LookupQueue {
                waiting: VecDeque::new(),
                in_flight: 0,
            }),
            max_in_flight,
        }))
    }

    /// Returns the result of one lookup, in a batch with the others that wait.
    pub async fn ask(&self, lookup: Q) -> Result<A, Failure> {
        let result = match self.0.join(lookup) {
            Admission::Wait(result) => result,
            Admission::Run(lookup) => match self.run(lookup).await? {
                LookupOutcome::Alone(result) => return Ok(result),
                LookupOutcome::InBatch(result) => result,
            },
        };
        result.await.unwrap_or_else(|_| Err(missing_result()))
    }

    /// Runs a lookup with a permit: alone if no other is ready, else in a batch with those that wait.
    async fn run(&self, lookup: Q) -> Result<LookupOutcome<A>, Failure> {
        let _permit = Permit(Arc::clone(&self.0));
        yield_once().await;
        match self.0.join_others(lookup) {
            Admission::Wait(result) => Ok(LookupOutcome::InBatch(result)),
            Admission::Run(lookup) => {
                let results = (self.0.ask)(vec![lookup]).await?;
                results
                    .into_iter()
                    .next()
                    .map(LookupOutcome::Alone)
                    .ok_or_else(missing_result)
            }
        }
    }
}

/// Yields once to the tasks that are ready. (Tokio's own `yield_now` also polls the sockets, which takes longer.)
async fn yield_once() {
    let mut has_waited = false;
    poll_fn(|task| {
        if has_waited {
            return Poll::Ready(());
        }
        has_waited = true;
        task.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

fn missing_result() -> Failure {
    Failure::defect("a query has no result")
}

/// Decision about a new lookup.
enum Admission<Q, A> {
    /// It runs at once, with a permit that must be released.
    Run(Q),
    /// It waits for its result.
    Wait(oneshot::Receiver<Result<A, Failure>>),
}

/// Result of a lookup that got a permit at once.
enum LookupOutcome<A> {
    /// It ran alone; the result.
    Alone(A),
    /// It joined the waiting ones, which take the permit.
    InBatch(oneshot::Receiver<Result<A, Failure>>),
}

/// A permit for a query. Dropping it gives it to the lookups that wait, or releases it if there are none.
struct Permit<Q: Send + 'static, A: Send + 'static>(Arc<BatcherState<Q, A>>);

impl<Q: Send + 'static, A: Send + 'static> Drop for Permit<Q, A> {
    fn drop(&mut self) {
        if self.0.release_if_idle() {
            return;
        }
        let shared = Arc::clone(&self.0);
        // If the runtime has stopped, this is dropped before it begins, and takes no permit that it would have to release.
        let serving = async move {
            let permit = Self(shared);
            permit.0.serve().await;
        };
        self.0.background.start("lookup batches", serving);
    }
}

impl<Q, A> BatcherState<Q, A> {
    fn join(&self, lookup: Q) -> Admission<Q, A> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.in_flight < self.max_in_flight {
            queue.in_flight += 1;
            return Admission::Run(lookup);
        }
        let (sender, result) = oneshot::channel();
        queue.waiting.push_back((lookup, sender));
        Admission::Wait(result)
    }

    /// Queues a lookup in front of the others if any waits.
    fn join_others(&self, lookup: Q) -> Admission<Q, A> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.waiting.is_empty() {
            return Admission::Run(lookup);
        }
        let (sender, result) = oneshot::channel();
        queue.waiting.push_front((lookup, sender));
        Admission::Wait(result)
    }

    /// Releases a permit if no lookup waits; returns false if the permit is still needed.
    fn release_if_idle(&self) -> bool {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let is_idle = queue.waiting.is_empty();
        queue.in_flight -= usize::from(is_idle);
        is_idle
    }

    /// Runs batches until no lookup waits.
    async fn serve(&self) {
        while let Some((lookups, senders)) = self.next() {
            let results = match (self.ask)(lookups).await {
                Ok(results) => results.into_iter().map(Ok).collect(),
                Err(failure) => senders.iter().map(|_| Err(failure.again())).collect(),
            };
            send_results(senders, results);
        }
    }

    fn next(&self) -> Option<(Vec<Q>, Vec<ResultSender<A>>)> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let length = queue.waiting.len().min(MAX_CONCURRENT);
        (length > 0).then(|| queue.waiting.drain(..length).unzip())
    }
}

fn send_results<A>(senders: Vec<ResultSender<A>>, results: Vec<Result<A, Failure>>) {
    for (sender, result) in senders.into_iter().zip(results) {
        // A caller that was cancelled gets no result.
        let _cancelled = sender.send(result);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;

    /// Doubles numbers once permitted, and records the largest batch; fails for a batch with a 13.
    fn doubling(may: &Arc<Semaphore>, largest: &Arc<AtomicUsize>) -> QueryBatcher<u32, u32> {
        let (may, largest) = (Arc::clone(may), Arc::clone(largest));
        QueryBatcher::new(Background::new(), 1, move |numbers: Vec<u32>| {
            largest.fetch_max(numbers.len(), Ordering::SeqCst);
            doubled(Arc::clone(&may), numbers)
        })
    }

    async fn doubled(may: Arc<Semaphore>, numbers: Vec<u32>) -> Result<Vec<u32>, Failure> {
        may.acquire().await.unwrap().forget();
        if numbers.contains(&13) {
            return Err(Failure::busy("doubling", "13 is bad luck"));
        }
        Ok(numbers.into_iter().map(|number| number * 2).collect())
    }

    async fn release_three(gather: &QueryBatcher<u32, u32>, may: &Semaphore) {
        while gather.0.queue.lock().unwrap().waiting.len() < 99 {
            tokio::task::yield_now().await;
        }
        may.add_permits(3);
    }

    #[tokio::test]
    async fn waiting_requests_share_a_query_and_get_their_own_results() {
        let (may, largest) = (Arc::new(Semaphore::new(0)), Arc::default());
        let gather = doubling(&may, &largest);
        let requests = join_all((100..200).map(|number| gather.ask(number)));
        let (result, ()) = tokio::join!(requests, release_three(&gather, &may));
        for (number, result) in (100..200).zip(result) {
            assert_eq!(result.unwrap(), number * 2);
        }
        assert_eq!(largest.load(Ordering::SeqCst), MAX_CONCURRENT);
        may.add_permits(1);
        assert_eq!(gather.ask(1).await.unwrap(), 2, "no caller was waiting");
    }

    #[tokio::test]
    async fn ready_requests_join_the_first_batch() {
        let (may, largest) = (Arc::new(Semaphore::new(16)), Arc::default());
        let gather = doubling(&may, &largest);
        let result = join_all((20..36).map(|number| gather.ask(number))).await;
        let result: Vec<u32> = result.into_iter().map(Result::unwrap).collect();
        assert_eq!(
            result,
            (20..36).map(|number| number * 2).collect::<Vec<u32>>()
        );
        assert_eq!(largest.load(Ordering::SeqCst), 16, "all in one");
    }

    #[tokio::test]
    async fn cancelled_request_passes_its_turn_on() {
        let (may, largest) = (Arc::new(Semaphore::new(0)), Arc::default());
        let gather = doubling(&may, &largest);
        let mut first = Box::pin(gather.ask(1));
        assert!(futures_util::poll!(first.as_mut()).is_pending());
        let mut second = Box::pin(gather.ask(2));
        assert!(futures_util::poll!(second.as_mut()).is_pending());
        drop(first);
        may.add_permits(2);
        assert_eq!(second.await.unwrap(), 4);
        assert_eq!(gather.ask(3).await.unwrap(), 6);
    }

    #[tokio::test]
    async fn failure_reaches_all_requests_of_its_batch_only() {
        let (may, largest) = (Arc::new(Semaphore::new(9)), Arc::default());
        let gather = doubling(&may, &largest);
        let failure = gather.ask(13).await.unwrap_err();
        assert_eq!(failure.kind(), crate::failure::FailureKind::Busy);
        assert_eq!(failure.to_string(), "doubling: 13 is bad luck");
        assert_eq!(gather.ask(14).await.unwrap(), 28);
    }
}
