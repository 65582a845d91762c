//! The cost of the verification is linear in the books. Twice the books take little more than twice the steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use foundation::{Connection, Database};
use sqlx::AssertSqlSafe;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::Sqlite;

use super::test_ledger::{TestLedger, hold_of, status};
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::store::checks;
use crate::credits::store::checks::Check;

/// Rows of each wallet: a grant of ten, a spend of three, a voided hold of two, and their actor. They are numbered from $1 + 1
/// to $1 + $2, in the book $3 of the first website.
const ROWS: &[&str] = &[
    "INSERT INTO customers (id, website_id, mode, external_id, credits, created_at, updated_at) \
     SELECT 'cus_' || i, 'web_1', 'live', 'x' || i, 7, 0, 0 FROM n WHERE $3 > 0",
    "INSERT INTO account (id, book_id, kind, owner_kind, owner_id, posted, seq, txn_count, event_count, created_at) \
     SELECT i * 10, $3, 'wallet', 'customer', 'cus_' || i, 7, 2, 2, 1, 0 FROM n",
    "INSERT INTO txn (id, public_id, book_id, account_id, n, amount, balance_after, op_key, kind, actor, metadata, \
         booked_at, created_at) \
     SELECT i * 10 + d, 'txn_' || (i * 10 + d), $3, i * 10, d, CASE d WHEN 1 THEN 10 ELSE -3 END, 13 - 3 * d, \
         'key:k' || (i * 10 + d), CASE d WHEN 1 THEN 'grant' ELSE 'spend' END, 'key_1', '{}', d, d \
     FROM n JOIN (SELECT 1 AS d UNION ALL SELECT 2) WHERE $3 > 0",
    "INSERT INTO entry (txn_id, leg, account_id, amount, seq, balance_after) \
     SELECT i * 10 + d, 0, i * 10, CASE d WHEN 1 THEN 10 ELSE -3 END, d, 13 - 3 * d \
     FROM n JOIN (SELECT 1 AS d UNION ALL SELECT 2) WHERE $3 > 0",
    "INSERT INTO entry (txn_id, leg, account_id, amount) \
     SELECT i * 10 + d, 1, (SELECT MIN(id) FROM account WHERE book_id = $3 AND kind = 'spent'), \
         CASE d WHEN 1 THEN -10 ELSE 3 END FROM n JOIN (SELECT 1 AS d UNION ALL SELECT 2)",
    "INSERT INTO lot (id, account_id, kind, amount, remaining, held, priority, effective_at, source_kind, source_ref, txn_id) \
     SELECT i * 10, i * 10, 'promo', 10, 7, 0, 10, 0, 'grant', 'k' || i, i * 10 + 1 FROM n WHERE $3 > 0",
    "INSERT INTO lot_move (txn_id, lot_id, amount) SELECT i * 10 + 2, i * 10, 3 FROM n WHERE $3 > 0",
    "INSERT INTO hold (id, public_id, account_id, op_key, state, amount, captured, released, expires_at, on_expiry, kind, \
         metadata, opened_at, closed_at) \
     SELECT i * 10, 'hold_' || i, i * 10, 'key:h' || i, 'voided', 2, 0, 2, 9, 'release', 'hold', '{}', 1, 2 FROM n WHERE $3 > 0",
    "INSERT INTO hold_lot (hold_id, lot_id, amount) SELECT i * 10, i * 10, 0 FROM n WHERE $3 > 0",
    "INSERT INTO hold_event (hold_id, n, kind, amount, op_key, at) SELECT i * 10, d, \
         CASE d WHEN 1 THEN 'opened' ELSE 'voided' END, 2, 'key:h' || i, d \
     FROM n JOIN (SELECT 1 AS d UNION ALL SELECT 2) WHERE $3 > 0",
    "INSERT INTO outbox (id, book_id, account_id, customer_id, n, type, payload, txn_id, created_at) \
     SELECT i * 10, $3, i * 10, 'cus_' || i, 1, 'credits.granted', '{}', i * 10 + 1, 1800000000000000 FROM n",
    "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, result_id, created_at) \
     SELECT 'web_1:live', 'k' || (i * 10 + d), 'f', 2, 200, 'txn_' || (i * 10 + d), 0 \
     FROM n JOIN (SELECT 1 AS d UNION ALL SELECT 2) WHERE $3 > 0",
];

