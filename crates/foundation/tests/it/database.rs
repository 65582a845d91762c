//! One SQL text on two engines: transactions, refusal of newer data, locks that are not to be had.

use foundation::database::{Expired, Failed, MigrationRefusal};
use foundation::failure::{Fate, Kind};
use foundation::{Connection, Database, Failure, Timestamp, expired, on_both_engines, on_engine};
use futures_util::future::join_all;
use sqlx::migrate::Migrator;
use tokio_util::sync::CancellationToken;

static MIGRATIONS: Migrator = sqlx::migrate!("./tests/migrations");
static OLDER: Migrator = sqlx::migrate!("./tests/older");

async fn insert(db: &mut Connection<'_>, id: &str, amount: i64) -> Result<u64, Failure> {
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

async fn count(database: &Database) -> i64 {
    let mut reader = database.reader().await.unwrap();
    on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar("SELECT count(*) FROM things")
            .fetch_one(c)
            .await
    })
    .unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn only_a_committed_transaction_leaves_a_trace(database: Database) {
        let mut dropped = database.begin().await.unwrap();
        assert_eq!(insert(&mut dropped.connection(), "a", 1).await.unwrap(), 1);
        drop(dropped);
        assert_eq!(count(&database).await, 0);
        let mut kept = database.begin().await.unwrap();
        assert_eq!(insert(&mut kept.connection(), "a", 1).await.unwrap(), 1);
        assert_eq!(insert(&mut kept.connection(), "a", 2).await.unwrap(), 0);
        kept.commit().await.unwrap();
        assert_eq!(count(&database).await, 1);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn a_broken_check_is_broken_and_not_busy(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let failure = insert(&mut transaction.connection(), "a", -1)
            .await
            .unwrap_err();
        assert_eq!(failure.kind(), Kind::Broken);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn data_of_a_newer_version_is_refused(database: Database) {
        let refusal = database.migrate(&OLDER).await.unwrap_err();
        assert!(matches!(refusal, MigrationRefusal::Newer(2)), "{refusal}");
        database.migrate(&MIGRATIONS).await.unwrap();
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn a_row_that_is_held_too_long_is_busy(database: Database) {
        let mut holder = database.begin().await.unwrap();
        insert(&mut holder.connection(), "a", 1).await.unwrap();
        // PostgreSQL waits for the twin's row, SQLite for the writer's place; both give up.
        let failure = match database.begin().await {
            Ok(mut waiter) => insert(&mut waiter.connection(), "a", 2).await.unwrap_err(),
            Err(failure) => failure,
        };
        assert_eq!(failure.kind(), Kind::Busy, "{failure}");
        holder.commit().await.unwrap();
        assert_eq!(count(&database).await, 1);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn whether_a_failed_commit_was_done_is_not_known(database: Database) {
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
        assert_eq!(failure.fate(), Fate::Unknown, "{failure}");
        let mut transaction = database.begin().await.unwrap();
        let failure = run(&mut transaction, "nonsense").await.unwrap_err();
        assert_eq!(failure.fate(), Fate::Unsaid, "{failure}");
    }
);

#[tokio::test]
async fn an_address_of_another_kind_is_refused() {
    assert!(Database::open("mysql://localhost/x").await.is_err());
}

async fn pragma(transaction: &mut foundation::Transaction, statement: &'static str) {
    on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(statement).execute(c).await.map(drop)
    })
    .unwrap();
}

/// SQLite ends a transaction by itself when the disk is full; the writer must work again once there is room.
#[tokio::test]
async fn a_full_disk_costs_one_transaction_and_not_the_writer() {
    let world = foundation::testing::TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    let mut transaction = database.begin().await.unwrap();
    pragma(&mut transaction, "PRAGMA max_page_count = 1").await;
    let mut failure = None;
    for place in 0..10_000 {
        let id = format!("{place:0>400}");
        failure = insert(&mut transaction.connection(), &id, 1).await.err();
        if failure.is_some() {
            break;
        }
    }
    assert_eq!(
        failure.map(|failure| failure.kind()),
        Some(Kind::Unavailable)
    );
    drop(transaction);
    let mut transaction = database.begin().await.unwrap();
    pragma(&mut transaction, "PRAGMA max_page_count = 1000000").await;
    insert(&mut transaction.connection(), "a", 1).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(count(&database).await, 1);
}

/// Things whose amount is the instant at which they end.
const ENDED: Expired = expired!("things", key "id", at "amount");
const ENDED_BUT_KEPT: Expired = expired!("things", key "id", at "amount", only "id <> 'kept'");

async fn lay(database: &Database, things: impl IntoIterator<Item = (String, i64)>) {
    let mut transaction = database.begin().await.unwrap();
    for (id, end) in things {
        insert(&mut transaction.connection(), &id, end)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
}

async fn left(db: &mut Connection<'_>) -> Vec<String> {
    on_engine!(db, |c| {
        sqlx::query_scalar("SELECT id FROM things ORDER BY id")
            .fetch_all(c)
            .await
    })
    .unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn what_expired_first_goes_first_and_never_more_than_asked(database: Database) {
        let things = [("b", 2), ("d", 4), ("a", 3), ("kept", 1), ("c", 3)];
        lay(&database, things.map(|(id, end)| (id.to_owned(), end))).await;
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let rows: [(Expired, i64, u32, u64, &[&str]); 5] = [
            (ENDED, 0, 9, 0, &["a", "b", "c", "d", "kept"]),
            (ENDED_BUT_KEPT, 3, 2, 2, &["c", "d", "kept"]),
            (ENDED_BUT_KEPT, 3, 2, 1, &["d", "kept"]),
            (ENDED_BUT_KEPT, 3, 2, 0, &["d", "kept"]),
            (ENDED, 9, 9, 2, &[]),
        ];
        for (expired, until, most, gone, expected) in rows {
            let until = Timestamp::from_micros(until);
            let went = expired.delete_some(&mut db, until, most).await.unwrap();
            assert_eq!(
                (went, left(&mut db).await),
                (gone, expected.iter().map(|&id| id.to_owned()).collect())
            );
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn a_sweep_takes_many_batches_and_none_once_the_service_stops(database: Database) {
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

/// Of ten parts four are kept; the others are given up in three ways.
async fn one_part(database: &Database, number: u32) {
    let mut part = database.begin().await.unwrap();
    let id = format!("part {number}");
    insert(&mut part.connection(), &id, 1).await.unwrap();
    match number % 5 {
        0 => drop(part),
        1 => part.rollback().await.unwrap(),
        2 => {
            let broken = insert(&mut part.connection(), "broken", -1).await;
            assert_eq!(broken.unwrap_err().kind(), Kind::Broken);
        }
        _ => {
            part.commit().await.unwrap();
            let mut reader = database.reader().await.unwrap();
            let kept = left(&mut reader.connection()).await;
            assert!(kept.contains(&id), "told, and not there");
            assert!(kept.contains(&"first".to_owned()), "kept before the first");
        }
    }
}

/// Whoever waits for SQLite's writer shares the commit of those before: each part by itself, none seen before the disk
/// has it, and one that is given up leaves no trace in the others' commit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parts_that_share_a_commit_are_kept_or_undone_each_by_itself() {
    let world = foundation::testing::TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    let mut first = database.begin().await.unwrap();
    insert(&mut first.connection(), "first", 1).await.unwrap();
    let mut parts = Box::pin(join_all((0..50).map(|number| one_part(&database, number))));
    assert!(futures_util::poll!(parts.as_mut()).is_pending());
    assert_eq!(count(&database).await, 0, "nobody has committed");
    tokio::join!(async { first.commit().await.unwrap() }, parts);
    assert_eq!(count(&database).await, 21);
}

/// Who goes away in the midst of a commit is committed all the same, and holds nobody up.
#[tokio::test]
async fn a_caller_who_goes_away_while_it_commits_holds_nobody_up() {
    let world = foundation::testing::TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    let mut first = database.begin().await.unwrap();
    insert(&mut first.connection(), "gone", 1).await.unwrap();
    let mut commit = Box::pin(first.commit());
    assert!(futures_util::poll!(commit.as_mut()).is_pending());
    drop(commit);
    let mut second = database.begin().await.unwrap();
    insert(&mut second.connection(), "second", 1).await.unwrap();
    second.commit().await.unwrap();
    assert_eq!(count(&database).await, 2);
}

/// What SQLite gives up by itself in one part takes the whole transaction: whoever shared it is told that nothing of it
/// was done, and may try again.
#[tokio::test]
async fn a_part_that_goes_down_with_another_is_told_so() {
    let world = foundation::testing::TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    let mut first = database.begin().await.unwrap();
    insert(&mut first.connection(), "first", 1).await.unwrap();
    let other = database.begin();
    tokio::pin!(other);
    assert!(futures_util::poll!(other.as_mut()).is_pending());
    let mut commit = Box::pin(first.commit());
    let mut other = tokio::select! {
        biased;
        _ = &mut commit => unreachable!("another waits before it may commit"),
        part = other => part.unwrap(),
    };
    // As SQLite does when the disk is full.
    pragma(&mut other, "ROLLBACK").await;
    drop(other);
    let failure = commit.await.unwrap_err();
    assert_eq!((failure.kind(), failure.fate()), (Kind::Busy, Fate::Undone));
    assert_eq!(count(&database).await, 0);
    let mut again = database.begin().await.unwrap();
    insert(&mut again.connection(), "first", 1).await.unwrap();
    again.commit().await.unwrap();
    assert_eq!(count(&database).await, 1);
}
