//! Keeping what was read, with what commits have told since, as long as it stands.

use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quick_cache::sync::Cache;

use super::cache::Read;
use super::others::{LONGEST, OtherServers};
use super::view::Began;
use crate::clock::{Reading, Timestamp};
use crate::database::Receipt;

/// The most answers that are kept, and the most subjects of which something was told.
const MOST_KEPT: usize = 20_000;

/// What a commit tells of a subject, as it has left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News<N> {
    /// The subject.
    pub subject: String,
    /// What is known of it.
    pub told: N,
    /// The instant that this holds for.
    pub from: Timestamp,
    /// The instant from which on it is another without any commit.
    pub until: Option<Timestamp>,
}

/// A commit that will tell.
#[derive(Debug)]
pub struct Expected {
    receipt: Receipt,
    epoch: u64,
}

/// Brings an answer up to date by what a commit has told of its subject; none where that does not do.
pub type Renewing<A, N> = fn(&A, &N) -> Option<A>;

/// Keeps what was read.
pub(super) struct Keeper<Q, A, N> {
    others: Arc<OtherServers>,
    kept: Cache<Q, Arc<Kept<A>>>,
    told: Cache<String, Arc<Told<N>>>,
    longest: Duration,
    /// When what is too old was looked for last.
    tidied_at: Mutex<Reading>,
    renew: Renewing<A, N>,
}

/// What was read and is kept.
#[derive(Clone, Debug)]
pub(super) struct Kept<A> {
    pub(super) answer: A,
    subject: Option<Subject>,
    from: Timestamp,
    until: Option<Timestamp>,
    /// How many commits of this process had ended before it was read, or the number of the one that has renewed it.
    since: u64,
    /// The epoch in which it was read.
    epoch: u64,
    read_at: Reading,
}

/// Whose changes an answer depends on.
#[derive(Clone, Debug)]
struct Subject {
    name: Arc<str>,
    digest: u64,
}

/// What a commit has told.
#[derive(Debug)]
struct Told<N> {
    news: News<N>,
    /// The commit's number.
    number: u64,
    /// The epoch in which it began.
    epoch: u64,
}

impl<Q, A, N> fmt::Debug for Keeper<Q, A, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeper").finish_non_exhaustive()
    }
}

