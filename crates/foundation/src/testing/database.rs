//! A database of its own for each test, on each engine.
#![expect(
    clippy::missing_panics_doc,
    reason = "a test that lacks its world panics and says so"
)]

use std::path::Path;

use sqlx::migrate::Migrator;
use tempfile::TempDir;

use super::template::{self, PostgresCopy};
use crate::database::Database;
use crate::env::Environment;
use crate::random::Random;

/// Folder whose files are in memory, on Linux.
const MEMORY: &str = "/dev/shm";

/// A database that only one test uses.
#[derive(Debug)]
pub struct TestDatabase {
    database: Database,
    url: String,
    _folder: Option<TempDir>,
    _copy: Option<PostgresCopy>,
}

impl TestDatabase {
    /// Creates a fresh SQLite file, which is deleted with this value.
    #[expect(
        clippy::expect_used,
        reason = "a test without its database cannot go on"
    )]
    pub async fn sqlite(migrator: &Migrator) -> Self {
        Self::sqlite_in(TempDir::new().expect("a temporary folder"), migrator).await
    }

    /// Creates a fresh SQLite file in memory, if the machine has a folder there: tests of many thousand commits wait for no
    /// disk, and the engine does the same work.
    #[expect(
        clippy::expect_used,
        reason = "a test without its database cannot go on"
    )]
    pub async fn sqlite_in_memory(migrator: &Migrator) -> Self {
        let folder = TempDir::new_in(MEMORY).or_else(|_absent| TempDir::new());
        Self::sqlite_in(folder.expect("a temporary folder"), migrator).await
    }

    #[expect(
        clippy::expect_used,
        reason = "a test without its database cannot go on"
    )]
    async fn sqlite_in(folder: TempDir, migrator: &Migrator) -> Self {
        let file = folder.path().join("test.db");
        template::write_sqlite(&file, migrator).await;
        let url = sqlite_url(&file);
        let database = Database::open(&url).await.expect("a SQLite file");
        Self {
            database,
            url,
            _folder: Some(folder),
            _copy: None,
        }
    }

    /// Creates a fresh database on the server that `TEST_DATABASE_URL` names; it is dropped after this value.
    #[expect(
        clippy::expect_used,
        reason = "a test without its database cannot go on"
    )]
    pub async fn postgres(migrator: &Migrator) -> Self {
        let copy = PostgresCopy::create(migrator).await;
        let url = copy.url();
        let database = Database::open(&url).await.expect("the PostgreSQL server");
        Self {
            database,
            url,
            _folder: None,
            _copy: Some(copy),
        }
    }

    /// Opens the database of a URL that the test has created.
    #[expect(
        clippy::expect_used,
        reason = "a test without its database cannot go on"
    )]
    pub async fn at(url: &str) -> Self {
        Self {
            database: Database::open(url).await.expect("the database"),
            url: url.to_owned(),
            _folder: None,
            _copy: None,
        }
    }

    /// Returns the database.
    pub fn database(&self) -> Database {
        self.database.clone()
    }

    /// Returns the URL, for a child process.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// Returns the URL of a SQLite file.
pub fn sqlite_url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

/// Returns the Redis server for tests, from `TEST_REDIS_URL`.
#[expect(clippy::panic, reason = "a test without its server says what to do")]
pub fn redis_url() -> String {
    match Environment::from_process().get("TEST_REDIS_URL") {
        Some(url) => url.to_owned(),
        None => {
            panic!("TEST_REDIS_URL is not set: run `make test`, which starts a Redis for the tests")
        }
    }
}

/// Creates a fresh schema on the server that `TEST_DATABASE_URL` names. Returns a URL that uses it.
#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
pub async fn postgres_schema() -> String {
    let base = postgres_url();
    let name = random_name();
    let mut admin = <sqlx::PgConnection as sqlx::Connection>::connect(&base)
        .await
        .expect("the PostgreSQL server of TEST_DATABASE_URL");
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE SCHEMA {name}")))
        .execute(&mut admin)
        .await
        .expect("a schema");
    sqlx::Connection::close(admin).await.expect("closing");
    in_schema(&base, &name)
}

/// Returns the PostgreSQL server for tests, from `TEST_DATABASE_URL`.
#[expect(clippy::panic, reason = "a test without its server says what to do")]
pub(super) fn postgres_url() -> String {
    match Environment::from_process().get("TEST_DATABASE_URL") {
        Some(url) => url.to_owned(),
        None => panic!(
            "TEST_DATABASE_URL is not set: run `make test`, which starts a PostgreSQL for the tests"
        ),
    }
}

/// Returns a new name of a database or schema; `scripts/test` drops all that begin so.
#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
pub(super) fn random_name() -> String {
    let name = format!(
        "tollgate_test_{}",
        Random::system().hex().expect("random bytes")
    );
    name.get(..40).expect("a name of 40 characters").to_owned()
}

/// Returns the URL of a schema. The server's own functions come second in its search path, so that a test can replace one.
pub(super) fn in_schema(base: &str, schema: &str) -> String {
    let separator = if base.contains('?') { '&' } else { '?' };
    format!("{base}{separator}options=-c%20search_path%3D{schema}%2Cpg_catalog")
}

/// Makes a database look as if a newer version had migrated it, which may name the oldest compatible version.
#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
pub async fn pretend_newer(url: &str, oldest_compatible: Option<i64>) {
    const SQL: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                       SELECT 99999999, 'newer', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    const RECORD: &str =
        "INSERT INTO migration_compatibility (version, oldest_compatible) VALUES (99999999, $1)";
    let database = Database::open(url).await.expect("the database");
    let mut transaction = database.begin().await.expect("a transaction");
    crate::on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(SQL).execute(c).await.map(|_| ())
    })
    .expect("a migration's row");
    if let Some(oldest) = oldest_compatible {
        crate::on_engine!(&mut transaction.connection(), |c| {
            sqlx::query(RECORD)
                .bind(oldest)
                .execute(c)
                .await
                .map(|_| ())
        })
        .expect("the oldest version's row");
    }
    transaction.commit().await.expect("a commit");
    database.close().await;
}
