//! Write without effect, by which the readiness check finds out if the database accepts writes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Executor as _};

use super::connection_settings::WAIT_TIMEOUT;
use super::engine::Database;
use super::failure::SqlResultExt;
use super::postgres_probe::write_to_postgres;
use super::reading::BUSY_AFTER;
use super::sqlite::group_commit::run_to_end;
use crate::failure::Failure;
use crate::time::{Clock, MonotonicTime};

/// Time for which a result is valid: the database is written to once in this time, however often readiness is checked.
const MAX_OUTCOME_AGE: Duration = Duration::from_secs(5);

pub(super) const DOING: &str = "writing to the database";

const USER_VERSION: &str = "PRAGMA user_version";

/// Writes to a database to check its readiness, at most once in five seconds; clones share the last result.
#[derive(Clone, Debug)]
pub struct WriteProbe {
    database: Database,
    clock: Clock,
    /// Maximum wait of a caller for SQLite's one writer.
    max_wait: Duration,
    /// Maximum duration of a probe.
    timeout: Duration,
    last: Arc<Mutex<Option<ProbeOutcome>>>,
    /// Connection to PostgreSQL of the last probe; its lock admits one probe at a time.
    cached: Arc<tokio::sync::Mutex<Option<PgConnection>>>,
}

#[derive(Debug)]
struct ProbeOutcome {
    at: MonotonicTime,
    outcome: Result<(), Failure>,
}

impl WriteProbe {
    /// Creates a probe of a database; `clock` measures the age of its last result.
    pub fn new(database: &Database, clock: &Clock) -> Self {
        Self {
            database: database.clone(),
            clock: clock.clone(),
            max_wait: BUSY_AFTER,
            timeout: WAIT_TIMEOUT,
            last: Arc::default(),
            cached: Arc::default(),
        }
    }

    /// Fails if the database accepts no writes, or accepted none a moment ago. SQLite has one writer: while a probe
    /// waits for it, as requests do, the last result is valid. The probe fails when requests do.
    pub async fn check(&self) -> Result<(), Failure> {
        let last = self.last().as_ref().map(|last| again(&last.outcome));
        match (&self.database, last) {
            (Database::Sqlite { .. }, Some(last)) => {
                let probed = tokio::time::timeout(self.max_wait, self.probe()).await;
                probed.unwrap_or(last)
            }
            (Database::Sqlite { .. }, None) | (Database::Postgres { .. }, Some(_) | None) => {
                self.probe().await
            }
        }
    }

    async fn probe(&self) -> Result<(), Failure> {
        let mut cached = Arc::clone(&self.cached).lock_owned().await;
        if let Some(outcome) = self.remembered() {
            return outcome;
        }
        let probe = self.clone();
        // The probe continues if its caller stops waiting. While it hangs, further callers wait for it and begin no other.
        run_to_end(async move {
            let outcome = probe.write_in_time(&mut cached).await;
            let copy = again(&outcome);
            let at = probe.clock.monotonic();
            *probe.last() = Some(ProbeOutcome { at, outcome });
            copy
        })
        .await
        .failed(DOING)?
    }

    fn last(&self) -> MutexGuard<'_, Option<ProbeOutcome>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the last result while it is valid.
    fn remembered(&self) -> Option<Result<(), Failure>> {
        let now = self.clock.monotonic();
        let last = self.last();
        let is_fresh = |probed: &&ProbeOutcome| now.since(probed.at) < MAX_OUTCOME_AGE;
        let fresh = last.as_ref().filter(is_fresh);
        fresh.map(|probed| again(&probed.outcome))
    }

    async fn write_in_time(&self, cached: &mut Option<PgConnection>) -> Result<(), Failure> {
        tokio::time::timeout(self.timeout, self.write(cached))
            .await
            .unwrap_or_else(|elapsed| Err(Failure::unavailable(DOING, elapsed)))
    }

    async fn write(&self, cached: &mut Option<PgConnection>) -> Result<(), Failure> {
        match &self.database {
            Database::Sqlite { .. } => write_to_sqlite(&self.database).await,
            Database::Postgres { pool, .. } => write_to_postgres(pool, cached).await,
        }
    }
}

/// Copies a result for another caller.
fn again(outcome: &Result<(), Failure>) -> Result<(), Failure> {
    outcome.as_ref().copied().map_err(Failure::again)
}

/// Writes a number of the file's first page unchanged, one that no program uses. SQLite writes the page to its journal
/// all the same, which it does not do for an unchanged row.
async fn write_to_sqlite(database: &Database) -> Result<(), Failure> {
    let mut transaction = database.begin().await?;
    let mut db = transaction.connection();
    let version: i32 = crate::on_engine!(&mut db, |c| {
        sqlx::query_scalar(USER_VERSION).fetch_one(c).await
    })
    .failed(DOING)?;
    let write = format!("PRAGMA user_version = {version}");
    crate::on_engine!(&mut db, |c| c.execute(AssertSqlSafe(write)).await.map(drop))
        .failed(DOING)?;
    transaction.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestDatabase;
    use crate::time::Timestamp;

    static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./tests/migrations");

    fn probe(database: &Database) -> (WriteProbe, Clock) {
        let clock = Clock::fixed(Timestamp::from_seconds(1_800_000_000));
        (WriteProbe::new(database, &clock), clock)
    }

    crate::on_both_engines!(
        MIGRATIONS,
        async fn outcome_is_remembered_for_five_seconds(database: Database) {
            let (probe, clock) = probe(&database);
            probe.check().await.unwrap();
            let failed = ProbeOutcome {
                at: clock.monotonic(),
                outcome: Err(Failure::unavailable(DOING, "the disk is full")),
            };
            *probe.last() = Some(failed);
            clock.advance(MAX_OUTCOME_AGE.saturating_sub(Duration::from_micros(1)));
            probe.check().await.unwrap_err();
            clock.advance(Duration::from_micros(1));
            probe.check().await.unwrap();
        }
    );

    #[tokio::test]
    async fn probe_of_sqlite_reaches_the_journal() {
        let world = TestDatabase::sqlite(&MIGRATIONS).await;
        let path = world.url().strip_prefix("sqlite:").unwrap();
        let length = || std::fs::metadata(format!("{path}-wal")).map_or(0, |file| file.len());
        let (probe, clock) = probe(&world.database());
        for _again in 0..2 {
            let before = length();
            probe.check().await.unwrap();
            let after = length();
            assert!(after > before, "nothing was written");
            probe.check().await.unwrap();
            assert_eq!(length(), after, "the outcome is remembered");
            clock.advance(MAX_OUTCOME_AGE);
        }
    }

    #[tokio::test]
    async fn probe_that_waits_for_the_writer_of_sqlite_finds_it_busy_until_requests_fail() {
        let world = TestDatabase::sqlite(&MIGRATIONS).await;
        let database = world.database();
        let (usual, clock) = probe(&database);
        usual.check().await.unwrap();
        let _writing = database.begin().await.unwrap();
        clock.advance(MAX_OUTCOME_AGE);
        let hurried = WriteProbe {
            max_wait: Duration::ZERO,
            ..usual.clone()
        };
        hurried.check().await.unwrap();
        let impatient = WriteProbe {
            timeout: Duration::ZERO,
            ..probe(&database).0
        };
        impatient.check().await.unwrap_err();
    }
}