impl<Q, A, N> Keeper<Q, A, N>
where
    Q: Clone + Eq + Hash + Send + Sync + 'static,
    A: Clone + Send + Sync + 'static,
    N: Send + Sync + 'static,
{
    pub(super) fn new(
        others: &Arc<OtherServers>,
        longest: Duration,
        renew: Renewing<A, N>,
    ) -> Self {
        Self {
            others: Arc::clone(others),
            kept: Cache::new(MOST_KEPT),
            told: Cache::new(MOST_KEPT),
            longest: longest.min(LONGEST),
            tidied_at: Mutex::new(others.clock.monotonic()),
            renew,
        }
    }

    /// What is kept for a question, if it is neither over nor changed by this process; what its commits have told since
    /// is added.
    pub(super) fn of_now(&self, question: &Q) -> Option<Arc<Kept<A>>> {
        let kept = self.kept.get(question)?;
        if self.is_over(kept.from, kept.until) || self.is_old(&kept) {
            return None;
        }
        let subject = kept.subject.as_ref().map(|subject| subject.digest);
        if self.others.database.commits().stands(kept.since, subject) {
            return Some(kept);
        }
        let renewed = Arc::new(self.renewed(&kept)?);
        self.kept.insert(question.clone(), Arc::clone(&renewed));
        Some(renewed)
    }

    fn is_over(&self, from: Timestamp, until: Option<Timestamp>) -> bool {
        let now = self.others.clock.now();
        now < from || until.is_some_and(|until| until <= now)
    }

    fn is_old(&self, kept: &Kept<A>) -> bool {
        self.others.clock.monotonic().since(kept.read_at) >= self.longest
    }

    /// What is kept, with what the last commit has told of its subject.
    fn renewed(&self, kept: &Kept<A>) -> Option<Kept<A>> {
        let subject = kept.subject.as_ref()?;
        let commits = self.others.database.commits();
        let number = commits.renewed_since(kept.since, subject.digest)?;
        let told = self.told.get(subject.name.as_ref())?;
        let News { from, until, .. } = told.news;
        if told.number != number || told.epoch != kept.epoch || self.is_over(from, until) {
            return None;
        }
        Some(Kept {
            answer: (self.renew)(&kept.answer, &told.news.told)?,
            from: kept.from.max(from),
            until: [kept.until, until].into_iter().flatten().min(),
            since: number,
            ..kept.clone()
        })
    }

    /// Whether no other server is seen to have committed anything since it was read.
    pub(super) fn is_of_this_epoch(&self, kept: &Kept<A>) -> bool {
        kept.epoch == self.others.epoch()
    }

    pub(super) fn keep(&self, questions: Vec<Q>, reads: Vec<Read<A>>, began: Began) -> Vec<A> {
        let read_at = self.others.clock.monotonic();
        self.tidy(read_at);
        let mut answers = Vec::with_capacity(reads.len());
        for (question, Read { answer, stays }) in questions.into_iter().zip(reads) {
            answers.push(answer.clone());
            let Some(stay) = stays else { continue };
            let epoch = self.others.read(&stay.mark, began);
            let subject = stay.subject.map(|name| Subject {
                digest: self.others.database.commits().digest(&name),
                name: name.into(),
            });
            let kept = Kept {
                answer,
                subject,
                from: stay.from,
                until: stay.until,
                since: began.since,
                epoch,
                read_at,
            };
            self.kept.insert(question, Arc::new(kept));
        }
        answers
    }

    /// Forgets now and then what is too old to be given again: perhaps nobody asks for it any more, and it may tell of somebody
    /// who is gone.
    fn tidy(&self, now: Reading) {
        let mut tidied_at = self
            .tidied_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if now.since(*tidied_at) >= self.longest {
            *tidied_at = now;
            drop(tidied_at);
            self.kept.retain(|_, kept| !self.is_old(kept));
        }
    }

    pub(super) fn expect(&self, receipt: Receipt) -> Expected {
        let epoch = self.others.epoch();
        Expected { receipt, epoch }
    }

    /// What is told of a commit that has failed, or has not said all that it changes, is of no use.
    pub(super) fn tell(&self, expected: &Expected, news: impl IntoIterator<Item = News<N>>) {
        let Some(number) = expected.receipt.number() else {
            return;
        };
        for news in news {
            let told = Told {
                number,
                epoch: expected.epoch,
                news,
            };
            self.told.insert(told.news.subject.clone(), Arc::new(told));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cache::Stay;
    use super::*;
    use crate::background::Background;
    use crate::clock::Clock;
    use crate::database::Database;

    #[tokio::test]
    async fn what_is_too_old_is_forgotten_though_nobody_asks_for_it() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let address = format!("sqlite:{}", file.path().display());
        let database = Database::open(&address).await.unwrap();
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let others = OtherServers::of(&database, &clock, &Background::new());
        let minute = Duration::from_mins(1);
        let keeper: Keeper<&str, (), ()> = Keeper::new(&others, minute, |(), ()| None);
        let keep = |question| {
            let read = Read {
                answer: (),
                stays: Some(Stay {
                    mark: String::new(),
                    subject: None,
                    from: clock.now(),
                    until: None,
                }),
            };
            let began = others.begin();
            let _answers = keeper.keep(vec![question], vec![read], began);
        };
        keep("ada");
        clock.advance(minute / 2);
        keep("ben");
        assert_eq!(keeper.kept.len(), 2);
        clock.advance(minute / 2);
        keep("cid");
        assert_eq!(keeper.kept.len(), 2);
        assert!(keeper.of_now(&"ada").is_none());
        assert!(keeper.of_now(&"ben").is_some());
    }
}
