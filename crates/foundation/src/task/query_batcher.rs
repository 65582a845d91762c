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

type Teller<A> = oneshot::Sender<Result<A, Failure>>;
type Asking<A> = Pin<Box<dyn Future<Output = Result<Vec<A>, Failure>> + Send>>;

/// Runs lookups in batches for callers of single lookups.
pub struct QueryBatcher<Q, A>(Arc<Shared<Q, A>>);

struct Shared<Q, A> {
    ask: Box<dyn Fn(Vec<Q>) -> Asking<A> + Send + Sync>,
    background: Background,
    queue: Mutex<Queue<Q, A>>,
    /// Maximum number of queries in flight.
    ways: usize,
}

struct Queue<Q, A> {
    waiting: VecDeque<(Q, Teller<A>)>,
    /// Number of queries in flight.
    under_way: usize,
}

impl<Q, A> fmt::Debug for QueryBatcher<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryBatcher").finish_non_exhaustive()
    }
}

impl<Q: Send + 'static, A: Send + 'static> QueryBatcher<Q, A> {
    /// Creates a batcher with at most `ways` queries in flight; `ask` returns the results in the order of the lookups.
    pub fn new<F>(
        background: Background,
        ways: usize,
        ask: impl Fn(Vec<Q>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Vec<A>, Failure>> + Send + 'static,
    {
        Self(Arc::new(Shared {
            ask: Box::new(move |questions| Box::pin(ask(questions))),
            background,
            queue: Mutex::new(Queue {
                waiting: VecDeque::new(),
                under_way: 0,
            }),
            ways,
        }))
    }

    /// Returns the result of one lookup, in a batch with the others that wait.
    pub async fn ask(&self, question: Q) -> Result<A, Failure> {
        let told = match self.0.join(question) {
            Joined::Waits(told) => told,
            Joined::Goes(question) => match self.go(question).await? {
                Gone::Alone(answer) => return Ok(answer),
                Gone::WithOthers(told) => told,
            },
        };
        told.await.unwrap_or_else(|_| Err(unanswered()))
    }

    /// Runs a lookup with a permit: alone if no other is ready, else in a batch with those that wait.
    async fn go(&self, question: Q) -> Result<Gone<A>, Failure> {
        let _way = Way(Arc::clone(&self.0));
        let_those_come_who_are_ready().await;
        match self.0.join_others(question) {
            Joined::Waits(told) => Ok(Gone::WithOthers(told)),
            Joined::Goes(question) => {
                let answers = (self.0.ask)(vec![question]).await?;
                answers
                    .into_iter()
                    .next()
                    .map(Gone::Alone)
                    .ok_or_else(unanswered)
            }
        }
    }
}

/// Yields once to the tasks that are ready. (Tokio's own `yield_now` also polls the sockets, which takes longer.)
async fn let_those_come_who_are_ready() {
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

fn unanswered() -> Failure {
    Failure::defect("a question was left without an answer")
}

/// Decision about a new lookup.
enum Joined<Q, A> {
    /// It runs at once, with a permit that must be released.
    Goes(Q),
    /// It waits for its result.
    Waits(oneshot::Receiver<Result<A, Failure>>),
}

/// Result of a lookup that got a permit at once.
enum Gone<A> {
    /// It ran alone; the result.
    Alone(A),
    /// It joined the waiting ones, which take the permit.
    WithOthers(oneshot::Receiver<Result<A, Failure>>),
}

/// A permit for a query. Dropping it gives it to the lookups that wait, or releases it if there are none.
struct Way<Q: Send + 'static, A: Send + 'static>(Arc<Shared<Q, A>>);

impl<Q: Send + 'static, A: Send + 'static> Drop for Way<Q, A> {
    fn drop(&mut self) {
        if self.0.is_left() {
            return;
        }
        let shared = Arc::clone(&self.0);
        // If the runtime has stopped, this is dropped before it begins, and takes no permit that it would have to release.
        let serving = async move {
            let way = Self(shared);
            way.0.serve().await;
        };
        self.0.background.start("gathered questions", serving);
    }
}

impl<Q, A> Shared<Q, A> {
    fn join(&self, question: Q) -> Joined<Q, A> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.under_way < self.ways {
            queue.under_way += 1;
            return Joined::Goes(question);
        }
        let (tell, told) = oneshot::channel();
        queue.waiting.push_back((question, tell));
        Joined::Waits(told)
    }

    /// Queues a lookup in front of the others if any waits.
    fn join_others(&self, question: Q) -> Joined<Q, A> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.waiting.is_empty() {
            return Joined::Goes(question);
        }
        let (tell, told) = oneshot::channel();
        queue.waiting.push_front((question, tell));
        Joined::Waits(told)
    }

    /// Releases a permit if no lookup waits; returns false if the permit is still needed.
    fn is_left(&self) -> bool {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let is_left = queue.waiting.is_empty();
        queue.under_way -= usize::from(is_left);
        is_left
    }

    /// Runs batches until no lookup waits.
    async fn serve(&self) {
        while let Some((questions, tellers)) = self.next() {
            let answers = match (self.ask)(questions).await {
                Ok(answers) => answers.into_iter().map(Ok).collect(),
                Err(failure) => tellers.iter().map(|_| Err(failure.again())).collect(),
            };
            tell(tellers, answers);
        }
    }

    fn next(&self) -> Option<(Vec<Q>, Vec<Teller<A>>)> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let length = queue.waiting.len().min(MAX_CONCURRENT);
        (length > 0).then(|| queue.waiting.drain(..length).unzip())
    }
}

