//! The contract of idempotency keys against both engines.

use std::time::Duration;

use foundation::database::Transaction;
use foundation::{Clock, Database, Failure, Timestamp, on_both_engines};
use serde_json::json;

use super::fingerprint::Fingerprint;
use super::golden::{GOLDEN, INSTANT, TENANT};
use super::key::IdempotencyKey;
use super::store;
use super::stored_response::StoredResponse;
use super::used_key::{KeyedRequest, KeyedResponse, UsedKey, find_used_keys, keep, keep_result};
use crate::MIGRATIONS;

const DAY: Duration = Duration::from_hours(24);

fn attempt(tenant: &str, key: &str, amount: i64) -> KeyedRequest {
    KeyedRequest {
        tenant: tenant.to_owned(),
        key: IdempotencyKey::from_header(key).unwrap(),
        fingerprint: Fingerprint::new("POST", "/v1/spends", &[], &json!({"amount": amount})),
    }
}

fn stored_response() -> StoredResponse {
    StoredResponse {
        status: 402,
        headers: vec![(
            "content-type".to_owned(),
            "application/problem+json".to_owned(),
        )],
        body: "{\"title\":\"\u{e4}\\u0000\"}".to_owned(),
    }
}

/// Reads the committed state of a key.
async fn seen(database: &Database, attempt: &KeyedRequest) -> Option<UsedKey> {
    let mut reader = database.reader().await.unwrap();
    let found = find_used_keys(&mut reader.connection(), &[attempt])
        .await
        .unwrap();
    assert_eq!(found.len(), 1);
    found.into_iter().next().flatten()
}

/// Stores a key with a response, in an open transaction.
async fn taken(
    transaction: &mut Transaction,
    attempt: &KeyedRequest,
    now: Timestamp,
    txn: Option<&str>,
) -> Result<bool, Failure> {
    let response = stored_response();
    let stored = KeyedResponse {
        attempt,
        response: &response,
        result_id: txn,
    };
    keep(&mut transaction.connection(), &mut [stored], now).await
}

/// Stores a key with a response, and commits.
async fn done(database: &Database, attempt: &KeyedRequest, now: Timestamp, txn: Option<&str>) {
    let mut transaction = database.begin().await.unwrap();
    assert!(taken(&mut transaction, attempt, now, txn).await.unwrap());
    transaction.commit().await.unwrap();
}

