//! Asking: an answer that is kept, if it still stands, else one that is read with those for whoever else asks.

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use super::keeper::{Expected, Keeper, News, Renewing};
use super::others::OtherServers;
use crate::clock::Timestamp;
use crate::database::Transaction;
use crate::failure::Failure;
use crate::gather::Gather;

/// How many statements are on their way at a time: with one, most questions go together, and a connection's thread wakes
/// seldom.
const WAYS: usize = 1;

/// What was read.
#[derive(Clone, Debug)]
pub struct Read<A> {
    /// The answer.
    pub answer: A,
    /// How long it may be given again; none for what may not.
    pub stays: Option<Stay>,
}

/// How long an answer may be given again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stay {
    /// What its statement has told by [`mark`](crate::database::mark).
    pub mark: String,
    /// Whose changes it depends on: of commits that say what they change, those alone.
    pub subject: Option<String>,
    /// The instant that it was read for.
    pub from: Timestamp,
    /// The instant from which on it is another without any commit, because something runs out or begins.
    pub until: Option<Timestamp>,
}

/// Reads many at a time for whoever asks for one, and keeps what was read. `N` is what commits tell of a subject.
pub struct ReadCache<Q, A, N = ()> {
    reading: Gather<Q, A>,
    others: Arc<OtherServers>,
    keeper: Arc<Keeper<Q, A, N>>,
}

impl<Q, A, N> fmt::Debug for ReadCache<Q, A, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadCache").finish_non_exhaustive()
    }
}

impl<Q, A> ReadCache<Q, A>
where
    Q: Clone + Eq + Hash + Send + Sync + 'static,
    A: Clone + Send + Sync + 'static,
{
    /// Reads by `read`, which answers each question in its place. Nothing is given again that is as old as `longest`, or five
    /// minutes: so much later at most is noticed what somebody has written by a program of their own.
    pub fn new<F>(
        others: &Arc<OtherServers>,
        longest: Duration,
        read: impl Fn(Vec<Q>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Vec<Read<A>>, Failure>> + Send + 'static,
    {
        Self::renewed(others, longest, read, |_, ()| None)
    }
}

impl<Q, A, N> ReadCache<Q, A, N>
where
    Q: Clone + Eq + Hash + Send + Sync + 'static,
    A: Clone + Send + Sync + 'static,
    N: Send + Sync + 'static,
{
    /// The same; what commits tell of a subject brings an answer up to date by `renew`, or makes it of no use.
    pub fn renewed<F>(
        others: &Arc<OtherServers>,
        longest: Duration,
        read: impl Fn(Vec<Q>) -> F + Send + Sync + 'static,
        renew: Renewing<A, N>,
    ) -> Self
    where
        F: Future<Output = Result<Vec<Read<A>>, Failure>> + Send + 'static,
    {
        let keeper = Arc::new(Keeper::new(others, longest, renew));
        let (keeping, begins) = (Arc::clone(&keeper), Arc::clone(others));
        let reading = Gather::new(others.background.clone(), WAYS, move |questions: Vec<Q>| {
            let began = begins.begin();
            let (keeper, reads) = (Arc::clone(&keeping), read(questions.clone()));
            async move { Ok(keeper.keep(questions, reads.await?, began)) }
        });
        Self {
            reading,
            others: Arc::clone(others),
            keeper,
        }
    }

    /// The answer to one question.
    pub async fn ask(&self, question: &Q) -> Result<A, Failure> {
        if let Some(kept) = self.keeper.of_now(question) {
            self.others.look().await?;
            if self.keeper.is_of_this_epoch(&kept) {
                return Ok(kept.answer.clone());
            }
        }
        // Apart, so that whoever is told from memory need not carry what it takes to read.
        Box::pin(self.reading.ask(question.clone())).await
    }

    /// Announces before a commit that beside what it was said to [change](Transaction::changes_only) it changes these
    /// subjects, of which this cache will be told. What is told has to be all that any commit which names the subject may
    /// change, as the transaction has read it under a lock that it holds until its end.
    pub fn expect<'s>(
        &self,
        transaction: &mut Transaction,
        subjects: impl IntoIterator<Item = &'s str>,
    ) -> Expected {
        self.keeper.expect(transaction.renews(subjects))
    }

    /// Tells after a commit what is known of subjects since.
    pub fn tell(&self, expected: &Expected, news: impl IntoIterator<Item = News<N>>) {
        self.keeper.tell(expected, news);
    }
}