fn tell<A>(tellers: Vec<Teller<A>>, answers: Vec<Result<A, Failure>>) {
    for (teller, answer) in tellers.into_iter().zip(answers) {
        // A caller that was cancelled gets no result.
        let _gone = teller.send(answer);
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

    async fn let_three_go(gather: &QueryBatcher<u32, u32>, may: &Semaphore) {
        while gather.0.queue.lock().unwrap().waiting.len() < 99 {
            tokio::task::yield_now().await;
        }
        may.add_permits(3);
    }

    #[tokio::test]
    async fn who_waits_goes_together_and_each_gets_its_own_answer() {
        let (may, largest) = (Arc::new(Semaphore::new(0)), Arc::default());
        let gather = doubling(&may, &largest);
        let asked = join_all((100..200).map(|number| gather.ask(number)));
        let (told, ()) = tokio::join!(asked, let_three_go(&gather, &may));
        for (number, told) in (100..200).zip(told) {
            assert_eq!(told.unwrap(), number * 2);
        }
        assert_eq!(largest.load(Ordering::SeqCst), MAX_CONCURRENT);
        may.add_permits(1);
        assert_eq!(gather.ask(1).await.unwrap(), 2, "nobody was left to serve");
    }

    #[tokio::test]
    async fn those_who_are_ready_go_with_the_first() {
        let (may, largest) = (Arc::new(Semaphore::new(16)), Arc::default());
        let gather = doubling(&may, &largest);
        let told = join_all((20..36).map(|number| gather.ask(number))).await;
        let told: Vec<u32> = told.into_iter().map(Result::unwrap).collect();
        assert_eq!(
            told,
            (20..36).map(|number| number * 2).collect::<Vec<u32>>()
        );
        assert_eq!(largest.load(Ordering::SeqCst), 16, "all in one");
    }

    #[tokio::test]
    async fn who_goes_away_leaves_the_way_to_those_who_wait() {
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
    async fn a_failure_is_told_to_all_who_went_together_and_to_no_other() {
        let (may, largest) = (Arc::new(Semaphore::new(9)), Arc::default());
        let gather = doubling(&may, &largest);
        let failure = gather.ask(13).await.unwrap_err();
        assert_eq!(failure.kind(), crate::failure::FailureKind::Busy);
        assert_eq!(failure.to_string(), "doubling: 13 is bad luck");
        assert_eq!(gather.ask(14).await.unwrap(), 28);
    }
}
