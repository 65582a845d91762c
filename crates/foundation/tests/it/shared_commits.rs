//! What shares a commit on SQLite: each part by itself, nobody told too early, and what becomes of it when one goes down.

use foundation::Database;
use foundation::failure::{Fate, Kind};
use foundation::testing::TestDatabase;
use futures_util::future::join_all;

use crate::database::{MIGRATIONS, count, insert, left, pragma};

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
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    let mut first = database.begin().await.unwrap();
    insert(&mut first.connection(), "first", 1).await.unwrap();
    let mut parts = Box::pin(join_all((0..50).map(|number| one_part(&database, number))));
    assert!(futures_util::poll!(parts.as_mut()).is_pending());
    assert_eq!(count(&database).await, 0, "nobody has committed");
    tokio::join!(async { first.commit().await.unwrap() }, parts);
    assert_eq!(count(&database).await, 21);
}

/// Who gives up because of what another did in the same round finds it with a reader afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_gives_up_finds_what_it_gave_up_for() {
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

/// Who goes away in the midst of a commit is committed all the same, and holds nobody up.
#[tokio::test]
async fn a_caller_who_goes_away_while_it_commits_holds_nobody_up() {
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

/// What SQLite gives up by itself in one part takes the whole transaction: whoever shared it is told that nothing of it
/// was done, and may try again.
#[tokio::test]
async fn a_part_that_goes_down_with_another_is_told_so() {
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
