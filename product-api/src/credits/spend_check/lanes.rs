//! Batches of spend checks: concurrent checks share the statements of one snapshot.
//!
//! All websites share the batches. Each has a time limit; a check that needs more than a few rows goes to a lane of its own
//! kind; and a check whose rows are damaged fails alone.

use std::slice;
use std::sync::Arc;
use std::time::Duration;

use foundation::failure::Kind;
use foundation::{Background, Clock, Database, Failure, Gather, Timestamp, within};

use super::facts::{Facts, read_all, read_by_rows};
use super::question::{Question, distinct};
use crate::credits::keys::Keys;
use crate::credits::open::Ledger;

/// Snapshots that checks by rows read at a time: with one, most checks go together.
const MAX_ROW_READS: usize = 1;
/// Snapshots that the other checks read at a time.
const MAX_WHOLE_READS: usize = 2;
/// Time limit of a batch, which includes the wait for a connection.
const MAX_BATCH_TIME: Duration = Duration::from_secs(5);
/// Time limit of a statement, and of a snapshot on SQLite. It is shorter than a batch's, so that the engine ends the statement
/// and the connection is free again.
const MAX_STATEMENT_TIME: Duration = Duration::from_secs(4);

/// Facts of one check; none if its rows do not say all.
type Answer = Result<Option<Facts>, Failure>;

/// Reads the facts of concurrent checks together.
#[derive(Debug)]
pub(crate) struct SpendChecks {
    by_rows: Gather<Question, Answer>,
    whole: Gather<Question, Answer>,
}

/// Creates the batchers of a database's checks.
pub(crate) fn spend_checks(
    database: &Database,
    ledger: &Ledger,
    clock: &Clock,
    background: &Background,
) -> SpendChecks {
    let lane = |depth, max_reads| {
        let (database, clock, keys) = (database.clone(), clock.clone(), Arc::clone(&ledger.keys));
        let read = move |questions: Vec<Question>| {
            let batch = Batch {
                database: database.clone(),
                keys: Arc::clone(&keys),
                now: clock.now(),
                depth,
            };
            async move { batch.read(questions).await }
        };
        Gather::new(background.clone(), max_reads, read)
    };
    SpendChecks {
        by_rows: lane(Depth::Rows, MAX_ROW_READS),
        whole: lane(Depth::Whole, MAX_WHOLE_READS),
    }
}

impl SpendChecks {
    /// Returns the facts of a check.
    pub(super) async fn find(&self, question: Question) -> Result<Facts, Failure> {
        if let Some(facts) = self.by_rows.ask(question.clone()).await?? {
            return Ok(facts);
        }
        // This case is rare, and boxed so that the usual future stays small.
        let facts = Box::pin(self.whole.ask(question)).await??;
        facts.ok_or_else(|| Failure::defect("a check was left without its facts"))
    }
}

/// The rows that a lane reads.
#[derive(Clone, Copy, Debug)]
enum Depth {
    /// The rows of customers and wallets.
    Rows,
    /// All rows that a check needs.
    Whole,
}

/// A batch of checks.
struct Batch {
    database: Database,
    keys: Arc<Keys>,
    now: Timestamp,
    depth: Depth,
}

impl Batch {
    /// Returns an answer for each question. Equal questions share one look-up.
    async fn read(&self, questions: Vec<Question>) -> Result<Vec<Answer>, Failure> {
        let (once, places) = distinct(questions);
        let answers = within(MAX_BATCH_TIME, "checking spends", self.answers(&once)).await?;
        let answer_at = |place: &usize| answers.get(*place).map(copy_of);
        let answers: Option<Vec<Answer>> = places.iter().map(answer_at).collect();
        answers.ok_or_else(|| Failure::defect("a check was left without an answer"))
    }

    /// Reads questions together. If damaged rows end the read, each question is read alone, so that only its own rows count.
    async fn answers(&self, questions: &[Question]) -> Result<Vec<Answer>, Failure> {
        match self.together(questions).await {
            Ok(answers) => Ok(answers.into_iter().map(Ok).collect()),
            Err(failure) if failure.kind() == Kind::Broken && questions.len() > 1 => {
                let mut answers = Vec::with_capacity(questions.len());
                for question in questions {
                    answers.push(self.alone(question).await?);
                }
                Ok(answers)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Reads one question. Damaged rows are its answer; another failure is one of the batch.
    async fn alone(&self, question: &Question) -> Result<Answer, Failure> {
        match self.together(slice::from_ref(question)).await {
            Ok(mut answers) => Ok(Ok(answers.pop().flatten())),
            Err(failure) if failure.kind() == Kind::Broken => Ok(Err(failure)),
            Err(failure) => Err(failure),
        }
    }

    async fn together(&self, questions: &[Question]) -> Result<Vec<Option<Facts>>, Failure> {
        let mut snapshot = self.database.snapshot_for(MAX_STATEMENT_TIME).await?;
        let mut db = snapshot.connection();
        match self.depth {
            Depth::Rows => read_by_rows(&mut db, questions, self.now).await,
            Depth::Whole => {
                let facts = read_all(&mut db, questions, self.now, &self.keys).await?;
                Ok(facts.into_iter().map(Some).collect())
            }
        }
    }
}

/// Copies an answer for another check with the same question.
fn copy_of(answer: &Answer) -> Answer {
    answer.as_ref().cloned().map_err(Failure::again)
}
