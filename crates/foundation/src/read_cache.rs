//! A cache of what was read from the database, for answers that may be given again.
//!
//! What is kept is given again only while nothing was committed since that could change it. What this process commits it
//! knows. On SQLite nobody else writes. On PostgreSQL other servers may: one small statement for all who ask at a time tells
//! whether there are any, and whether anything was committed; it holds for [`OTHERS_SEEN_FOR`]. So an answer lacks nothing
//! that this process has committed before the question, nor what another has told by
//! [`commit_everywhere`](crate::Transaction::commit_everywhere), and of the rest the last hundredth of a second at most.

use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use tokio::sync::Notify;

use crate::background::Background;
use crate::clock::{Clock, Reading, Timestamp};
use crate::database::{self, Database, Look, OTHERS_SEEN_FOR};
use crate::failure::Failure;
use crate::gather::Gather;

/// The most answers that are kept.
const MOST_KEPT: u64 = 20_000;
/// Nothing is kept longer: somebody may have written to the database by a program of their own, and a PostgreSQL server that
/// takes another's place may show a mark once more.
const LONGEST: Duration = Duration::from_mins(1);
/// No server comes, writes and goes in less.
const SHORTEST_VISIT: Duration = Duration::from_secs(1);
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

/// Reads many at a time for whoever asks for one, and keeps what was read.
pub struct ReadCache<Q, A> {
    reading: Gather<Q, A>,
    looking: Gather<(), ()>,
    keeper: Arc<Keeper<Q, A>>,
}

/// What was read and is kept.
#[derive(Debug)]
struct Kept<A> {
    answer: A,
    subject: Option<String>,
    from: Timestamp,
    until: Option<Timestamp>,
    /// How many commits of this process had ended before it was read.
    since: u64,
    /// The epoch in which it was read.
    epoch: u64,
    read_at: Reading,
}

impl<Q, A> fmt::Debug for ReadCache<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadCache").finish_non_exhaustive()
    }
}

