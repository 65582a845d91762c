//! Questions that wait together: while one is on its way to the database those that come wait, and the next takes all.
//!
//! There is no timer: who finds nothing on its way lets those come who are ready to, and asks. An answer is never older than
//! its question.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use tokio::sync::oneshot;

use crate::background::Background;
use crate::failure::Failure;

/// The most questions that go together.
const MOST_AT_ONCE: usize = 64;

type Teller<A> = oneshot::Sender<Result<A, Failure>>;
type Asking<A> = Pin<Box<dyn Future<Output = Result<Vec<A>, Failure>> + Send>>;

/// Asks many at a time for whoever asks for one.
pub struct Gather<Q, A>(Arc<Shared<Q, A>>);

struct Shared<Q, A> {
    ask: Box<dyn Fn(Vec<Q>) -> Asking<A> + Send + Sync>,
    background: Background,
    queue: Mutex<Queue<Q, A>>,
    /// How many may be on their way at a time.
    ways: usize,
}

struct Queue<Q, A> {
    waiting: VecDeque<(Q, Teller<A>)>,
    /// How many are on their way.
    under_way: usize,
}

impl<Q, A> fmt::Debug for Gather<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gather").finish_non_exhaustive()
    }
}

impl<Q: Send + 'static, A: Send + 'static> Gather<Q, A> {
    /// Asks by `ask`, which answers each question in its place; so many at a time are on their way.
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

    /// The answer to one question: as soon as a way is free, with whichever others wait.
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

    /// Goes on a way: alone when nobody else is ready to, else with those who wait by then.
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

/// Stands behind all who can go on now. (Tokio's own yielding waits for sockets, too, and for as long as they are looked after.)
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

/// What becomes of a question.
enum Joined<Q, A> {
    /// It goes at once, on a way that has to be given back.
    Goes(Q),
    /// It waits for its answer.
    Waits(oneshot::Receiver<Result<A, Failure>>),
}

/// How a question went that found a way free.
enum Gone<A> {
    /// By itself; its answer.
    Alone(A),
    /// With those who wait: the way was left to them.
    WithOthers(oneshot::Receiver<Result<A, Failure>>),
}

/// A way, given back when this is dropped, whatever became of the question: to those who wait meanwhile, if anybody does.
struct Way<Q: Send + 'static, A: Send + 'static>(Arc<Shared<Q, A>>);

impl<Q: Send + 'static, A: Send + 'static> Drop for Way<Q, A> {
    fn drop(&mut self) {
        if self.0.is_left() {
            return;
        }
        let shared = Arc::clone(&self.0);
        // Where nothing runs any more this is dropped before it begins, and takes no way that it would have to give back.
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

    /// Waits before the others if anybody does.
    fn join_others(&self, question: Q) -> Joined<Q, A> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.waiting.is_empty() {
            return Joined::Goes(question);
        }
        let (tell, told) = oneshot::channel();
        queue.waiting.push_front((question, tell));
        Joined::Waits(told)
    }

    /// Gives a way back unless somebody waits; false when it is still needed.
    fn is_left(&self) -> bool {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let is_left = queue.waiting.is_empty();
        queue.under_way -= usize::from(is_left);
        is_left
    }

    /// Asks until nobody waits.
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
        let length = queue.waiting.len().min(MOST_AT_ONCE);
        (length > 0).then(|| queue.waiting.drain(..length).unzip())
    }
}

fn tell<A>(tellers: Vec<Teller<A>>, answers: Vec<Result<A, Failure>>) {
    for (teller, answer) in tellers.into_iter().zip(answers) {
        // Who has gone away meanwhile is told nothing.
        let _gone = teller.send(answer);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;

    /// Doubles numbers, when it may, and notes how many it was asked at a time; refuses those with a 13.
    fn doubling(may: &Arc<Semaphore>, largest: &Arc<AtomicUsize>) -> Gather<u32, u32> {
        let (may, largest) = (Arc::clone(may), Arc::clone(largest));
        Gather::new(Background::new(), 1, move |numbers: Vec<u32>| {
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

    async fn let_three_go(gather: &Gather<u32, u32>, may: &Semaphore) {
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
        assert_eq!(largest.load(Ordering::SeqCst), MOST_AT_ONCE);
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
        assert_eq!(failure.kind(), crate::failure::Kind::Busy);
        assert_eq!(failure.to_string(), "doubling: 13 is bad luck");
        assert_eq!(gather.ask(14).await.unwrap(), 28);
    }
}
