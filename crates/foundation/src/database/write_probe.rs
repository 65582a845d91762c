//! A write that changes nothing, by which readiness knows whether the database takes writes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Executor as _};

use super::engine::{Database, PATIENCE};
use super::failure::Failed;
use super::part::whole;
use super::postgres_probe::write_to_postgres;
use super::reading::BUSY_AFTER;
use crate::clock::{Clock, Reading};
use crate::failure::Failure;

/// An outcome holds for this long: however often readiness is asked, the database is written to once in this time.
const REMEMBERED: Duration = Duration::from_secs(5);

pub(super) const DOING: &str = "writing to the database";

const USER_VERSION: &str = "PRAGMA user_version";

/// Probes a database for readiness; clones share what the last probe found.
#[derive(Clone, Debug)]
pub struct WriteProbe {
    database: Database,
    clock: Clock,
    /// A caller does not wait longer for SQLite's one writer.
    max_wait: Duration,
    /// The longest time that a probe takes.
    patience: Duration,
    last: Arc<Mutex<Option<Probed>>>,
    /// Whoever probes holds the connection to PostgreSQL that the last probe kept.
    kept: Arc<tokio::sync::Mutex<Option<PgConnection>>>,
}

#[derive(Debug)]
struct Probed {
    at: Reading,
    outcome: Result<(), Failure>,
}

impl WriteProbe {
    /// A probe of a database; `clock` says how old its last outcome is.
    pub fn new(database: &Database, clock: &Clock) -> Self {
        Self {
            database: database.clone(),
            clock: clock.clone(),
            max_wait: BUSY_AFTER,
            patience: PATIENCE,
            last: Arc::default(),
            kept: Arc::default(),
        }
    }

    /// Fails if the database takes no writes, or took none a moment ago. SQLite has one writer: while a probe waits for its
    /// turn, as requests do, the last outcome holds. The probe fails when requests do.
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
        let mut kept = Arc::clone(&self.kept).lock_owned().await;
        if let Some(outcome) = self.remembered() {
            return outcome;
        }
        let probe = self.clone();
        // The probe ends though its caller stops waiting. Where it hangs, those who come wait for it and begin no other.
        whole(async move {
            let outcome = probe.write_in_time(&mut kept).await;
            let copy = again(&outcome);
            let at = probe.clock.monotonic();
            *probe.last() = Some(Probed { at, outcome });
            copy
        })
        .await
        .failed(DOING)?
    }

    fn last(&self) -> MutexGuard<'_, Option<Probed>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last outcome, for as long as it holds.
    fn remembered(&self) -> Option<Result<(), Failure>> {
        let now = self.clock.monotonic();
        let last = self.last();
        let is_fresh = |probed: &&Probed| now.since(probed.at) < REMEMBERED;
        let fresh = last.as_ref().filter(is_fresh);
        fresh.map(|probed| again(&probed.outcome))
    }

    async fn write_in_time(&self, kept: &mut Option<PgConnection>) -> Result<(), Failure> {
        tokio::time::timeout(self.patience, self.write(kept))
            .await
            .unwrap_or_else(|elapsed| Err(Failure::unavailable(DOING, elapsed)))
    }

    async fn write(&self, kept: &mut Option<PgConnection>) -> Result<(), Failure> {
        match &self.database {
            Database::Sqlite { .. } => write_to_sqlite(&self.database).await,
            Database::Postgres { pool, .. } => write_to_postgres(pool, kept).await,
        }
    }
}

/// Copies an outcome for another caller.
fn again(outcome: &Result<(), Failure>) -> Result<(), Failure> {
    outcome.as_ref().copied().map_err(Failure::again)
}

/// Writes a number of the file's first page that no program uses, unchanged: SQLite writes the page to its journal all the same,
/// which it does not for a row that stays as it is.
async fn write_to_sqlite(database: &Database) -> Result<(), Failure> {
    let mut transaction = database.begin().await?;
    transaction.changes_only([]);
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
    use crate::clock::Timestamp;
    use crate::testing::TestDatabase;

    static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./tests/migrations");

    fn probe(database: &Database) -> (WriteProbe, Clock) {
        let clock = Clock::fixed(Timestamp::from_seconds(1_800_000_000));
        (WriteProbe::new(database, &clock), clock)
    }

    crate::on_both_engines!(
        MIGRATIONS,
        async fn an_outcome_is_remembered_for_five_seconds(database: Database) {
            let (probe, clock) = probe(&database);
            probe.check().await.unwrap();
            let failed = Probed {
                at: clock.monotonic(),
                outcome: Err(Failure::unavailable(DOING, "the disk is full")),
            };
            *probe.last() = Some(failed);
            clock.advance(REMEMBERED.saturating_sub(Duration::from_micros(1)));
            probe.check().await.unwrap_err();
            clock.advance(Duration::from_micros(1));
            probe.check().await.unwrap();
        }
    );

    #[tokio::test]
    async fn a_probe_of_sqlite_reaches_the_journal() {
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
            clock.advance(REMEMBERED);
        }
    }

    #[tokio::test]
    async fn a_probe_that_waits_for_the_writer_of_sqlite_finds_it_busy_until_requests_fail() {
        let world = TestDatabase::sqlite(&MIGRATIONS).await;
        let database = world.database();
        let (usual, clock) = probe(&database);
        usual.check().await.unwrap();
        let _writing = database.begin().await.unwrap();
        clock.advance(REMEMBERED);
        let hurried = WriteProbe {
            max_wait: Duration::ZERO,
            ..usual.clone()
        };
        hurried.check().await.unwrap();
        let impatient = WriteProbe {
            patience: Duration::ZERO,
            ..probe(&database).0
        };
        impatient.check().await.unwrap_err();
    }
}
