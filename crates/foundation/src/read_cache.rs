//! A cache of what was read from the database, in which nothing is older than the question.
//!
//! What is kept is given again only while it is sure that nothing was committed since that could change it. On SQLite this
//! process is the only one that writes, and knows. PostgreSQL is asked by one small statement for all who ask at a time
//! whether anything was committed at all, by any server; while commits follow each other closely nobody asks, and what is
//! wanted is read at once.

use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use moka::sync::Cache;

use crate::background::Background;
use crate::clock::{Clock, Reading, Timestamp};
use crate::database::{Database, mark_now};
use crate::failure::Failure;
use crate::gather::Gather;

/// The most answers that are kept.
const MOST_KEPT: u64 = 20_000;
/// Nothing is given again longer: somebody may have written to a SQLite file by a program of their own, and a PostgreSQL
/// server that takes another's place may show a mark once more.
const LONGEST: Duration = Duration::from_secs(10);
/// So long after it was read nothing is kept, given again or not.
const KEPT: Duration = Duration::from_mins(1);
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

/// What could be seen in the database when something was read or found to stand still, which is not before it was asked
/// for: who goes on with the same request need not ask again. Nothing on SQLite, where nobody asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight(Option<Arc<str>>);

/// Reads many at a time for whoever asks for one, and keeps what was read.
pub struct ReadCache<Q, A> {
    database: Database,
    clock: Clock,
    reading: Gather<Q, (A, Sight)>,
    kept: Cache<Q, Arc<Kept<A>>>,
    marks: Arc<Marks>,
}

#[derive(Debug)]
struct Kept<A> {
    answer: A,
    sight: Sight,
    subject: Option<String>,
    from: Timestamp,
    until: Option<Timestamp>,
    /// How many commits had ended before it was read, where that is known.
    since: Option<u64>,
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
            .time_to_live(KEPT)
            .build();
        let marks = Arc::new(Marks::of(database.clone(), background));
        let keeper = Arc::new(Keeper {
            database: database.clone(),
            clock: clock.clone(),
            kept: kept.clone(),
            marks: Arc::clone(&marks),
        });
        let reading = Gather::new(background.clone(), WAYS, move |questions: Vec<Q>| {
            let since = keeper.database.ended_commits();
            let (keeper, reads) = (Arc::clone(&keeper), read(questions.clone()));
            async move { Ok(keeper.keep(questions, reads.await?, since)) }
        });
        Self {
            database: database.clone(),
            clock: clock.clone(),
            reading,
            kept,
            marks,
        }
    }

    /// The answer to one question, as of an instant that is not before this call.
    pub async fn ask(&self, question: &Q) -> Result<A, Failure> {
        self.look(question).await.map(|(answer, _sight)| answer)
    }

    /// The same, with what could be seen at that instant.
    pub async fn look(&self, question: &Q) -> Result<(A, Sight), Failure> {
        let kept = self.kept.get(question);
        if let Some(kept) = kept.filter(|kept| self.is_of_now(kept))
            && (kept.since.is_some() || self.marks.are_still(&kept.sight).await?)
        {
            return Ok((kept.answer.clone(), kept.sight.clone()));
        }
        self.reading.ask(question.clone()).await
    }

    /// The answer to one question, as of an instant that is not before that of a sight: one of this request, whose other
    /// questions come behind it.
    pub async fn ask_since(&self, sight: &Sight, question: &Q) -> Result<A, Failure> {
        let kept = self.kept.get(question);
        match kept.filter(|kept| self.is_of_now(kept) && kept.sight == *sight) {
            Some(kept) => Ok(kept.answer.clone()),
            None => self.ask(question).await,
        }
    }

    /// Whether it is neither over nor, where this process knows, changed.
    fn is_of_now(&self, kept: &Kept<A>) -> bool {
        let now = self.clock.now();
        let is_over = now < kept.from || kept.until.is_some_and(|until| until <= now);
        if is_over || self.clock.monotonic().since(kept.read_at) >= LONGEST {
            return false;
        }
        let subject = kept.subject.as_deref();
        kept.since
            .is_none_or(|since| self.database.stands(since, subject))
    }
}

/// Keeps what was read.
struct Keeper<Q, A> {
    database: Database,
    clock: Clock,
    kept: Cache<Q, Arc<Kept<A>>>,
    marks: Arc<Marks>,
}

