//! The contract of idempotency keys against both engines.

use std::time::Duration;

use foundation::{Clock, Database, Timestamp, on_both_engines};
use serde_json::json;

use super::answer::StoredAnswer;
use super::claim::{Attempt, Claim, claim, finish};
use super::fingerprint::Fingerprint;
use super::key::IdempotencyKey;
use super::store;
use crate::MIGRATIONS;

const DAY: Duration = Duration::from_hours(24);

fn attempt(tenant: &str, key: &str, amount: i64) -> Attempt {
    Attempt {
        tenant: tenant.to_owned(),
        key: IdempotencyKey::of_header(key).unwrap(),
        fingerprint: Fingerprint::of("POST", "/v1/spends", &[], &json!({"amount": amount})),
    }
}

fn answer() -> StoredAnswer {
    StoredAnswer {
        status: 402,
        headers: vec![(
            "content-type".to_owned(),
            "application/problem+json".to_owned(),
        )],
        body: "{\"title\":\"\u{e4}\\u0000\"}".to_owned(),
    }
}

/// Claims in a transaction of its own and commits.
async fn claimed(database: &Database, attempt: &Attempt, now: Timestamp) -> Claim {
    let mut transaction = database.begin().await.unwrap();
    let found = claim(&mut transaction.connection(), attempt, now)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    found
}

/// Claims, stores an answer, commits.
async fn done(database: &Database, attempt: &Attempt, now: Timestamp, txn: Option<&str>) {
    let mut transaction = database.begin().await.unwrap();
    let mut db = transaction.connection();
    assert_eq!(claim(&mut db, attempt, now).await.unwrap(), Claim::Fresh);
    finish(&mut db, attempt, &answer(), txn).await.unwrap();
    transaction.commit().await.unwrap();
}