impl<Q, A> ReadCache<Q, A>
where
    Q: Clone + Eq + Hash + Send + Sync + 'static,
    A: Clone + Send + Sync + 'static,
{
    /// Reads by `read`, which answers each question in its place.
    pub fn new<F>(
        database: &Database,
        clock: &Clock,
        background: &Background,
        read: impl Fn(Vec<Q>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Vec<Read<A>>, Failure>> + Send + 'static,
    {
        let kept = Cache::builder()
            .max_capacity(MOST_KEPT)
            // The other policy counts how often each is asked for, which costs as much as the answer.
            .eviction_policy(EvictionPolicy::lru())
            .time_to_live(LONGEST)
            .build();
        let keeper = Arc::new(Keeper {
            database: database.clone(),
            clock: clock.clone(),
            kept,
            view: Mutex::default(),
            asked: Notify::new(),
        });
        let keeping = Arc::clone(&keeper);
        let reading = Gather::new(background.clone(), WAYS, move |questions: Vec<Q>| {
            let began = keeping.begin();
            let (keeper, reads) = (Arc::clone(&keeping), read(questions.clone()));
            async move { Ok(keeper.keep(questions, reads.await?, began)) }
        });
        let looker = Arc::clone(&keeper);
        let looking = Gather::new(background.clone(), WAYS, move |asked: Vec<()>| {
            let looker = Arc::clone(&looker);
            async move { looker.look().await.map(|()| asked) }
        });
        if matches!(database, Database::Postgres { .. }) {
            let (watcher, stopping) = (Arc::clone(&keeper), background.stopping());
            background.start("looking for other servers", async move {
                let _stopped = stopping.run_until_cancelled(watcher.watch()).await;
            });
        }
        Self {
            reading,
            looking,
            keeper,
        }
    }

    /// The answer to one question.
    pub async fn ask(&self, question: &Q) -> Result<A, Failure> {
        match self.keeper.kept.get(question) {
            Some(kept) if self.keeper.is_of_now(&kept) && self.stands(&kept).await? => {
                Ok(kept.answer.clone())
            }
            Some(_) | None => self.reading.ask(question.clone()).await,
        }
    }

    /// Whether no other server has committed anything since it was read, as far as that has to be known.
    async fn stands(&self, kept: &Kept<A>) -> Result<bool, Failure> {
        if matches!(self.keeper.database, Database::Sqlite { .. }) {
            return Ok(true);
        }
        if !self.keeper.has_looked_of_late() {
            self.looking.ask(()).await?;
            self.keeper.view().asked_at = Some(self.keeper.clock.monotonic());
            self.keeper.asked.notify_one();
        }
        Ok(kept.epoch == self.keeper.view().epoch)
    }
}

/// Keeps what was read.
struct Keeper<Q, A> {
    database: Database,
    clock: Clock,
    kept: Cache<Q, Arc<Kept<A>>>,
    view: Mutex<View>,
    /// Told when somebody asks.
    asked: Notify,
}

/// What was seen of other servers.
#[derive(Debug, Default)]
struct View {
    /// When the look began that saw it last; none before the first.
    at: Option<Reading>,
    mark: String,
    are_others: bool,
    /// How often something was seen that another server may have committed.
    epoch: u64,
    /// When somebody asked last, and a look was needed.
    asked_at: Option<Reading>,
}

impl View {
    /// Notes what a statement has seen that began then. Statements come back in any order: what an older one saw holds for
    /// the shorter time, and ends with the next look.
    fn note(&mut self, mark: &str, began: Began) {
        let is_news = self.are_others && self.mark != mark;
        if is_news {
            self.epoch += 1;
        }
        self.at = if is_news {
            Some(began.at)
        } else {
            self.at.max(Some(began.at))
        };
        if self.mark != mark {
            mark.clone_into(&mut self.mark);
        }
    }

    /// Notes a look. From whoever has just come, or gone, anything may have come since the last one; and if that is long
    /// ago, somebody may have come and gone.
    fn look(&mut self, look: &Look, began: Began) {
        let is_late = self
            .at
            .is_none_or(|at| began.at.since(at) >= SHORTEST_VISIT);
        let may_be_missed = is_late && self.mark != look.mark;
        if may_be_missed || self.are_others != look.are_others {
            self.epoch += 1;
        }
        self.note(&look.mark, began);
        self.are_others = look.are_others;
    }
}

/// When something began to be read, and how many commits of this process had ended before.
#[derive(Clone, Copy)]
struct Began {
    at: Reading,
    since: u64,
}

impl<Q, A> Keeper<Q, A>
where
    Q: Eq + Hash + Send + Sync + 'static,
    A: Clone + Send + Sync + 'static,
{
    /// Whether it is neither over nor changed by this process.
    fn is_of_now(&self, kept: &Kept<A>) -> bool {
        let now = self.clock.now();
        let is_over = now < kept.from || kept.until.is_some_and(|until| until <= now);
        if is_over || self.clock.monotonic().since(kept.read_at) >= LONGEST {
            return false;
        }
        let subject = kept.subject.as_deref();
        self.database.commits().stands(kept.since, subject)
    }

    fn has_looked_of_late(&self) -> bool {
        let looked_at = self.view().at;
        looked_at.is_some_and(|at| self.clock.monotonic().since(at) < OTHERS_SEEN_FOR)
    }

    /// Looks now and then, as long as there is something that may be given again: so no server comes and goes unseen while
    /// nobody asks.
    async fn watch(&self) {
        loop {
            self.asked.notified().await;
            while self.was_asked_of_late() {
                tokio::time::sleep(SHORTEST_VISIT / 2).await;
                // Where it fails, whoever asks next looks again, and is told.
                let _looked = self.look().await;
            }
        }
    }

    fn was_asked_of_late(&self) -> bool {
        let asked_at = self.view().asked_at;
        asked_at.is_some_and(|at| self.clock.monotonic().since(at) < LONGEST)
    }

    /// Looks what others have committed.
    async fn look(&self) -> Result<(), Failure> {
        let began = self.begin();
        if let Some(look) = database::look(&self.database).await? {
            self.view().look(&look, began);
        }
        Ok(())
    }

    fn begin(&self) -> Began {
        Began {
            at: self.clock.monotonic(),
            since: self.database.commits().ended(),
        }
    }

    fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what a statement has seen, and gives the epoch in which stands what it has read.
    fn note(&self, mark: &str, began: Began) -> u64 {
        let mut view = self.view();
        if view.are_others {
            view.note(mark, began);
        }
        view.epoch
    }

    fn keep(&self, questions: Vec<Q>, reads: Vec<Read<A>>, began: Began) -> Vec<A> {
        let read_at = self.clock.monotonic();
        let mut answers = Vec::with_capacity(reads.len());
        for (question, Read { answer, stays }) in questions.into_iter().zip(reads) {
            answers.push(answer.clone());
            let Some(stay) = stays else { continue };
            let epoch = self.note(&stay.mark, began);
            let kept = Kept {
                answer,
                subject: stay.subject,
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn began(clock: &Clock) -> Began {
        Began {
            at: clock.monotonic(),
            since: 0,
        }
    }

    #[test]
    fn a_view_lasts_until_another_server_may_have_committed() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let (short, long) = (Duration::from_millis(999), Duration::from_secs(1));
        let mut view = View::default();
        // (after, mark, whether there are others, whether a new epoch begins)
        let rows = [
            (short, "1", false, true),
            (short, "1", false, false),
            (short, "2", false, false),
            (long, "2", false, false),
            (long, "3", false, true),
            (short, "3", true, true),
            (short, "3", true, false),
            (short, "4", true, true),
            (short, "5", false, true),
            (short, "6", false, false),
        ];
        for (number, (after, mark, are_others, begins)) in rows.into_iter().enumerate() {
            clock.advance(after);
            let (before, mark) = (view.epoch, mark.to_owned());
            view.look(&Look { mark, are_others }, began(&clock));
            assert_eq!(view.epoch > before, begins, "row {number}");
            assert_eq!(view.at, Some(clock.monotonic()));
        }
    }

    #[test]
    fn what_an_older_statement_saw_holds_for_the_shorter_time() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let mut view = View {
            are_others: true,
            ..View::default()
        };
        let older = began(&clock);
        clock.advance(Duration::from_millis(5));
        let newer = began(&clock);
        view.note("2", newer);
        view.note("2", older);
        assert_eq!((view.at, view.epoch), (Some(newer.at), 1));
        view.note("1", older);
        assert_eq!((view.at, view.epoch), (Some(older.at), 2));
    }
}
