//! Write probe of PostgreSQL, on its own connection: callers that use the whole pool do not make the server unready.

use sqlx::error::DatabaseError;
use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _, Row as _};

use super::failure::SqlResultExt;
use super::postgres_pool::PostgresPool;
use super::refused_writes::note_refused_write;
use super::write_probe::DOING;
use crate::failure::Failure;

/// Number of connections that a service's readiness check has outside the pool.
pub const PROBE_CONNECTIONS: u32 = 1;

// Each of these texts is one message, and so one transaction, also behind a pooler.

const IS_READ_ONLY: &str = "SELECT current_setting('transaction_read_only') = 'on'";

// PostgreSQL writes the rows of the function to a temporary file, because they need more memory than this. A full disk
// has no space for the file, which the server deletes at the end of the statement.
const FILL_FILE: &str =
    "SET LOCAL work_mem = '64kB'; SELECT COUNT(*) FROM generate_series(1, 10000)";

// The message is a record of the write-ahead log and changes no table. Its commit waits for the disk and for a
// synchronous standby.
const WRITE: &str = "SET LOCAL synchronous_commit = 'on'; \
     SELECT CAST(pg_logical_emit_message(TRUE, 'tollgate', 'write probe') AS TEXT)";

/// `configuration_limit_exceeded`.
const LIMIT_EXCEEDED: &str = "53400";

/// Writes with the connection of an earlier probe, or else with a new one: the earlier one may have ended, or lead to a
/// server that has become read-only.
pub(super) async fn write_to_postgres(
    pool: &PostgresPool,
    cached: &mut Option<PgConnection>,
) -> Result<(), Failure> {
    if let Some(mut connection) = cached.take()
        && write(&mut connection).await.is_ok()
    {
        *cached = Some(connection);
        return Ok(());
    }
    let options = pool.connect_options();
    let connected = PgConnection::connect_with(&options).await;
    let mut connection = connected.failed("connecting to PostgreSQL")?;
    write(&mut connection).await?;
    *cached = Some(connection);
    Ok(())
}

async fn write(connection: &mut PgConnection) -> Result<(), Failure> {
    let row = connection.fetch_one(IS_READ_ONLY).await.failed(DOING)?;
    let is_read_only = row.try_get::<bool, _>(0).failed(DOING)?;
    if is_read_only {
        note_refused_write();
        let cause =
            "it is read-only: a standby, or set so, as some providers do when the disk is full";
        return Err(Failure::unavailable(DOING, cause));
    }
    match connection.execute(FILL_FILE).await {
        // The role has a small temp_file_limit, which is independent of the disk.
        Err(error) if is_over_limit(&error) => {}
        filled => filled.map(drop).failed(DOING)?,
    }
    connection.execute(WRITE).await.map(drop).failed(DOING)
}

fn is_over_limit(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| code == LIMIT_EXCEEDED)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::AssertSqlSafe;
    use url::Url;

    use super::*;
    use crate::database::{ConnectionSettings, Database};
    use crate::failure::FailureKind;
    use crate::testing::{RoleUrls, TestDatabase, postgres_schema};

    /// Longer than any stall of the test machine.
    const TIMEOUT: Duration = Duration::from_mins(2);
    static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./tests/migrations");

    async fn probe(database: &Database, cached: &mut Option<PgConnection>) -> Result<(), Failure> {
        match database {
            Database::Sqlite { .. } => Err(Failure::defect("a database of PostgreSQL")),
            Database::Postgres { pool, .. } => write_to_postgres(pool, cached).await,
        }
    }

    /// A migrated schema with its own role, whose sessions begin with settings of the test.
    struct TestRole {
        url: String,
        name: String,
        admin: PgConnection,
    }

    impl TestRole {
        async fn create() -> Self {
            let RoleUrls { url, owner_url } = RoleUrls::create("tollgate_idp").await;
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

        /// Ends all sessions of the role, and waits until they have ended.
        async fn end_sessions(&mut self) {
            let end = AssertSqlSafe(format!(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = '{}'",
                self.name
            ));
            self.admin.execute(end).await.unwrap();
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

    #[tokio::test]
    async fn role_that_may_not_fill_files_is_probed_without() {
        let mut role = TestRole::create().await;
        role.alter("SET temp_file_limit = '64kB'").await;
        let (database, mut cached) = (role.open().await, None);
        probe(&database, &mut cached).await.unwrap();
        let refused = cached.as_mut().unwrap().execute(FILL_FILE).await;
        let refused = refused.unwrap_err();
        assert!(is_over_limit(&refused), "it fills a file: {refused}");
    }

    /// A function of the schema that reports a full disk replaces a real one.
    #[tokio::test]
    async fn probe_of_postgresql_needs_room_on_the_disk() {
        const FULL: &str = "\
            CREATE FUNCTION generate_series(INTEGER, INTEGER) RETURNS SETOF INTEGER LANGUAGE plpgsql AS \
            $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$";
        let world = TestDatabase::postgres(&MIGRATIONS).await;
        let database = world.database();
        probe(&database, &mut None).await.unwrap();
        let mut own = PgConnection::connect(world.url()).await.unwrap();
        own.execute(FULL).await.unwrap();
        let failure = probe(&database, &mut None).await.unwrap_err();
        assert_eq!(failure.kind(), FailureKind::Unavailable, "{failure}");
        assert!(failure.to_string().contains("No space"), "{failure}");
        insert(&database).await.unwrap();
    }

    #[tokio::test]
    async fn read_only_server_is_reported_and_its_connections_are_given_up() {
        let mut role = TestRole::create().await;
        // Sessions begin with the settings of their role, and stay read-only as those of a demoted primary do.
        role.alter("SET default_transaction_read_only = on").await;
        let database = role.open().await;
        let refused = insert(&database).await.unwrap_err();
        assert_eq!(refused.kind(), FailureKind::Unavailable, "{refused}");
        let failure = probe(&database, &mut None).await.unwrap_err();
        assert_eq!(failure.kind(), FailureKind::Unavailable, "{failure}");
        assert!(failure.to_string().contains("read-only"), "{failure}");
        role.alter("RESET default_transaction_read_only").await;
        // Refusals less than a second after another replace no connection.
        let written = tokio::time::timeout(TIMEOUT, insert_at_last(&database)).await;
        written.expect("the read-only connection is given up");
    }

    async fn insert_at_last(database: &Database) {
        while let Err(refused) = insert(database).await {
            assert_eq!(refused.kind(), FailureKind::Unavailable, "{refused}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn backend(cached: &mut Option<PgConnection>) -> i32 {
        let row = cached
            .as_mut()
            .unwrap()
            .fetch_one("SELECT pg_backend_pid()");
        row.await.unwrap().get(0)
    }

    #[tokio::test]
    async fn probe_reuses_its_connection_and_replaces_an_ended_one() {
        let mut role = TestRole::create().await;
        let (database, mut cached) = (role.open().await, None);
        probe(&database, &mut cached).await.unwrap();
        let first = backend(&mut cached).await;
        probe(&database, &mut cached).await.unwrap();
        assert_eq!(backend(&mut cached).await, first);
        role.end_sessions().await;
        probe(&database, &mut cached).await.unwrap();
        assert_ne!(backend(&mut cached).await, first);
    }
}
