//! Two statements in one round trip: the rows that the second one reads, and the rows that the first one locks.

use std::time::Duration;

use foundation::database::{SqlResultExt, StatementPair};
use foundation::failure::FailureKind;
use foundation::testing::TestDatabase;
use foundation::{Connection, Database, Failure, on_both_engines, on_engine, statement_pair};

use crate::database::{MIGRATIONS, insert};

/// Marks a thing with `$2` unless it has a mark, and copies it under the name `$3`.
const MARK_AND_COPY: StatementPair = statement_pair!(
    "UPDATE things SET at = $2 WHERE id = $1 AND at IS NULL",
    writes "things",
    "INSERT INTO copies (id, amount) SELECT $3, amount FROM things WHERE id = $1 AND at = $2"
);
/// Marks a thing as [`MARK_AND_COPY`] does, and then copies none.
const MARK_AND_COPY_NONE: StatementPair = statement_pair!(
    "UPDATE things SET at = $2 WHERE id = $1 AND at IS NULL",
    writes "things",
    "INSERT INTO copies (id, amount) SELECT $3, amount FROM things WHERE id = $1 AND at > $2"
);
const MARK_AND_READ: StatementPair = statement_pair!(
    "UPDATE things SET at = $2 WHERE id = $1 AND at IS NULL",
    writes "things",
    "SELECT amount FROM things WHERE id = $1 AND at = $2"
);
/// Adds the thing `$1` with the amount of `$2`, and copies it under the name `$3`.
const ADD_AND_COPY: StatementPair = statement_pair!(
    "INSERT INTO things (id, amount) SELECT $1, amount FROM sources WHERE id = $2",
    locks "sources",
    writes "things",
    "INSERT INTO copies (id, amount) SELECT $3, amount FROM things WHERE id = $1"
);

async fn run(db: &mut Connection<'_>, statement: &'static str) {
    on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(drop)).unwrap();
}

async fn prepare(database: &Database) {
    let mut transaction = database.begin().await.unwrap();
    let mut db = transaction.connection();
    for statement in [
        "CREATE TABLE copies (id TEXT PRIMARY KEY, amount BIGINT NOT NULL)",
        "CREATE TABLE sources (id TEXT PRIMARY KEY, amount BIGINT NOT NULL)",
        "INSERT INTO sources (id, amount) VALUES ('source', 7)",
    ] {
        run(&mut db, statement).await;
    }
    insert(&mut db, "a", 1).await.unwrap();
    transaction.commit().await.unwrap();
}

async fn mark_and_copy(db: &mut Connection<'_>, mark: i64, copy: &str) -> Result<u64, Failure> {
    mark_a(db, MARK_AND_COPY, (mark, copy)).await
}

/// Marks the thing `a`. Returns the number of affected rows.
async fn mark_a(
    db: &mut Connection<'_>,
    statements: StatementPair,
    (mark, copy): (i64, &str),
) -> Result<u64, Failure> {
    let text = statements.text(db);
    on_engine!(db, |c| sqlx::query(text)
        .bind("a")
        .bind(mark)
        .bind(copy)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("marking a thing")
}

async fn mark_and_read(db: &mut Connection<'_>, mark: i64) -> Option<i64> {
    let text = MARK_AND_READ.text(db);
    on_engine!(db, |c| sqlx::query_scalar(text)
        .bind("a")
        .bind(mark)
        .fetch_optional(c)
        .await)
    .unwrap()
}

async fn add_and_copy(db: &mut Connection<'_>, source: &str, new: &str) -> Result<u64, Failure> {
    let text = ADD_AND_COPY.text(db);
    on_engine!(db, |c| sqlx::query(text)
        .bind(new)
        .bind(source)
        .bind(new)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("adding a thing")
}

async fn count(db: &mut Connection<'_>, statement: &'static str) -> i64 {
    on_engine!(db, |c| sqlx::query_scalar(statement).fetch_one(c).await).unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn second_statement_reads_only_rows_of_the_first(database: Database) {
        prepare(&database).await;
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        assert!(mark_and_copy(&mut db, 5, "copy").await.unwrap() > 0);
        for mark in [6, 7] {
            let copied = mark_and_copy(&mut db, mark, "other").await.unwrap();
            assert_eq!(copied, 0, "it has a mark");
            assert_eq!(mark_and_read(&mut db, mark).await, None);
        }
        run(&mut db, "UPDATE things SET at = NULL").await;
        assert_eq!(mark_and_read(&mut db, 8).await, Some(1));
        let marked = "SELECT at FROM things WHERE id = 'a'";
        assert_eq!(count(&mut db, marked).await, 8, "it was written and read");
        assert!(add_and_copy(&mut db, "source", "b").await.unwrap() > 0);
        assert_eq!(add_and_copy(&mut db, "gone", "c").await.unwrap(), 0);
        let copies = "SELECT COUNT(*) FROM copies WHERE id IN ('copy', 'b')";
        assert_eq!(count(&mut db, copies).await, 2);
        assert_eq!(count(&mut db, "SELECT COUNT(*) FROM copies").await, 2);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn only_sqlite_counts_the_rows_of_the_first_statement(database: Database) {
        prepare(&database).await;
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let affected = mark_a(&mut db, MARK_AND_COPY_NONE, (5, "copy")).await;
        let expected = match &db {
            Connection::Sqlite(_) => 1,
            Connection::Postgres(_) => 0,
        };
        assert_eq!(affected.unwrap(), expected);
        let marked = "SELECT at FROM things WHERE id = 'a'";
        assert_eq!(count(&mut db, marked).await, 5);
        assert_eq!(count(&mut db, "SELECT COUNT(*) FROM copies").await, 0);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn failure_of_the_second_statement_undoes_the_first(database: Database) {
        prepare(&database).await;
        let mut first = database.begin().await.unwrap();
        run(
            &mut first.connection(),
            "INSERT INTO copies VALUES ('copy', 1)",
        )
        .await;
        first.commit().await.unwrap();
        let mut second = database.begin().await.unwrap();
        let copied = mark_and_copy(&mut second.connection(), 5, "copy").await;
        assert!(copied.is_err(), "the name is taken");
        drop(second);
        let mut third = database.begin().await.unwrap();
        let marked = "SELECT COUNT(*) FROM things WHERE at IS NOT NULL";
        assert_eq!(count(&mut third.connection(), marked).await, 0);
    }
);

/// PostgreSQL waits two seconds for the row, and the statement that wants to delete it fails.
#[tokio::test]
async fn locked_row_stays_until_the_commit() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let database = world.database();
    prepare(&database).await;
    let mut holder = database.begin().await.unwrap();
    let added = add_and_copy(&mut holder.connection(), "source", "b").await;
    assert!(added.unwrap() > 0);
    let delete = async || {
        let mut other = database.begin().await.unwrap();
        let statement = "DELETE FROM sources";
        let deleted = on_engine!(&mut other.connection(), |c| sqlx::query(statement)
            .execute(c)
            .await
            .map(|done| done.rows_affected()))
        .failed("deleting a source");
        other.commit().await.map(|()| deleted)
    };
    let refused = delete().await.unwrap().unwrap_err();
    assert_eq!(refused.kind(), FailureKind::Busy);
    holder.commit().await.unwrap();
    let deleted = tokio::time::timeout(Duration::from_mins(1), delete()).await;
    assert_eq!(deleted.unwrap().unwrap().unwrap(), 1);
}
