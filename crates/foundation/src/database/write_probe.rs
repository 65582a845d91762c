//! A write that changes nothing, by which readiness knows whether the database takes writes.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{AssertSqlSafe, Executor as _};
use tokio::sync::Mutex;

use super::engine::{Connection, Database, PATIENCE};
use super::failure::Failed;
use super::part::whole;
use super::refused_writes::note_refused_write;
use crate::clock::{Clock, Reading};
use crate::failure::Failure;

/// An outcome holds for this long: however often readiness is asked, the database is written to once in this time.
const REMEMBERED: Duration = Duration::from_secs(5);

const DOING: &str = "writing to the database";

const IS_READ_ONLY: &str = "SELECT current_setting('transaction_read_only') = 'on'";

// A sort area this small sends the numbers through a file, for which a full disk has no room; the file goes with the
// transaction. The message is a record of the write-ahead log and of no table: its commit waits for the disk, and for a
// synchronous standby.
const WRITE_POSTGRES: &str = "SET LOCAL work_mem = '64kB'; \
     SELECT COUNT(*) FROM generate_series(1, 10000); \
     SELECT CAST(pg_logical_emit_message(TRUE, 'tollgate', 'write probe') AS TEXT)";

const USER_VERSION: &str = "PRAGMA user_version";

/// Probes a database for readiness; clones share what the last probe found.
#[derive(Clone, Debug)]
pub struct WriteProbe {
    database: Database,
    clock: Clock,
    last: Arc<Mutex<Option<Probed>>>,
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
            last: Arc::default(),
        }
    }

    /// Fails if the database takes no writes, or took none a moment ago.
    pub async fn check(&self) -> Result<(), Failure> {
        let mut last = Arc::clone(&self.last).lock_owned().await;
        let now = self.clock.monotonic();
        let is_fresh = |probed: &Probed| now.since(probed.at) < REMEMBERED;
        if let Some(probed) = last.as_ref().filter(|probed| is_fresh(probed)) {
            return again(&probed.outcome);
        }
        let probe = self.clone();
        // The probe ends though its caller stops waiting. Where it hangs, those who come wait for it and begin no other.
        whole(async move {
            let outcome = probe.write_in_time().await;
            let copy = again(&outcome);
            let at = probe.clock.monotonic();
            *last = Some(Probed { at, outcome });
            copy
        })
        .await
        .failed(DOING)?
    }

    async fn write_in_time(&self) -> Result<(), Failure> {
        tokio::time::timeout(PATIENCE, self.write())
            .await
            .unwrap_or_else(|elapsed| Err(Failure::unavailable(DOING, elapsed)))
    }

    async fn write(&self) -> Result<(), Failure> {
        let mut transaction = self.database.begin().await?;
        transaction.changes_only([]);
        let mut db = transaction.connection();
        match &self.database {
            Database::Sqlite { .. } => write_to_sqlite(&mut db).await?,
            Database::Postgres { .. } => write_to_postgres(&mut db).await?,
        }
        transaction.commit().await
    }
}

/// Copies an outcome for another caller.
fn again(outcome: &Result<(), Failure>) -> Result<(), Failure> {
    outcome.as_ref().copied().map_err(Failure::again)
}

/// Writes a number of the file's first page that no program uses, unchanged: SQLite writes the page to its journal all the same,
/// which it does not for a row that stays as it is.
async fn write_to_sqlite(db: &mut Connection<'_>) -> Result<(), Failure> {
    let version: i32 = crate::on_engine!(db, |c| {
        sqlx::query_scalar(USER_VERSION).fetch_one(c).await
    })
    .failed(DOING)?;
    let write = format!("PRAGMA user_version = {version}");
    crate::on_engine!(db, |c| c.execute(AssertSqlSafe(write)).await.map(drop)).failed(DOING)
}

