//! Test of SQLite's index writes: a statement should write no index without need.

use foundation::Connection;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::plans::statements_of;
use super::test_ledger::TestLedger;

/// Returns true if SQLite's program for a statement deletes index entries.
async fn writes_an_index(world: &TestLedger, text: &str) -> bool {
    let mut reader = world.app.database.reader().await.unwrap();
    let Connection::Sqlite(db) = reader.connection() else {
        panic!("programs are looked at on SQLite");
    };
    let explain = sqlx::query(AssertSqlSafe(format!("EXPLAIN {text}")));
    let steps = explain.fetch_all(db).await.unwrap();
    let is_taken = |step: &SqliteRow| step.get::<&str, _>("opcode") == "IdxDelete";
    steps.iter().any(is_taken)
}

/// A spend from lots that stay open writes none of their indexes. A statement that may close them does (the control).
#[tokio::test]
async fn spend_writes_no_index_of_lots() {
    let world = TestLedger::sqlite().await;
    let mut found = Vec::new();
    for text in statements_of(include_str!("../store/lots.rs")) {
        if text.contains("UPDATE lot ") {
            found.push((
                text.contains("closed_at ="),
                writes_an_index(&world, &text).await,
            ));
        }
    }
    assert_eq!(found, [(false, false), (true, true)]);
}
