//! Storage of SQLite's writer: its undo data, its page cache, and its journal.

use foundation::testing::TestDatabase;
use foundation::{Database, on_engine};
use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Numbers of SQLite for the two kinds of temporary storage.
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
async fn rollback_journal_is_in_memory_and_in_files_during_migrations() {
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

/// Pages that each request reads must stay in memory while other pages of a large file are read once.
#[tokio::test]
async fn writer_keeps_64_mib_of_the_file_in_memory() {
    let world = TestDatabase::sqlite(&Migrator::with_migrations(Vec::new())).await;
    let below_zero_in_kib = ask(&world.database(), "PRAGMA cache_size").await;
    assert_eq!(below_zero_in_kib, -64 * 1024);
}

/// In a shared group a reader takes pages from the writer's cache, and all caches grow to the sum of their limits.
#[tokio::test]
async fn page_caches_of_connections_form_no_group() {
    let world = TestDatabase::sqlite(&Migrator::with_migrations(Vec::new())).await;
    let is_one_group = "SELECT sqlite_compileoption_used('ENABLE_MEMORY_MANAGEMENT')";
    assert_eq!(ask(&world.database(), is_one_group).await, 0);
}

/// A page that changes repeatedly is rarely written into the file, and the journal does not grow without limit.
#[tokio::test]
async fn journal_is_checkpointed_at_64_mib() {
    const MIB: u64 = 1024 * 1024;
    let world = TestDatabase::sqlite(&Migrator::with_migrations(Vec::new())).await;
    let database = &world.database();
    let journal = format!("{}-wal", world.url().trim_start_matches("sqlite:"));
    let mut longest = 0;
    change(database, "CREATE TABLE page (one BLOB)").await;
    for _portion in 0..40 {
        change(database, "INSERT INTO page VALUES (zeroblob(2097152))").await;
        longest = longest.max(std::fs::metadata(&journal).unwrap().len());
    }
    assert!((64 * MIB..70 * MIB).contains(&longest), "{longest}");
}

async fn change(database: &Database, statement: &'static str) {
    let mut transaction = database.begin().await.unwrap();
    on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(statement).execute(c).await.map(drop)
    })
    .unwrap();
    transaction.commit().await.unwrap();
}
