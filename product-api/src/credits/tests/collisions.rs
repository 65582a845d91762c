//! Tests of conflicting transactions: PostgreSQL rolls one of them back, and the commit batch is retried a few times. (SQLite
//! has one writer, for which a second one waits before its transaction begins, so it rolls none back.)

use foundation::testing::RowLocks;
use serde_json::json;

use super::test_ledger::{TestLedger, slug, spending, status};
use crate::caller::SpendCap;
use crate::credits::commands::spend_batch::{BatchItem, spend_batch};
use crate::credits::execution::results::Atomicity;
use crate::credits::ledger::amount::Amount;
use crate::websites::Actor;

/// Makes spends fail with a serialization failure a number of times. A sequence counts, because no rollback resets it.
async fn collide(world: &TestLedger, function: &'static str) {
    world.sql("CREATE SEQUENCE tries").await;
    world.sql(function).await;
    world
        .sql("CREATE TRIGGER collides BEFORE INSERT ON txn FOR EACH ROW EXECUTE FUNCTION collide()")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_collisions_are_retried() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    collide(
        &world,
        "CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'planted' USING ERRCODE = '40001'; END IF; RETURN NEW; END $$",
    )
    .await;
    let spent = world.spend("s", "ada", 5).await.unwrap();
    assert_eq!((spent.stored.status, spent.is_replayed), (200, false));
    assert_eq!(world.count("SELECT last_value FROM tries").await, 3);
    assert!(world.spend("s", "ada", 5).await.unwrap().is_replayed);
    assert_eq!(world.balance("ada").await.available, 95);
    world.assert_sound(&world.findings().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn permanent_collision_is_account_busy() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    collide(
        &world,
        "CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         PERFORM nextval('tries'); RAISE EXCEPTION 'planted' USING ERRCODE = '40P01'; END $$",
    )
    .await;
    let busy = world.spend("s", "ada", 5).await;
    assert_eq!((status(&busy), slug(&busy)), (503, "account-busy"));
    assert_eq!(world.count("SELECT last_value FROM tries").await, 3);
    world.sql("DROP TRIGGER collides ON txn").await;
    let fresh = world.spend("s", "ada", 5).await.unwrap();
    assert_eq!((fresh.stored.status, fresh.is_replayed), (200, false));
    world.assert_sound(&world.findings().await);
}

// row: L9
/// A deadlock: another transaction locks the customer and then wants the wallet, which the spend has locked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deadlock_is_survived() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    let customers = "UPDATE customers SET credits = credits";
    let mut other = RowLocks::take(&world.app.database, &[customers]).await;
    let met = async {
        other.wait_for_sessions(1).await;
        let wallet = "UPDATE account SET seq = seq + 0 WHERE kind = 'wallet'";
        other.execute(wallet).await;
        other.rollback().await;
    };
    let (spent, ()) = tokio::join!(world.spend("s", "ada", 5), met);
    let spent = spent.unwrap();
    assert_eq!((spent.stored.status, spent.is_replayed), (200, false));
    assert_eq!(world.balance("ada").await.available, 95);
    world.assert_sound(&world.findings().await);
}

// row: L9
/// Transactions lock wallets in the order of their owners, independent of the rows' position, so that no deadlock occurs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wallets_are_locked_in_the_order_of_their_owners() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    world.grant("h", "bob", 100, None).await.unwrap();
    let first = "UPDATE account SET seq = seq + 0 WHERE id = (SELECT id FROM account WHERE kind = 'wallet' \
         ORDER BY owner_id LIMIT 1)";
    // PostgreSQL moves an updated row behind all others.
    world.sql(first).await;
    let second = "UPDATE account SET seq = seq + 0 WHERE id = (SELECT id FROM account WHERE kind = 'wallet' \
         ORDER BY owner_id DESC LIMIT 1)";
    let items = [("a", "ada", 5), ("b", "bob", 5)];
    let mut other = RowLocks::take(&world.app.database, &[first]).await;
    let met = async {
        other.wait_for_sessions(1).await;
        assert_eq!(world.sql(second).await, 1, "it is free");
        other.rollback().await;
    };
    let (outcomes, ()) = tokio::join!(world.batch(&items, Atomicity::AllOrNothing), met);
    assert!(
        outcomes.iter().all(|one| status(one) == 200),
        "{outcomes:?}"
    );
    world.assert_sound(&world.findings().await);
}

/// Capped API keys are locked in the order of their ids, before customers and wallets.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn capped_keys_are_locked_in_the_order_of_their_ids() {
    let mut world = TestLedger::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    world
        .sql("INSERT INTO api_keys (id, website_id, mode, name, prefix, digest, scopes, created_by, created_at, cap_per_day) \
              SELECT 'key_' || n, 'web_1', 'live', 'k', n, n, '', 'usr_1', 0, 100 FROM generate_series(1, 100) AS made (n)")
        .await;
    world.cap = Some(SpendCap {
        per_operation: None,
        per_day: Some(100),
        day: 0,
        spent: 0,
    });
    let first = "UPDATE api_keys SET spent = spent + 0 WHERE id = 'key_1'";
    // PostgreSQL moves an updated row behind all others. All these keys are on one page, so the scan visits all.
    world.sql(first).await;
    world.sql("ANALYZE api_keys").await;
    let items = ["key_2", "key_1"].map(|id| {
        let body = json!({"spend": 5, "customer": "ada", "by": id});
        let mut call = world.call("web_1", id, &body);
        call.access.actor = Actor::Key(id.to_owned());
        BatchItem {
            call,
            request: spending("ada", Amount::new(5)),
        }
    });
    let mut other = RowLocks::take(&world.app.database, &[first]).await;
    let met = async {
        other.wait_for_sessions(1).await;
        let second = "UPDATE api_keys SET spent = spent + 0 WHERE id = 'key_2'";
        assert_eq!(world.sql(second).await, 1, "it is free");
        other.rollback().await;
    };
    let outcomes = spend_batch(&world.app, items.into(), Atomicity::AllOrNothing);
    let (outcomes, ()) = tokio::join!(outcomes, met);
    assert!(outcomes.unwrap().iter().all(|one| status(one) == 200));
    assert_eq!(
        world
            .count("SELECT CAST(SUM(spent) AS BIGINT) FROM api_keys")
            .await,
        10
    );
}

// row: L9
/// Customers are created in the order of their names. A transaction that waits for one has created none after it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn customers_are_made_in_the_order_of_their_names() {
    let world = TestLedger::postgres().await;
    let made = "INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at) \
         SELECT 'cus_' || name, 'web_1', 'live', name, 0, 0 FROM (VALUES ('c0')) AS made (name)";
    let others = "INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at) \
         SELECT 'cus_' || name, 'web_1', 'live', name, 0, 0 FROM (VALUES ('c1'), ('c2'), ('c3'), ('c4')) AS made (name)";
    let items = ["c4", "c2", "c0", "c1", "c3"].map(|name| (name, name, 5));
    let mut other = RowLocks::take(&world.app.database, &[made]).await;
    let met = async {
        other.wait_for_sessions(1).await;
        assert_eq!(world.sql(others).await, 4, "they are free");
        other.commit().await;
    };
    let (outcomes, ()) = tokio::join!(world.batch(&items, Atomicity::AllOrNothing), met);
    assert!(
        outcomes.iter().all(|one| [402, 424].contains(&status(one))),
        "{outcomes:?}"
    );
    assert_eq!(world.count("SELECT count(*) FROM customers").await, 5);
}