impl<Q, A> Keeper<Q, A>
where
    Q: Eq + Hash + Send + Sync + 'static,
    A: Clone + Send + Sync + 'static,
{
    fn keep(&self, questions: Vec<Q>, reads: Vec<Read<A>>, since: Option<u64>) -> Vec<(A, Sight)> {
        let read_at = self.clock.monotonic();
        let mut answers = Vec::with_capacity(reads.len());
        for (question, Read { answer, stays }) in questions.into_iter().zip(reads) {
            let Some(stay) = stays else {
                answers.push((answer, Sight::default()));
                continue;
            };
            let mark = since.is_none().then(|| self.marks.note(&stay.mark));
            let kept = Kept {
                answer: answer.clone(),
                sight: Sight(mark),
                subject: stay.subject,
                from: stay.from,
                until: stay.until,
                since,
                read_at,
            };
            answers.push((answer, kept.sight.clone()));
            self.kept.insert(question, Arc::new(kept));
        }
        self.marks.end_look();
        answers
    }
}

/// The marks that were seen.
struct Marks {
    asking: Gather<(), Arc<str>>,
    seen: Mutex<Seen>,
}

#[derive(Debug)]
struct Seen {
    /// The last one.
    last: Arc<str>,
    /// Whether the last look began with the mark that the one before had ended with, and saw no other.
    is_calm: bool,
    /// Whether that is so of the look that is going on.
    stays_calm: bool,
}

impl Marks {
    fn of(database: Database, background: &Background) -> Self {
        Self::new(background, move || {
            let database = database.clone();
            async move { mark_now(&database).await }
        })
    }

    fn new<F>(background: &Background, now: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<String, Failure>> + Send + 'static,
    {
        let asking = Gather::new(background.clone(), WAYS, move |asked: Vec<()>| {
            let now = now();
            async move { Ok(vec![now.await?.into(); asked.len()]) }
        });
        Self {
            asking,
            seen: Mutex::new(Seen {
                last: Arc::default(),
                is_calm: false,
                stays_calm: true,
            }),
        }
    }

    /// Whether nothing was committed since a mark was seen; false also where that is not worth a question, because
    /// something was between the last two looks.
    async fn are_still(&self, seen: &Sight) -> Result<bool, Failure> {
        let Sight(Some(mark)) = seen else {
            return Ok(false);
        };
        if !self.with(|seen| seen.is_calm && seen.last == *mark) {
            return Ok(false);
        }
        let now = self.asking.ask(()).await?;
        self.note(&now);
        self.end_look();
        Ok(now == *mark)
    }

    /// Notes that a mark was seen, and gives it as it is kept: alike marks are one text.
    fn note(&self, mark: &str) -> Arc<str> {
        self.with(|seen| {
            if *seen.last != *mark {
                seen.last = mark.into();
                seen.stays_calm = false;
            }
            Arc::clone(&seen.last)
        })
    }

    fn end_look(&self) {
        self.with(|seen| seen.is_calm = std::mem::replace(&mut seen.stays_calm, true));
    }

    fn with<T>(&self, look: impl FnOnce(&mut Seen) -> T) -> T {
        look(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Marks of a database that shows one, and how often it was asked.
    fn showing(mark: &Arc<Mutex<String>>, asked: &Arc<AtomicUsize>) -> Marks {
        let (mark, asked) = (Arc::clone(mark), Arc::clone(asked));
        Marks::new(&Background::new(), move || {
            asked.fetch_add(1, Ordering::SeqCst);
            let mark = mark.lock().unwrap().clone();
            async move { Ok(mark) }
        })
    }

    fn at(mark: &str) -> Sight {
        Sight(Some(mark.into()))
    }

    fn look(marks: &Marks, seen: &[&str]) {
        for mark in seen {
            marks.note(mark);
        }
        marks.end_look();
    }

    #[tokio::test]
    async fn a_mark_is_asked_for_only_while_nothing_is_committed() {
        let (shown, asked) = (Arc::new(Mutex::new("1".to_owned())), Arc::default());
        let marks = showing(&shown, &asked);
        let asked = || asked.swap(0, Ordering::SeqCst);
        look(&marks, &["1", "1"]);
        assert!(!marks.are_still(&at("1")).await.unwrap());
        assert_eq!(asked(), 0, "one look does not show that it stays");
        look(&marks, &["1"]);
        assert!(marks.are_still(&at("1")).await.unwrap());
        assert!(!marks.are_still(&at("0")).await.unwrap());
        assert_eq!(asked(), 1, "what is known to be old is not asked about");
        "2".clone_into(&mut shown.lock().unwrap());
        assert!(!marks.are_still(&at("1")).await.unwrap());
        assert_eq!(asked(), 1);
        for (number, seen) in [["2", "3"], ["3", "4"], ["5", "5"]].iter().enumerate() {
            look(&marks, seen);
            assert!(!marks.are_still(&at(seen[1])).await.unwrap(), "{number}");
        }
        assert_eq!(asked(), 0, "commits follow each other");
        "5".clone_into(&mut shown.lock().unwrap());
        look(&marks, &["5"]);
        assert!(marks.are_still(&at("5")).await.unwrap());
        assert_eq!(asked(), 1);
    }
}