on_both_engines!(
    MIGRATIONS,
    async fn key_is_used_once_and_replayed_for_ever(database: Database) {
        let now = Timestamp::from_seconds(1000);
        let first = attempt("web_1:live", "k", 5);
        assert_eq!(seen(&database, &first).await, None);
        done(&database, &first, now, None).await;
        assert_eq!(
            seen(&database, &first).await,
            Some(UsedKey::Done(stored_response()))
        );
        let other = attempt("web_1:live", "k", 6);
        assert_eq!(seen(&database, &other).await, Some(UsedKey::Reused));
        for independent in [
            attempt("web_1:test", "k", 5),
            attempt("web_2:live", "k", 6),
            attempt("web_1:live", "K", 5),
        ] {
            assert_eq!(seen(&database, &independent).await, None);
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn key_of_a_result_names_it_and_is_never_pruned(database: Database) {
        let now = Timestamp::from_seconds(1000);
        let first = attempt("web_1:live", "k", 5);
        let mut taken = Vec::new();
        for result in ["chk_1", "chk_2"] {
            let mut transaction = database.begin().await.unwrap();
            let mut db = transaction.connection();
            taken.push(keep_result(&mut db, &first, result, now).await.unwrap());
            transaction.commit().await.unwrap();
        }
        assert_eq!(taken, [true, false]);
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let much_later = now.plus(DAY * 1_000);
        assert_eq!(store::prune(&mut db, much_later, DAY, 9).await.unwrap(), 0);
        assert_eq!(store::forget(&mut db, much_later, 9).await.unwrap(), 0);
        transaction.commit().await.unwrap();
        let named = Some(UsedKey::Pruned(Some("chk_1".to_owned())));
        assert_eq!(seen(&database, &first).await, named);
        let other = attempt("web_1:live", "k", 6);
        assert_eq!(seen(&database, &other).await, Some(UsedKey::Reused));
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn response_of_an_older_version_is_repeated_and_pruned(database: Database) {
        let first = attempt("web_1:live", "k", 5);
        let response = stored_response();
        let statement = "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, headers, body, result_id, \
             created_at, body_expires_at) VALUES ('web_1:live', 'k', $1, 2, 402, $2, $3, 'txn_1', 0, 9)";
        let mut transaction = database.begin().await.unwrap();
        foundation::on_engine!(&mut transaction.connection(), |c| sqlx::query(statement)
            .bind(first.fingerprint.as_str())
            .bind(serde_json::to_string(&response.headers).unwrap())
            .bind(&response.body)
            .execute(c)
            .await
            .map(drop))
        .unwrap();
        transaction.commit().await.unwrap();
        assert_eq!(seen(&database, &first).await, Some(UsedKey::Done(response)));
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let pruned = store::prune(&mut db, Timestamp::from_micros(9), DAY, 1).await;
        assert_eq!(pruned.unwrap(), 1);
        transaction.commit().await.unwrap();
        let pruned_key = Some(UsedKey::Pruned(Some("txn_1".to_owned())));
        assert_eq!(seen(&database, &first).await, pruned_key);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn stored_responses_remain_readable(database: Database) {
        let statement = "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, answer, result_id, \
             created_at, body_expires_at) VALUES ($1, $2, $3, 2, 200, $4, $5, $6, 9)";
        let created_at = Timestamp::from_iso8601(INSTANT).unwrap();
        for (index, (result_id, stored, body)) in GOLDEN.into_iter().enumerate() {
            let first = attempt(TENANT, &format!("k{index}"), 5);
            let mut transaction = database.begin().await.unwrap();
            foundation::on_engine!(&mut transaction.connection(), |c| sqlx::query(statement)
                .bind(&first.tenant)
                .bind(first.key.as_str())
                .bind(first.fingerprint.as_str())
                .bind(stored)
                .bind(result_id)
                .bind(created_at.micros())
                .execute(c)
                .await
                .map(drop))
            .unwrap();
            transaction.commit().await.unwrap();
            let mut expected = StoredResponse::ok(body.to_owned());
            if result_id.is_none() {
                expected.headers = stored_response().headers;
            }
            let read = seen(&database, &first).await;
            assert_eq!(read, Some(UsedKey::Done(expected)));
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn many_keys_are_reserved_together_or_not_at_all(database: Database) {
        let now = Timestamp::from_seconds(1000);
        let response = stored_response();
        let all: Vec<KeyedRequest> = (0..700)
            .map(|index| attempt("web_1:live", &format!("k{index}"), index))
            .collect();
        let stored = |attempt| KeyedResponse {
            attempt,
            response: &response,
            result_id: None,
        };
        let mut transaction = database.begin().await.unwrap();
        let mut rows: Vec<KeyedResponse<'_>> = all.iter().rev().map(stored).collect();
        let all_were_free = keep(&mut transaction.connection(), &mut rows, now).await;
        assert!(all_were_free.unwrap());
        transaction.commit().await.unwrap();
        let mut reader = database.reader().await.unwrap();
        let requested: Vec<&KeyedRequest> = all.iter().collect();
        let found = find_used_keys(&mut reader.connection(), &requested)
            .await
            .unwrap();
        assert!(
            found
                .iter()
                .all(|one| *one == Some(UsedKey::Done(response.clone())))
        );
        // The call returns false although only one of the keys is taken.
        let more = [
            attempt("web_1:live", "new", 5),
            attempt("web_1:live", "k3", 3),
        ];
        let mut transaction = database.begin().await.unwrap();
        let mut rows: Vec<KeyedResponse<'_>> = more.iter().map(stored).collect();
        let all_were_free = keep(&mut transaction.connection(), &mut rows, now).await;
        assert!(!all_were_free.unwrap());
        drop(transaction);
        assert_eq!(seen(&database, &more[0]).await, None);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn transaction_that_is_given_up_leaves_no_key(database: Database) {
        let now = Timestamp::from_seconds(1000);
        let first = attempt("web_1:live", "k", 5);
        let mut transaction = database.begin().await.unwrap();
        assert!(taken(&mut transaction, &first, now, None).await.unwrap());
        drop(transaction);
        assert_eq!(seen(&database, &first).await, None);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn pruned_responses_keep_their_keys(database: Database) {
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
            seen(&database, &spent).await,
            Some(UsedKey::Pruned(Some("txn_1".into())))
        );
        assert_eq!(seen(&database, &refused).await, Some(UsedKey::Pruned(None)));
        assert_eq!(
            seen(&database, &attempt("web_1:live", "spent", 6)).await,
            Some(UsedKey::Reused)
        );
        clock.advance(DAY * 82);
        assert_eq!(sweep(clock.now()).await, (0, 0));
        clock.advance(DAY);
        assert_eq!(sweep(clock.now()).await, (0, 1));
        clock.advance(DAY * 10_000);
        assert_eq!(sweep(clock.now()).await, (0, 0));
        assert_eq!(
            seen(&database, &spent).await,
            Some(UsedKey::Pruned(Some("txn_1".into())))
        );
        assert_eq!(seen(&database, &refused).await, None);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn oldest_is_pruned_and_forgotten_first(database: Database) {
        let clock = Clock::fixed(Timestamp::from_seconds(1000));
        // The rows are written in another order than that of their expiry.
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
        assert_eq!(seen(&database, &early).await, Some(UsedKey::Pruned(None)));
        assert_eq!(
            seen(&database, &late).await,
            Some(UsedKey::Done(stored_response()))
        );
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        store::prune(&mut db, now, DAY * 90, 1).await.unwrap();
        let forgotten = store::forget(&mut db, now.plus(DAY * 90), 1).await;
        assert_eq!(forgotten.unwrap(), 1);
        transaction.commit().await.unwrap();
        assert_eq!(seen(&database, &late).await, Some(UsedKey::Pruned(None)));
        assert_eq!(seen(&database, &early).await, None);
    }
);

/// Two concurrent attempts: the second waits for the first and finds its key taken, or fails if the wait is too long.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duplicate_waits_and_finds_the_key_used() {
    let world = foundation::testing::TestDatabase::postgres(&MIGRATIONS).await;
    let database = world.database();
    let now = Timestamp::from_seconds(1000);
    let first = attempt("web_1:live", "k", 5);
    let mut running = database.begin().await.unwrap();
    assert!(taken(&mut running, &first, now, None).await.unwrap());
    let mut other = database.begin().await.unwrap();
    let waited = taken(&mut other, &first, now, None).await.unwrap_err();
    assert_eq!(waited.kind(), foundation::failure::FailureKind::Busy);
    drop(other);
    let mut late = database.begin().await.unwrap();
    let (was_free, committed) = tokio::join!(taken(&mut late, &first, now, None), running.commit());
    committed.unwrap();
    assert!(!was_free.unwrap());
}
