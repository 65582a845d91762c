//! Migrated databases for tests, without all migrations for each test: a SQLite file is created once and copied, and a
//! PostgreSQL schema gets all migrations in one message.

use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use super::database::sqlite_url;
use crate::database::Database;
use crate::database::migration_text::for_postgres;

/// Content of a file, created at the first request.
type File = Arc<OnceCell<Vec<u8>>>;

/// A file for each set of migrations in this process, by their checksums.
static FILES: Mutex<Vec<(Vec<u8>, File)>> = Mutex::new(Vec::new());

/// Writes a migrated SQLite file.
#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
pub(super) async fn write_sqlite(path: &Path, migrator: &Migrator) {
    let cell = cell_of(migrator);
    let file = cell.get_or_init(|| make_file(migrator)).await;
    std::fs::write(path, file).expect("the database's file is written");
}

fn cell_of(migrator: &Migrator) -> File {
    let sums: Vec<u8> = migrator
        .iter()
        .flat_map(|migration| migration.checksum.iter().copied())
        .collect();
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, cell)) = files.iter().find(|(known, _)| *known == sums) {
        return Arc::clone(cell);
    }
    let cell = Arc::default();
    files.push((sums, Arc::clone(&cell)));
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

/// Migrates an empty PostgreSQL schema without a lock. The lock belongs to the whole server, so all tests would wait
/// for it, and no other test knows the schema.
#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
pub(super) async fn fill_postgres(url: &str, migrator: &Migrator) {
    let mut connection = PgConnection::connect(url)
        .await
        .expect("the PostgreSQL server");
    let mut nothing = Migrator::with_migrations(Vec::new());
    nothing.set_locking(false);
    let table = nothing.run(&mut connection).await;
    table.expect("the table of migrations");
    let mut script = String::new();
    for migration in for_postgres(migrator).iter() {
        let description = migration.description.replace('\'', "''");
        let (sql, version) = (migration.sql.as_str(), migration.version);
        let sum = migration
            .checksum
            .iter()
            .fold(String::new(), |sum, byte| sum + &format!("{byte:02x}"));
        let written = writeln!(
            script,
            "{sql};\nINSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             VALUES ({version}, '{description}', TRUE, '\\x{sum}', 0);"
        );
        written.expect("a text takes what is written");
    }
    let done = sqlx::raw_sql(AssertSqlSafe(script))
        .execute(&mut connection)
        .await;
    done.expect("the migrations run");
    connection.close().await.expect("closing");
}
