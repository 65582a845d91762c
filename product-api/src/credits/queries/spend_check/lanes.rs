//! Batches of spend checks: concurrent checks share the statements of one snapshot.
//!
//! All websites share the batches. Each has a time limit; a check that needs more than a few rows goes to a lane of its own
//! kind; and a check whose rows are damaged fails alone.

use std::slice;
use std::sync::Arc;
use std::time::Duration;

use foundation::failure::Kind;
use foundation::{Background, Clock, Database, Failure, Gather, Timestamp, within};

use super::facts::{SpendCheckFacts, read_all, read_by_rows};
use super::question::{SpendCheckQuery, distinct};
use crate::credits::ledger::row_ids::RowIds;

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
type CheckResult = Result<Option<SpendCheckFacts>, Failure>;

/// Reads the facts of concurrent checks together.
#[derive(Debug)]
pub(crate) struct SpendChecks {
    by_rows: Gather<SpendCheckQuery, CheckResult>,
    whole: Gather<SpendCheckQuery, CheckResult>,
}

/// Creates the batchers of a database's checks.
pub(crate) fn spend_checks(
    database: &Database,
    keys: &Arc<RowIds>,
    clock: &Clock,
    background: &Background,
) -> SpendChecks {
    let lane = |depth, max_reads| {
        let (database, clock, keys) = (database.clone(), clock.clone(), Arc::clone(keys));
        let read = move |questions: Vec<SpendCheckQuery>| {
            let batch = CheckBatch {
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
        by_rows: lane(ReadDepth::Rows, MAX_ROW_READS),
        whole: lane(ReadDepth::Whole, MAX_WHOLE_READS),
    }
}

impl SpendChecks {
    /// Returns the facts of a check.
    pub(crate) async fn find(&self, question: SpendCheckQuery) -> Result<SpendCheckFacts, Failure> {
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
enum ReadDepth {
    /// The rows of customers and wallets.
    Rows,
    /// All rows that a check needs.
    Whole,
}

/// A batch of checks.
struct CheckBatch {
    database: Database,
    keys: Arc<RowIds>,
    now: Timestamp,
    depth: ReadDepth,
}

impl CheckBatch {
    /// Returns an answer for each question. Equal questions share one look-up.
    async fn read(&self, questions: Vec<SpendCheckQuery>) -> Result<Vec<CheckResult>, Failure> {
        let (once, indexes) = distinct(questions);
        let answers = within(MAX_BATCH_TIME, "checking spends", self.answers(&once)).await?;
        let answer_at = |index: &usize| answers.get(*index).map(copy_of);
        let answers: Option<Vec<CheckResult>> = indexes.iter().map(answer_at).collect();
        answers.ok_or_else(|| Failure::defect("a check was left without an answer"))
    }

    /// Reads questions together. If damaged rows end the read, each question is read alone, so that only its own rows count.
    async fn answers(&self, questions: &[SpendCheckQuery]) -> Result<Vec<CheckResult>, Failure> {
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
    async fn alone(&self, question: &SpendCheckQuery) -> Result<CheckResult, Failure> {
        match self.together(slice::from_ref(question)).await {
            Ok(mut answers) => Ok(Ok(answers.pop().flatten())),
            Err(failure) if failure.kind() == Kind::Broken => Ok(Err(failure)),
            Err(failure) => Err(failure),
        }
    }

    async fn together(
        &self,
        questions: &[SpendCheckQuery],
    ) -> Result<Vec<Option<SpendCheckFacts>>, Failure> {
        let mut snapshot = self.database.snapshot_for(MAX_STATEMENT_TIME).await?;
        let mut db = snapshot.connection();
        match self.depth {
            ReadDepth::Rows => read_by_rows(&mut db, questions, self.now).await,
            ReadDepth::Whole => {
                let facts = read_all(&mut db, questions, self.now, &self.keys).await?;
                Ok(facts.into_iter().map(Some).collect())
            }
        }
    }
}

/// Copies an answer for another check with the same question.
fn copy_of(answer: &CheckResult) -> CheckResult {
    answer.as_ref().cloned().map_err(Failure::again)
}
