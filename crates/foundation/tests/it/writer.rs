//! Where SQLite's writer keeps what a statement may have to undo: in memory, and in files while it migrates.

use foundation::testing::TestDatabase;
use foundation::{Database, on_engine};
use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The numbers that SQLite has for the two places.
const IN_FILES: i64 = 1;
const IN_MEMORY: i64 = 2;

async fn ask(database: &Database, question: &'static str) -> i64 {
    let mut transaction = database.begin().await.unwrap();
    on_engine!(&mut transaction.connection(), |c| {
        sqlx::query_scalar(question).fetch_one(c).await
    })
    .unwrap()
}

/// A migration may sort a table that is larger than the memory.
#[tokio::test]
async fn what_is_undone_is_kept_in_memory_and_while_migrating_in_files() {
    let world = TestDatabase::sqlite(&Migrator::with_migrations(Vec::new())).await;
    let database = &world.database();
    assert_eq!(ask(database, "PRAGMA temp_store").await, IN_MEMORY);
    let seen = "CREATE TABLE seen AS SELECT temp_store AS place FROM pragma_temp_store";
    let migration = Migration::new(
        1,
        "seen".into(),
        MigrationType::Simple,
        seen.into_sql_str(),
        false,
    );
    let migrator = Migrator::with_migrations(vec![migration]);
    database.migrate(&migrator).await.unwrap();
    assert_eq!(ask(database, "SELECT place FROM seen").await, IN_FILES);
    assert_eq!(ask(database, "PRAGMA temp_store").await, IN_MEMORY);
}