on_both_engines!(
    MIGRATIONS,
    async fn a_key_is_claimed_once_and_answers_for_ever(database: Database) {
        let now = Timestamp::from_seconds(1000);
        let first = attempt("web_1:live", "k", 5);
        done(&database, &first, now, None).await;
        assert_eq!(claimed(&database, &first, now).await, Claim::Done(answer()));
        let other = attempt("web_1:live", "k", 6);
        assert_eq!(claimed(&database, &other, now).await, Claim::Reused);
        for independent in [
            attempt("web_1:test", "k", 5),
            attempt("web_2:live", "k", 6),
            attempt("web_1:live", "K", 5),
        ] {
            assert_eq!(claimed(&database, &independent, now).await, Claim::Fresh);
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn a_transaction_that_is_given_up_leaves_no_claim(database: Database) {
        let now = Timestamp::from_seconds(1000);
        let first = attempt("web_1:live", "k", 5);
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        assert_eq!(claim(&mut db, &first, now).await.unwrap(), Claim::Fresh);
        finish(&mut db, &first, &answer(), None).await.unwrap();
        drop(transaction);
        assert_eq!(claimed(&database, &first, now).await, Claim::Fresh);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn an_answer_is_stored_once(database: Database) {
        let now = Timestamp::from_seconds(1000);
        let first = attempt("web_1:live", "k", 5);
        done(&database, &first, now, None).await;
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        assert!(finish(&mut db, &first, &answer(), None).await.is_err());
        assert!(
            finish(&mut db, &attempt("web_1:live", "new", 5), &answer(), None)
                .await
                .is_err()
        );
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn pruned_answers_are_gone_and_their_keys_are_not(database: Database) {
        let clock = Clock::fixed(Timestamp::from_seconds(1000));
        let (spent, refused) = (
            attempt("web_1:live", "spent", 5),
            attempt("web_1:live", "refused", 5),
        );
        done(&database, &spent, clock.now(), Some("txn_1")).await;
        done(&database, &refused, clock.now(), None).await;
        let sweep = async |now: Timestamp| {
            let mut transaction = database.begin().await.unwrap();
            let mut db = transaction.connection();
            let pruned = store::prune(&mut db, now, DAY * 90, 10).await.unwrap();
            let forgotten = store::forget(&mut db, now, 10).await.unwrap();
            transaction.commit().await.unwrap();
            (pruned, forgotten)
        };
        let just_before = clock.now().plus(DAY * 7).minus(Duration::from_micros(1));
        assert_eq!(sweep(just_before).await, (0, 0));
        clock.advance(DAY * 7);
        assert_eq!(sweep(clock.now()).await, (2, 0));
        assert_eq!(
            claimed(&database, &spent, clock.now()).await,
            Claim::Pruned(Some("txn_1".into()))
        );
        assert_eq!(
            claimed(&database, &refused, clock.now()).await,
            Claim::Pruned(None)
        );
        assert_eq!(
            claimed(&database, &attempt("web_1:live", "spent", 6), clock.now()).await,
            Claim::Reused
        );
        clock.advance(DAY * 82);
        assert_eq!(sweep(clock.now()).await, (0, 0));
        clock.advance(DAY);
        assert_eq!(sweep(clock.now()).await, (0, 1));
        clock.advance(DAY * 10_000);
        assert_eq!(sweep(clock.now()).await, (0, 0));
        assert_eq!(
            claimed(&database, &spent, clock.now()).await,
            Claim::Pruned(Some("txn_1".into()))
        );
        assert_eq!(
            claimed(&database, &refused, clock.now()).await,
            Claim::Fresh
        );
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn the_oldest_is_pruned_and_forgotten_first(database: Database) {
        let clock = Clock::fixed(Timestamp::from_seconds(1000));
        // Written in another order than they fall due.
        let (early, late) = (
            attempt("web_1:live", "early", 5),
            attempt("web_1:live", "late", 5),
        );
        done(&database, &late, clock.now().plus(DAY), None).await;
        done(&database, &early, clock.now(), None).await;
        clock.advance(DAY * 10);
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let pruned = store::prune(&mut db, clock.now(), DAY * 90, 1).await;
        assert_eq!(pruned.unwrap(), 1);
        transaction.commit().await.unwrap();
        let now = clock.now();
        assert_eq!(claimed(&database, &early, now).await, Claim::Pruned(None));
        assert_eq!(claimed(&database, &late, now).await, Claim::Done(answer()));
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        store::prune(&mut db, now, DAY * 90, 1).await.unwrap();
        let forgotten = store::forget(&mut db, now.plus(DAY * 90), 1).await;
        assert_eq!(forgotten.unwrap(), 1);
        transaction.commit().await.unwrap();
        assert_eq!(claimed(&database, &late, now).await, Claim::Pruned(None));
        assert_eq!(claimed(&database, &early, now).await, Claim::Fresh);
    }
);

/// Two attempts at once: the second waits for the first; when that takes too long, it is told so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_twin_waits_and_then_is_told_that_the_first_is_still_running() {
    let world = foundation::testing::TestDatabase::postgres(&MIGRATIONS).await;
    let database = world.database();
    let now = Timestamp::from_seconds(1000);
    let first = attempt("web_1:live", "k", 5);
    let mut running = database.begin().await.unwrap();
    let found = claim(&mut running.connection(), &first, now).await.unwrap();
    assert_eq!(found, Claim::Fresh);
    let mut twin = database.begin().await.unwrap();
    let found = claim(&mut twin.connection(), &first, now).await.unwrap();
    assert_eq!(found, Claim::InFlight);
    drop(twin);
    let mut late = database.begin().await.unwrap();
    let (found, committed) = tokio::join!(
        async { claim(&mut late.connection(), &first, now).await.unwrap() },
        async {
            finish(&mut running.connection(), &first, &answer(), None)
                .await
                .unwrap();
            running.commit().await
        },
    );
    committed.unwrap();
    assert_eq!(found, Claim::Done(answer()));
}