/// Inserts the sound rows of wallets.
async fn insert_wallets(world: &TestLedger, (from, count): (i64, i64), book_id: i64) {
    let mut transaction = world.app.database.begin().await.unwrap();
    for insert in ROWS {
        let (head, select) = insert.split_once("SELECT").unwrap();
        let numbers = "WITH RECURSIVE n (i) AS (SELECT $1 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1 + $2)";
        let text = format!("{head}{numbers} SELECT{select}");
        let Connection::Sqlite(db) = transaction.connection() else {
            panic!("rows are inserted on SQLite");
        };
        let done = sqlx::query(AssertSqlSafe(text))
            .bind(from)
            .bind(count)
            .bind(book_id)
            .execute(db)
            .await;
        done.unwrap_or_else(|error| panic!("{error}: {insert}"));
    }
    transaction.commit().await.unwrap();
}

/// Opens a reader that counts SQLite's steps in hundreds.
async fn counting(database: &Database) -> (PoolConnection<Sqlite>, Arc<AtomicU64>) {
    let Database::Sqlite { read, .. } = database else {
        panic!("steps are counted on SQLite");
    };
    let mut connection = read.acquire().await.unwrap();
    let steps = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&steps);
    connection
        .lock_handle()
        .await
        .unwrap()
        .set_progress_handler(100, move || {
            count.fetch_add(1, Ordering::Relaxed);
            true
        });
    (connection, steps)
}

/// Counts the steps of each check in hundreds.
async fn steps(world: &TestLedger, book_id: Option<i64>) -> Vec<(&'static Check, u64)> {
    let (mut connection, steps) = counting(&world.app.database).await;
    let mut counted = Vec::new();
    for check in checks::all() {
        steps.store(0, Ordering::Relaxed);
        let mut db = Connection::Sqlite(&mut connection);
        let found = checks::run(&mut db, check, book_id).await.unwrap();
        assert_eq!(found, [], "{}", check.what);
        counted.push((check, steps.load(Ordering::Relaxed)));
    }
    connection
        .lock_handle()
        .await
        .unwrap()
        .remove_progress_handler();
    counted
}

// row: L18
/// The cost of each check, of all books and of one, is linear in the books that it covers. A check of one book does not
/// depend on other books.
#[tokio::test]
async fn every_question_is_linear() {
    let world = TestLedger::sqlite().await;
    world.spend("s", "ada", 1).await.unwrap();
    let book_id = world.count("SELECT MIN(id) FROM book").await;
    let rows = 400;
    insert_wallets(&world, (1000, rows), book_id).await;
    let (all, one) = (
        steps(&world, None).await,
        steps(&world, Some(book_id)).await,
    );
    insert_wallets(&world, (2000, rows), book_id).await;
    for (before, book) in [(all, None), (one, Some(book_id))] {
        for ((check, few), (_, many)) in before.into_iter().zip(steps(&world, book).await) {
            assert!(
                2 * many <= 5 * few + 40,
                "of twice the rows of {book:?}, {}: {few} became {many}",
                check.what
            );
        }
    }
    // Another website's rows do not affect the first one's check.
    world.spend_at("web_2", "t", "bob", 1).await.unwrap();
    let other = world.count("SELECT MAX(id) FROM book").await;
    assert_ne!(other, book_id);
    for (check, count) in steps(&world, Some(other)).await {
        assert!(count <= 20, "of an empty book, {}: {count}", check.what);
    }
}

/// Counts the steps of the check of captures, after a number of holds of one lot were captured after the lot's expiry.
async fn steps_of_captures(count: u32) -> u64 {
    let world = TestLedger::sqlite().await;
    let ends = world.after(60);
    let granted = world.grant("g", "ada", 1000, Some(ends)).await;
    granted.unwrap();
    let mut holds = Vec::new();
    for name in 0..count {
        let hold = (Duration::from_hours(1), OnExpiry::Release);
        let opened = world.hold(&format!("h{name}"), "ada", 1, hold).await;
        holds.push((name, hold_of(&opened)));
    }
    world.clock.set(ends);
    for (name, hold) in holds {
        let captured = world.capture(&format!("c{name}"), &hold, None, true).await;
        assert_eq!(status(&captured), 200);
    }
    let counted = steps(&world, None).await;
    let captures = counted
        .into_iter()
        .find(|(check, _)| check.what.starts_with("credits were captured after"));
    captures.unwrap().1
}

/// Many holds may have pinned one lot; the check of a capture reads its own hold only.
#[tokio::test]
async fn captures_of_expired_lots_are_read_one_by_one() {
    let (few, many) = (steps_of_captures(50).await, steps_of_captures(400).await);
    assert!(many <= 10 * few + 40, "{few} became {many}");
}
