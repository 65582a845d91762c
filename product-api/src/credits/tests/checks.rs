//! The verification finds every kind of damage. Most damage violates constraints of the tables. Therefore the test damages
//! copies without constraints, in a transaction that it rolls back.

use std::collections::BTreeSet;
use std::time::Duration;

use foundation::{Connection, on_engine};
use sqlx::AssertSqlSafe;

use super::damages::{DAMAGES, OF_NO_BOOK};
use super::damages_of_money::MONEY_DAMAGES;
use super::reversals_alike::txn_of;
use super::test_ledger::{TestLedger, hold_of, on_both_engines, status};
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::store::checks;

/// A hold of 15 minutes.
const QUARTER: (Duration, OnExpiry) = (Duration::from_mins(15), OnExpiry::Release);

/// Tables with constraints.
const GUARDED: &[&str] = &[
    "account",
    "txn",
    "entry",
    "lot",
    "lot_move",
    "api_operation",
    "hold",
    "hold_lot",
    "hold_event",
    "payment",
    "payment_lot",
    "refund",
    "dispute",
    "recognition",
    "money_txn",
    "money_entry",
    "topup_attempt",
    "subscription",
    "allowance",
];

async fn run(db: &mut Connection<'_>, statement: String) -> u64 {
    on_engine!(db, |c| sqlx::query(AssertSqlSafe(statement))
        .execute(c)
        .await
        .unwrap()
        .rows_affected())
}

/// Replaces these tables by copies without constraints, keys and indexes.
async fn unguard(db: &mut Connection<'_>) {
    for table in GUARDED {
        for statement in [
            format!("CREATE TABLE unguarded AS SELECT * FROM {table}"),
            format!("DROP TABLE {table}"),
            format!("ALTER TABLE unguarded RENAME TO {table}"),
        ] {
            run(db, statement).await;
        }
    }
}

/// Returns true if a check finds rows of one book.
async fn is_said_of(db: &mut Connection<'_>, what: &str, book_id: i64) -> bool {
    let check = checks::all().find(|check| check.what == what).unwrap();
    let found = checks::run(db, check, Some(book_id)).await.unwrap();
    !found.is_empty()
}

/// Returns the descriptions of all checks that find rows in this transaction.
async fn said(db: &mut Connection<'_>) -> BTreeSet<&'static str> {
    let mut said = BTreeSet::new();
    for check in checks::all() {
        if !checks::run(db, check, None).await.unwrap().is_empty() {
            said.insert(check.what);
        }
    }
    said
}

on_both_engines! {
    // row: L12
    /// Every check finds its own damage, and none finds any on sound books (L12).
    async fn every_check_finds_its_damage(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.spend("s", "ada", 30).await.unwrap();
        world.grant("x", "bob", 3, None).await.unwrap();
        world.sql("UPDATE account SET overdraft_limit = 50 WHERE posted = 3").await;
        assert_eq!(status(&world.spend("d", "bob", 10).await), 200);
        // Of a hold of 7, 3 credits are captured and 4 still held; a hold of 2 is voided.
        world.grant("y", "cyd", 50, None).await.unwrap();
        let partly = world.hold("h", "cyd", 7, QUARTER).await;
        world.capture("c", &hold_of(&partly), Some(3), false).await.unwrap();
        let voided = world.hold("v", "cyd", 2, QUARTER).await;
        world.void("w", &hold_of(&voided)).await.unwrap();
        // Of a spend of 210, 40 credits are reversed, and the rest of its grant is voided.
        let granted = txn_of(&world.grant("e", "eve", 600, None).await);
        let spent = txn_of(&world.spend("f", "eve", 210).await);
        world.reverse("r", &spent, Some(40)).await.unwrap();
        world.void_grant("z", &granted).await.unwrap();
        world.assert_sound(&world.findings().await);

        let book_id = world.count("SELECT MIN(id) FROM book").await;
        let mut unguarded = world.app.database.begin().await.unwrap();
        unguard(&mut unguarded.connection()).await;
        assert_eq!(said(&mut unguarded.connection()).await, BTreeSet::new());
        // The control: a hold captures credits after their expiry that it pinned before.
        let captured = "credits were captured after they had expired, and the hold had not set them aside before";
        for statement in ["UPDATE lot SET expires_at = 7 WHERE amount = 50", "UPDATE hold SET opened_at = 0"] {
            assert!(run(&mut unguarded.connection(), statement.to_owned()).await >= 1);
        }
        assert!(!said(&mut unguarded.connection()).await.contains(captured));
        unguarded.rollback().await.unwrap();
        let mut missed = Vec::new();
        for (what, damages) in DAMAGES.iter().chain(MONEY_DAMAGES) {
            for damage in *damages {
                let mut transaction = world.app.database.begin().await.unwrap();
                let mut db = transaction.connection();
                unguard(&mut db).await;
                for statement in damage.split("; ") {
                    assert!(run(&mut db, statement.to_owned()).await >= 1, "{damage}");
                }
                if !said(&mut db).await.contains(what) {
                    missed.push((what, damage));
                }
                // A check of one book finds the damage in that book.
                let is_found = is_said_of(&mut db, what, book_id).await;
                if is_found == OF_NO_BOOK.contains(damage) {
                    missed.push((&"of one book", damage));
                }
                transaction.rollback().await.unwrap();
            }
        }
        assert!(missed.is_empty(), "damage that no check found: {missed:?}");
        let checked: BTreeSet<_> = checks::all().map(|check| check.what).collect();
        let damaged: BTreeSet<_> = DAMAGES.iter().chain(MONEY_DAMAGES).map(|(what, _)| *what).collect();
        assert_eq!(checked, damaged, "a check without damage, or damage without a check");
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// A dispute's hold has no expiry, so it adds no due time to its wallet.
    async fn hold_without_an_end_is_sound(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.hold("h", "ada", 7, QUARTER).await.unwrap();
        world.sql("UPDATE hold SET kind = 'dispute', expires_at = NULL").await;
        world.sql("UPDATE account SET next_due_at = NULL").await;
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// The verification names the invariant and the rows.
    async fn verification_names_the_rows(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.sql("UPDATE customers SET credits = 71").await;
        let findings = world.findings().await;
        let id = world.customer_id("ada").await;
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!((findings[0].invariant, &findings[0].rows), (11, &vec![id]));
    }
}
