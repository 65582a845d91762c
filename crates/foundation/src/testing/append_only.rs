//! Removes the protection of append-only rows, for tests that change such rows.
#![expect(
    clippy::missing_panics_doc,
    reason = "a test that lacks its world panics and says so"
)]

use sqlx::AssertSqlSafe;

use crate::database::Database;

const OF_SQLITE: &str = "\
    SELECT 'DROP TRIGGER ' || name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'append_only%'";
const OF_POSTGRES: &str = "\
    SELECT format('DROP TRIGGER %I ON %I', t.tgname, c.relname) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid \
    WHERE c.relnamespace = current_schema()::regnamespace AND t.tgname LIKE 'append_only%'";

/// Drops the triggers of append-only tables, for a test that damages their rows.
#[expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]
pub async fn drop_append_only(database: &Database) {
    let find = match database {
        Database::Sqlite { .. } => OF_SQLITE,
        Database::Postgres { .. } => OF_POSTGRES,
    };
    let mut transaction = database.begin().await.expect("a transaction");
    crate::on_engine!(&mut transaction.connection(), |c| {
        let drops: Vec<String> = sqlx::query_scalar(find)
            .fetch_all(&mut *c)
            .await
            .expect("the triggers");
        assert!(!drops.is_empty(), "no table refuses changes");
        for drop in drops {
            let dropped = sqlx::query(AssertSqlSafe(drop)).execute(&mut *c).await;
            dropped.expect("a trigger is dropped");
        }
    });
    transaction.commit().await.expect("a commit");
}
