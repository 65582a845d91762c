//! Reads of spend checks: concurrent checks share the statements of one snapshot.
//!
//! All websites share the batches. A check that needs more than the rows of its customer and wallet, or whose rows are
//! damaged, is read in a snapshot of its own, where it delays no batch. Each read has a time limit.

use std::sync::Arc;
use std::time::Duration;

use foundation::failure::FailureKind;
use foundation::{Background, Clock, Database, Failure, QueryBatcher, Timestamp, within};
use tokio::sync::Semaphore;

use super::facts::{SpendCheckFacts, read_all, read_by_rows};
use super::question::{SpendCheckQuery, distinct};
use crate::credits::ledger::row_ids::RowIds;

/// Batches that are read at a time: with one, most checks go together.
const MAX_ROW_READS: usize = 1;
/// Checks that are read in their own snapshot at a time.
const MAX_WHOLE_READS: usize = 2;
/// Time limit of a read, which includes the wait for a connection.
const MAX_READ_TIME: Duration = Duration::from_secs(5);
/// Time limit of a statement, and of a snapshot on SQLite. It is shorter than a read's, so that the engine ends the statement
/// and the connection is free again.
const MAX_STATEMENT_TIME: Duration = Duration::from_secs(4);

/// Reads the facts of concurrent checks together.
pub(crate) struct SpendChecks {
    database: Database,
    clock: Clock,
    keys: Arc<RowIds>,
    by_rows: QueryBatcher<SpendCheckQuery, Option<SpendCheckFacts>>,
    /// Permits for reads in their own snapshot.
    pub(crate) whole: Semaphore,
}

/// Creates the reads of a database's checks.
pub(crate) fn spend_checks(
    database: &Database,
    keys: &Arc<RowIds>,
    clock: &Clock,
    background: &Background,
) -> SpendChecks {
    let (batches, time) = (database.clone(), clock.clone());
    let read = move |questions| read_batch(batches.clone(), time.now(), questions);
    SpendChecks {
        database: database.clone(),
        clock: clock.clone(),
        keys: Arc::clone(keys),
        by_rows: QueryBatcher::new(background.clone(), MAX_ROW_READS, read),
        whole: Semaphore::new(MAX_WHOLE_READS),
    }
}

impl SpendChecks {
    /// Returns the facts of a check.
    pub(crate) async fn find(&self, question: SpendCheckQuery) -> Result<SpendCheckFacts, Failure> {
        if let Some(facts) = self.by_rows.ask(question.clone()).await? {
            return Ok(facts);
        }
        // This case is rare, and boxed so that the usual future stays small.
        let reading = Box::pin(self.read_whole(&question));
        within(MAX_READ_TIME, "checking a spend", reading).await
    }

    async fn read_whole(&self, question: &SpendCheckQuery) -> Result<SpendCheckFacts, Failure> {
        let permit = self.whole.acquire().await;
        let _permit = permit.map_err(|error| Failure::broken("waiting for other checks", error))?;
        let mut snapshot = self.database.snapshot_for(MAX_STATEMENT_TIME).await?;
        let mut db = snapshot.connection();
        read_all(&mut db, question, self.clock.now(), &self.keys).await
    }
}

/// Reads the facts of a batch; none for a check that needs a snapshot of its own. Equal questions share one look-up.
async fn read_batch(
    database: Database,
    now: Timestamp,
    questions: Vec<SpendCheckQuery>,
) -> Result<Vec<Option<SpendCheckFacts>>, Failure> {
    let (once, indexes) = distinct(questions);
    let reading = read_sound(&database, now, &once);
    let found = within(MAX_READ_TIME, "checking spends", reading).await?;
    let facts_at = |index: &usize| found.get(*index).cloned();
    let facts: Option<Vec<Option<SpendCheckFacts>>> = indexes.iter().map(facts_at).collect();
    facts.ok_or_else(|| Failure::defect("a check was left without its facts"))
}

/// Reads the facts of different questions. If damaged rows end the read, it reads each half again, until the damaged question
/// is left; that one gets none, and its own read fails.
async fn read_sound(
    database: &Database,
    now: Timestamp,
    questions: &[SpendCheckQuery],
) -> Result<Vec<Option<SpendCheckFacts>>, Failure> {
    let mut found: Vec<Option<SpendCheckFacts>> = Vec::with_capacity(questions.len());
    let mut waiting = vec![questions];
    while let Some(part) = waiting.pop() {
        match read_part(database, now, part).await {
            Ok(facts) => found.extend(facts),
            Err(failure) if failure.kind() != FailureKind::Broken => return Err(failure),
            Err(_damage) if part.len() < 2 => found.extend(part.iter().map(|_| None)),
            Err(_damage) => {
                let (first, second) = part.split_at(part.len().div_ceil(2));
                waiting.extend([second, first]);
            }
        }
    }
    Ok(found)
}

async fn read_part(
    database: &Database,
    now: Timestamp,
    questions: &[SpendCheckQuery],
) -> Result<Vec<Option<SpendCheckFacts>>, Failure> {
    let mut snapshot = database.snapshot_for(MAX_STATEMENT_TIME).await?;
    read_by_rows(&mut snapshot.connection(), questions, now).await
}