async fn write_to_postgres(db: &mut Connection<'_>) -> Result<(), Failure> {
    let is_read_only: bool = crate::on_engine!(db, |c| {
        sqlx::query_scalar(IS_READ_ONLY).fetch_one(c).await
    })
    .failed(DOING)?;
    if is_read_only {
        note_refused_write();
        let cause =
            "it is read-only: a standby, or set so, as some providers do when the disk is full";
        return Err(Failure::unavailable(DOING, cause));
    }
    crate::on_engine!(db, |c| c.execute(WRITE_POSTGRES).await.map(drop)).failed(DOING)
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection as _, PgConnection};
    use url::Url;

    use super::*;
    use crate::clock::Timestamp;
    use crate::database::ConnectionSettings;
    use crate::failure::Kind;
    use crate::testing::{TestDatabase, TwoRoles, postgres_schema};

    /// Longer than any stall of the test's machine.
    const LONG: Duration = Duration::from_mins(2);
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
            database.close().await;
            clock.advance(REMEMBERED.saturating_sub(Duration::from_micros(1)));
            probe.check().await.unwrap();
            clock.advance(Duration::from_micros(1));
            let failure = probe.check().await.unwrap_err();
            assert_eq!(failure.kind(), Kind::Unavailable, "{failure}");
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

    /// A migrated schema with a role of its own, whose sessions begin with settings of the test.
    struct OwnRole {
        url: String,
        name: String,
        admin: PgConnection,
    }

    impl OwnRole {
        async fn create() -> Self {
            let TwoRoles { url, owner_url } = TwoRoles::create("tollgate_idp").await;
            let settings = ConnectionSettings::default();
            let migrated =
                Database::open_migrated(&url, Some(&*owner_url), settings, &MIGRATIONS).await;
            migrated.unwrap().close().await;
            Self {
                name: Url::parse(&url).unwrap().username().to_owned(),
                url,
                admin: PgConnection::connect(&postgres_schema().await)
                    .await
                    .unwrap(),
            }
        }

        async fn alter(&mut self, change: &str) {
            let alter = AssertSqlSafe(format!("ALTER ROLE {} {change}", self.name));
            self.admin.execute(alter).await.unwrap();
        }

        async fn open(&self) -> Database {
            Database::open(&self.url).await.unwrap()
        }
    }

    async fn insert(database: &Database) -> Result<(), Failure> {
        const SQL: &str = "INSERT INTO things (id, amount) VALUES ('a', 1)";
        let mut transaction = database.begin().await?;
        let inserted = crate::on_engine!(&mut transaction.connection(), |c| {
            sqlx::query(SQL).execute(c).await.map(drop)
        });
        inserted.failed("inserting a thing")?;
        transaction.commit().await
    }

    /// A limit of temporary files replaces a disk without room for them.
    #[tokio::test]
    async fn a_probe_of_postgresql_needs_room_on_the_disk() {
        let mut role = OwnRole::create().await;
        role.alter("SET temp_file_limit = '64kB'").await;
        let database = role.open().await;
        let failure = probe(&database).0.check().await.unwrap_err();
        assert_eq!(failure.kind(), Kind::Unavailable, "{failure}");
        assert!(failure.to_string().contains("temp_file_limit"), "{failure}");
        insert(&database).await.unwrap();
    }

    #[tokio::test]
    async fn a_read_only_server_is_reported_and_its_connections_are_given_up() {
        let mut role = OwnRole::create().await;
        // Sessions begin with the settings of their role, and stay read-only as those of a demoted primary do.
        role.alter("SET default_transaction_read_only = on").await;
        let database = role.open().await;
        let refused = insert(&database).await.unwrap_err();
        assert_eq!(refused.kind(), Kind::Unavailable, "{refused}");
        let failure = probe(&database).0.check().await.unwrap_err();
        assert_eq!(failure.kind(), Kind::Unavailable, "{failure}");
        assert!(failure.to_string().contains("read-only"), "{failure}");
        role.alter("RESET default_transaction_read_only").await;
        // Refusals less than a second after another replace nothing.
        let written = tokio::time::timeout(LONG, insert_at_last(&database)).await;
        written.expect("the read-only connection is given up");
    }

    async fn insert_at_last(database: &Database) {
        while let Err(refused) = insert(database).await {
            assert_eq!(refused.kind(), Kind::Unavailable, "{refused}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
