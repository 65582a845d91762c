//! One SQL text on two engines: transactions, and lock timeouts.

use std::os::unix::fs::PermissionsExt;
use std::pin::pin;
use std::time::Duration;

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::failure::{CommitOutcome, FailureKind};
use foundation::testing::TestDatabase;
use foundation::{Connection, Database, Failure, Timestamp, expired, on_both_engines, on_engine};
use sqlx::migrate::Migrator;
use tokio_util::sync::CancellationToken;

pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("./tests/migrations");

pub(crate) async fn insert(db: &mut Connection<'_>, id: &str, amount: i64) -> Result<u64, Failure> {
    const SQL: &str = "INSERT INTO things (id, amount) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
    on_engine!(db, |c| {
        sqlx::query(SQL)
            .bind(id)
            .bind(amount)
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed("inserting a thing")
}

pub(crate) async fn count(database: &Database) -> i64 {
    let mut reader = database.reader().await.unwrap();
    counted(&mut reader.connection()).await
}

async fn counted(db: &mut Connection<'_>) -> i64 {
    on_engine!(db, |c| {
        sqlx::query_scalar("SELECT count(*) FROM things")
            .fetch_one(c)
            .await
    })
    .unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn snapshot_reads_one_instant_and_cannot_write(database: Database) {
        let mut snapshot = database.snapshot().await.unwrap();
        assert_eq!(counted(&mut snapshot.connection()).await, 0);
        let mut other = database.begin().await.unwrap();
        assert_eq!(insert(&mut other.connection(), "a", 1).await.unwrap(), 1);
        other.commit().await.unwrap();
        assert_eq!(counted(&mut snapshot.connection()).await, 0);
        assert_eq!(count(&database).await, 1, "the control");
        assert!(insert(&mut snapshot.connection(), "b", 1).await.is_err());
        drop(snapshot);
        let mut later = database.snapshot().await.unwrap();
        assert_eq!(counted(&mut later.connection()).await, 1);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn only_a_committed_transaction_changes_rows(database: Database) {
        let mut dropped = database.begin().await.unwrap();
        assert_eq!(insert(&mut dropped.connection(), "a", 1).await.unwrap(), 1);
        drop(dropped);
        assert_eq!(count(&database).await, 0);
        let mut first = database.begin().await.unwrap();
        assert_eq!(insert(&mut first.connection(), "a", 1).await.unwrap(), 1);
        assert_eq!(insert(&mut first.connection(), "a", 2).await.unwrap(), 0);
        first.commit().await.unwrap();
        assert_eq!(count(&database).await, 1);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn broken_check_is_broken_and_not_busy(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let failure = insert(&mut transaction.connection(), "a", -1)
            .await
            .unwrap_err();
        assert_eq!(failure.kind(), FailureKind::Broken);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn row_that_is_held_too_long_is_busy(database: Database) {
        let mut holder = database.begin().await.unwrap();
        insert(&mut holder.connection(), "a", 1).await.unwrap();
        // PostgreSQL waits for the row with the same key, SQLite for the write lock; both time out.
        let failure = match database.begin().await {
            Ok(mut waiter) => insert(&mut waiter.connection(), "a", 2).await.unwrap_err(),
            Err(failure) => failure,
        };
        assert_eq!(failure.kind(), FailureKind::Busy, "{failure}");
        holder.commit().await.unwrap();
        assert_eq!(count(&database).await, 1);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn failed_commit_has_an_unknown_outcome(database: Database) {
        let run = async |transaction: &mut foundation::Transaction, statement: &'static str| {
            on_engine!(&mut transaction.connection(), |c| {
                sqlx::query(statement).execute(c).await.map(drop)
            })
            .failed("running a statement")
        };
        let mut tables = database.begin().await.unwrap();
        let parent = "CREATE TABLE parent (id BIGINT PRIMARY KEY)";
        run(&mut tables, parent).await.unwrap();
        let child =
            "CREATE TABLE child (id BIGINT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)";
        run(&mut tables, child).await.unwrap();
        tables.commit().await.unwrap();
        let mut transaction = database.begin().await.unwrap();
        let insert = "INSERT INTO child (id) VALUES (1)";
        run(&mut transaction, insert).await.unwrap();
        let failure = transaction.commit().await.unwrap_err();
        assert_eq!(
            failure.commit_outcome(),
            CommitOutcome::Unknown,
            "{failure}"
        );
        let mut transaction = database.begin().await.unwrap();
        let failure = run(&mut transaction, "nonsense").await.unwrap_err();
        assert_eq!(
            failure.commit_outcome(),
            CommitOutcome::Unspecified,
            "{failure}"
        );
    }
);

#[tokio::test]
async fn address_of_another_kind_is_refused() {
    assert!(Database::open("mysql://localhost/x").await.is_err());
}

pub(crate) async fn pragma(transaction: &mut foundation::Transaction, statement: &'static str) {
    on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(statement).execute(c).await.map(drop)
    })
    .unwrap();
}

/// SQLite rolls a transaction back by itself when the disk is full; the writer must work again once there is space.
#[tokio::test]
async fn full_disk_costs_one_transaction_and_not_the_writer() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    let mut transaction = database.begin().await.unwrap();
    pragma(&mut transaction, "PRAGMA max_page_count = 1").await;
    let mut failure = None;
    for number in 0..10_000 {
        let id = format!("{number:0>400}");
        failure = insert(&mut transaction.connection(), &id, 1).await.err();
        if failure.is_some() {
            break;
        }
    }
    assert_eq!(
        failure.map(|failure| failure.kind()),
        Some(FailureKind::Unavailable)
    );
    drop(transaction);
    let mut transaction = database.begin().await.unwrap();
    pragma(&mut transaction, "PRAGMA max_page_count = 1000000").await;
    insert(&mut transaction.connection(), "a", 1).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(count(&database).await, 1);
}

/// Things whose amount is the time at which they expire.
const ENDED: ExpiredRows = expired!("things", key "id", at "amount");
const ENDED_BUT_KEPT: ExpiredRows = expired!("things", key "id", at "amount", only "id <> 'kept'");

async fn lay(database: &Database, things: impl IntoIterator<Item = (String, i64)>) {
    let mut transaction = database.begin().await.unwrap();
    for (id, end) in things {
        insert(&mut transaction.connection(), &id, end)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
}

pub(crate) async fn left(db: &mut Connection<'_>) -> Vec<String> {
    on_engine!(db, |c| {
        sqlx::query_scalar("SELECT id FROM things ORDER BY id")
            .fetch_all(c)
            .await
    })
    .unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn oldest_expired_rows_are_deleted_up_to_the_batch(database: Database) {
        let things = [("b", 2), ("d", 4), ("a", 3), ("kept", 1), ("c", 3)];
        lay(&database, things.map(|(id, end)| (id.to_owned(), end))).await;
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let rows: [(ExpiredRows, i64, u32, u64, &[&str]); 5] = [
            (ENDED, 0, 9, 0, &["a", "b", "c", "d", "kept"]),
            (ENDED_BUT_KEPT, 3, 2, 2, &["c", "d", "kept"]),
            (ENDED_BUT_KEPT, 3, 2, 1, &["d", "kept"]),
            (ENDED_BUT_KEPT, 3, 2, 0, &["d", "kept"]),
            (ENDED, 9, 9, 2, &[]),
        ];
        for (expired, until, most, deleted, expected) in rows {
            let until = Timestamp::from_micros(until);
            let went = expired.delete_some(&mut db, until, most).await.unwrap();
            assert_eq!(
                (went, left(&mut db).await),
                (deleted, expected.iter().map(|&id| id.to_owned()).collect())
            );
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn sweep_takes_many_batches_and_none_once_the_service_stops(database: Database) {
        let fresh = ("fresh".to_owned(), 2);
        lay(
            &database,
            (0..1_100).map(|n| (format!("old-{n}"), 1)).chain([fresh]),
        )
        .await;
        let stopping = CancellationToken::new();
        let until = Timestamp::from_micros(1);
        assert_eq!(
            database.sweep(ENDED, until, &stopping).await.unwrap(),
            1_100
        );
        assert_eq!(count(&database).await, 1);
        stopping.cancel();
        let later = Timestamp::from_micros(2);
        assert_eq!(database.sweep(ENDED, later, &stopping).await.unwrap(), 0);
        assert_eq!(count(&database).await, 1);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn slow_statement_is_cancelled(database: Database) {
        let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 - 1 FROM n) SELECT COUNT(*) FROM n";
        let mut hurried = database
            .dedicated_reader(Duration::from_millis(1))
            .await
            .unwrap();
        let cut = on_engine!(&mut hurried.connection().await.unwrap(), |c| {
            sqlx::query(endless).execute(c).await.map(drop)
        });
        cut.unwrap_err();
        let mut long_reader = database
            .dedicated_reader(Duration::from_mins(1))
            .await
            .unwrap();
        for _again in 0..2 {
            let one: i64 = on_engine!(&mut long_reader.connection().await.unwrap(), |c| {
                sqlx::query_scalar("SELECT CAST(1 AS BIGINT)")
                    .fetch_one(c)
                    .await
            })
            .unwrap();
            assert_eq!(one, 1);
        }
        let write = "DELETE FROM things";
        let refused = on_engine!(&mut long_reader.connection().await.unwrap(), |c| {
            sqlx::query(write).execute(c).await.map(drop)
        });
        refused.unwrap_err();
        long_reader.close().await.unwrap();
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn snapshot_with_a_limit_ends_its_own_slow_statement(database: Database) {
        let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 - 1 FROM n) SELECT COUNT(*) FROM n";
        let long = "\
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT CAST(COUNT(*) AS BIGINT) FROM n";
        for _again in 0..5 {
            let mut hurried = database
                .snapshot_for(Duration::from_millis(1))
                .await
                .unwrap();
            let cut = on_engine!(&mut hurried.connection(), |c| {
                sqlx::query(endless).execute(c).await.map(drop)
            });
            let failure = cut.failed("counting").unwrap_err();
            assert_eq!(failure.kind(), FailureKind::Unavailable, "{failure}");
        }
        // Holds several connections, so that the one with the limit is among them.
        let mut held = Vec::new();
        for _connection in 0..3 {
            held.push(database.snapshot().await.unwrap());
        }
        let long_snapshot = database.snapshot_for(Duration::from_mins(1)).await;
        held.push(long_snapshot.unwrap());
        for snapshot in &mut held {
            let counted: i64 = on_engine!(&mut snapshot.connection(), |c| {
                sqlx::query_scalar(long).fetch_one(c).await
            })
            .unwrap();
            assert_eq!(counted, 50_000);
        }
    }
);

/// Begins an endless statement in a snapshot with a limit, and drops both.
async fn leave_a_statement(database: &Database) {
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 - 1 FROM n) SELECT COUNT(*) FROM n";
    let hour = Duration::from_hours(1);
    let mut snapshot = database.snapshot_for(hour).await.unwrap();
    let mut connection = snapshot.connection();
    let running = async {
        on_engine!(&mut connection, |c| sqlx::query(endless)
            .execute(c)
            .await
            .map(drop))
    };
    assert!(futures_util::poll!(pin!(running)).is_pending());
}

/// A cancelled caller leaves its statement to the connection's thread. (PostgreSQL ends such a statement at its limit.)
#[tokio::test]
async fn snapshot_dropped_during_a_statement_frees_its_connection() {
    let long = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT COUNT(*) FROM n";
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    // Holds the other connections, so that the next caller gets the one of the dropped snapshot.
    let mut held = Vec::new();
    for _connection in 0..3 {
        held.push(database.snapshot().await.unwrap());
    }
    for _again in 0..3 {
        leave_a_statement(&database).await;
        let mut next = database.snapshot().await.unwrap();
        let counted: i64 = on_engine!(&mut next.connection(), |c| {
            sqlx::query_scalar(long).fetch_one(c).await
        })
        .unwrap();
        assert_eq!(counted, 50_000);
    }
}

#[tokio::test]
async fn sqlite_files_are_readable_by_their_owner_alone() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("new.db");
    let database = Database::open(&format!("sqlite:{}", path.display()))
        .await
        .unwrap();
    database.migrate(&MIGRATIONS).await.unwrap();
    let mut transaction = database.begin().await.unwrap();
    insert(&mut transaction.connection(), "a", 1).await.unwrap();
    transaction.commit().await.unwrap();
    let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert!(files.len() > 1, "the journal is there as well: {files:?}");
    for file in files {
        let file = file.unwrap();
        let mode = file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{:?}", file.path());
    }
}
