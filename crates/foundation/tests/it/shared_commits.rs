//! Shared commits on SQLite: each part is independent, no caller gets an early result, and one part may fail.

use foundation::Database;
use foundation::failure::{CommitOutcome, FailureKind};
use foundation::testing::TestDatabase;
use futures_util::future::join_all;

use crate::database::{MIGRATIONS, count, insert, left, pragma};

/// Four of ten parts are committed; the others are given up in three ways.
async fn one_part(database: &Database, number: u32) {
    let mut part = database.begin().await.unwrap();
    let id = format!("part {number}");
    insert(&mut part.connection(), &id, 1).await.unwrap();
    match number % 5 {
        0 => drop(part),
        1 => part.rollback().await.unwrap(),
        2 => {
            let broken = insert(&mut part.connection(), "broken", -1).await;
            assert_eq!(broken.unwrap_err().kind(), FailureKind::Broken);
        }
        _ => {
            part.commit().await.unwrap();
            let mut reader = database.reader().await.unwrap();
            let stored = left(&mut reader.connection()).await;
            assert!(stored.contains(&id), "acknowledged, and not there");
            assert!(
                stored.contains(&"first".to_owned()),
                "kept before the first"
            );
        }
    }
}

/// A caller that waits for SQLite's writer shares the commit of earlier callers. Each part is independent, invisible
/// before the disk has it, and a rolled-back part leaves no data in the others' commit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn transactions_of_a_shared_commit_succeed_or_fail_separately() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    let mut first = database.begin().await.unwrap();
    insert(&mut first.connection(), "first", 1).await.unwrap();
    let mut parts = Box::pin(join_all((0..50).map(|number| one_part(&database, number))));
    assert!(futures_util::poll!(parts.as_mut()).is_pending());
    assert_eq!(count(&database).await, 0, "no transaction has committed");
    tokio::join!(async { first.commit().await.unwrap() }, parts);
    assert_eq!(count(&database).await, 21);
}

/// A caller that gives up because of another part in its round finds that part's data with a reader afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelled_commit_is_found_committed() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    let mut first = database.begin().await.unwrap();
    insert(&mut first.connection(), "won", 1).await.unwrap();
    let mut all = Box::pin(join_all([1, 2, 3].map(|_| async {
        let mut lost = database.begin().await.unwrap();
        let seen = left(&mut lost.connection()).await;
        lost.rollback().await.unwrap();
        assert_eq!(seen, ["won"], "it shares the round");
        assert_eq!(count(&database).await, 1, "and finds what it saw");
    })));
    assert!(futures_util::poll!(all.as_mut()).is_pending());
    tokio::join!(async { first.commit().await.unwrap() }, all);
}

/// A commit whose caller is cancelled is completed, and does not block other callers.
#[tokio::test]
async fn cancelled_commit_does_not_delay_others() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
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

/// A rollback of SQLite in one part ends the whole transaction. The callers of the other parts get a failure that says
/// that no part was done, and may retry.
#[tokio::test]
async fn transaction_rolled_back_with_its_group_fails() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
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
    // SQLite does this when the disk is full.
    pragma(&mut other, "ROLLBACK").await;
    drop(other);
    let failure = commit.await.unwrap_err();
    assert_eq!(
        (failure.kind(), failure.commit_outcome()),
        (FailureKind::Busy, CommitOutcome::RolledBack)
    );
    assert_eq!(count(&database).await, 0);
    let mut again = database.begin().await.unwrap();
    insert(&mut again.connection(), "first", 1).await.unwrap();
    again.commit().await.unwrap();
    assert_eq!(count(&database).await, 1);
}
