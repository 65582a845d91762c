//! Migrated databases for tests: a template of each engine gets all migrations once in a process, and each test a copy.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use url::Url;

use super::database::{in_schema, postgres_url, random_name, sqlite_url};
use crate::database::Database;

/// A template for each set of migrations, by their checksums; the first request makes it.
type Templates<T> = Mutex<Vec<(Vec<u8>, Arc<OnceCell<T>>)>>;

/// Content of a file.
static FILES: Templates<Vec<u8>> = Mutex::new(Vec::new());
/// Name of a PostgreSQL database.
static DATABASES: Templates<String> = Mutex::new(Vec::new());
/// PostgreSQL databases of tests that have ended; a later test drops them.
static ENDED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Schema of the tables in a copy.
const SCHEMA: &str = "tollgate_test";

/// Without a session: the server would wait five seconds for each to end.
const UNUSED: &str = "\
    SELECT datname::TEXT FROM pg_database d WHERE datname = ANY($1) \
        AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datname = d.datname)";

/// Writes a migrated SQLite file.
#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
pub(super) async fn write_sqlite(path: &Path, migrator: &Migrator) {
    let cell = cell_of(&FILES, migrator);
    let file = cell.get_or_init(|| make_file(migrator)).await;
    std::fs::write(path, file).expect("the database's file is written");
}

fn cell_of<T>(templates: &Templates<T>, migrator: &Migrator) -> Arc<OnceCell<T>> {
    let sums: Vec<u8> = migrator
        .iter()
        .flat_map(|migration| migration.checksum.iter().copied())
        .collect();
    let mut templates = templates.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, cell)) = templates.iter().find(|(known, _)| *known == sums) {
        return Arc::clone(cell);
    }
    let cell = Arc::default();
    templates.push((sums, Arc::clone(&cell)));
    cell
}

#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
async fn make_file(migrator: &Migrator) -> Vec<u8> {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("template.db");
    let database = Database::open(&sqlite_url(&path)).await;
    let database = database.expect("a SQLite file");
    let migrated = database.migrate(migrator).await;
    migrated.expect("the migrations run");
    database.close().await;
    // A reader that closes last does not remove the write-ahead log.
    let url = sqlite_url(&path);
    let mut alone = SqliteConnection::connect(&url)
        .await
        .expect("the file opens");
    let taken_in = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(&mut alone)
        .await;
    taken_in.expect("the log is taken into the file");
    alone.close().await.expect("closing");
    std::fs::read(&path).expect("the file is there")
}

/// A migrated PostgreSQL database of one test.
#[derive(Debug)]
pub(super) struct PostgresCopy {
    name: String,
}

impl PostgresCopy {
    /// Copies the template of the migrations.
    #[expect(
        clippy::expect_used,
        reason = "a test without its database cannot go on"
    )]
    pub(super) async fn create(migrator: &Migrator) -> Self {
        let cell = cell_of(&DATABASES, migrator);
        let template = cell.get_or_init(|| make_template(migrator)).await;
        let name = random_name();
        let mut admin = PgConnection::connect(&postgres_url())
            .await
            .expect("the PostgreSQL server of TEST_DATABASE_URL");
        drop_ended(&mut admin).await;
        let text = format!("CREATE DATABASE {name} TEMPLATE {template}");
        let created = sqlx::query(AssertSqlSafe(text)).execute(&mut admin).await;
        created.expect("a copy of the template");
        admin.close().await.expect("closing");
        Self { name }
    }

    /// Returns the URL.
    pub(super) fn url(&self) -> String {
        url_of(&self.name)
    }
}

impl Drop for PostgresCopy {
    fn drop(&mut self) {
        let mut ended = ENDED.lock().unwrap_or_else(PoisonError::into_inner);
        ended.push(std::mem::take(&mut self.name));
    }
}

#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
async fn make_template(migrator: &Migrator) -> String {
    let name = random_name();
    let mut admin = PgConnection::connect(&postgres_url())
        .await
        .expect("the PostgreSQL server of TEST_DATABASE_URL");
    let text = format!("CREATE DATABASE {name}");
    let created = sqlx::query(AssertSqlSafe(text)).execute(&mut admin).await;
    created.expect("a database");
    admin.close().await.expect("closing");
    let url = url_of(&name);
    let mut owner = PgConnection::connect(&url).await.expect("the database");
    let text = format!("CREATE SCHEMA {SCHEMA}");
    let created = sqlx::query(AssertSqlSafe(text)).execute(&mut owner).await;
    created.expect("a schema");
    owner.close().await.expect("closing");
    let database = Database::open(&url).await.expect("the database");
    let migrated = database.migrate(migrator).await;
    migrated.expect("the migrations run");
    // The server copies no database that has sessions.
    database.close().await;
    name
}

/// Drops the databases of tests that have ended, if their sessions have too: they need 11 MiB each.
#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
async fn drop_ended(admin: &mut PgConnection) {
    let ended = {
        let mut ended = ENDED.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *ended)
    };
    if ended.is_empty() {
        return;
    }
    let unused: Vec<String> = sqlx::query_scalar(UNUSED)
        .bind(&ended)
        .fetch_all(&mut *admin)
        .await
        .expect("the databases without sessions");
    for name in ended {
        let text = format!("DROP DATABASE {name}");
        let is_dropped = unused.contains(&name)
            && sqlx::query(AssertSqlSafe(text))
                .execute(&mut *admin)
                .await
                .is_ok();
        if !is_dropped {
            ENDED
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(name);
        }
    }
}

#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
fn url_of(name: &str) -> String {
    let mut url = Url::parse(&postgres_url()).expect("TEST_DATABASE_URL is an address");
    url.set_path(name);
    in_schema(url.as_str(), SCHEMA)
}
